package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"arbitre/irc"
)

// networkTable is a [[network]] of the file.
type networkTable struct {
	folder       string // where relative paths start
	readPassword func(path string) ([]byte, error)

	irc                                    irc.Config
	tls                                    bool
	serverName, caFile, certificate, keyIn string
	login, account, password, nickServ     string
	flood                                  string
}

func defaultNetwork() networkTable {
	return networkTable{
		tls: true, login: "none", nickServ: "NickServ", flood: "auto",
		irc: irc.Config{
			Others:  []string{},
			Nick:    "Arbitre",
			User:    "arbitre",
			Barrier: 30 * time.Second,
			Version: "Arbitre " + version(),
		},
	}
}

func (n *networkTable) keys() []key {
	keys := []key{
		word("name", &n.irc.Name, 0, 60),
		{name: "address", set: n.setAddress},
		words("others", &n.irc.Others, isAddress, `host:port, such as ["irc2.example.org:6697"]`),
		boolean("tls", &n.tls),
		word("server_name", &n.serverName, 0, 253),
		file("ca_file", &n.caFile, n.folder),
		file("certificate_file", &n.certificate, n.folder),
		file("key_file", &n.keyIn, n.folder),
		matching("nick", &n.irc.Nick, `[A-Za-z\[\]\\^_{|}`+"`"+`][-A-Za-z0-9\[\]\\^_{|}`+"`"+`]{0,29}`, "a nick of 1 to 30 bytes"),
		matching("user", &n.irc.User, `[A-Za-z0-9][-A-Za-z0-9._]{0,29}`, "a user name of 1 to 30 letters, digits, . - _"),
		phrase("realname", &n.irc.RealName, 0, 100),
		phrase("quit_message", &n.irc.QuitMessage, 0, 200),
		{name: "channels", set: n.setChannels},
		oneOf("login", &n.login, "none", "plain", "external", "nickserv"),
		word("account", &n.account, 0, 60),
		word("nickserv", &n.nickServ, 1, 60),
		word("chanserv", &n.irc.ChanServ, 0, 60),
		oneOf("flood", &n.flood, append([]string{"auto", "none"}, irc.ProfileNames()...)...),
		number("burst", &n.irc.Burst, 1, 1000),
		duration("every", &n.irc.Every, time.Millisecond, time.Minute),
		duration("barrier", &n.irc.Barrier, time.Second, 10*time.Minute),
	}
	keys = append(keys, n.secret("password", &n.irc.Password)...)
	return append(keys, n.secret("account_password", &n.password)...)
}

func (n *networkTable) setAddress(value any) error {
	address, ok := value.(string)
	if !ok || !isAddress(address) {
		return expected(value, `host:port, such as "irc.example.org:6697"`)
	}
	n.irc.Address = address
	return nil
}

func isAddress(text string) bool {
	host, port, err := net.SplitHostPort(text)
	return err == nil && host != "" && isPort(port)
}

// hostOf is the host of an address, which is a network's name unless it has one.
func hostOf(address string) string {
	host, _, _ := net.SplitHostPort(address)
	return host
}

func isPort(text string) bool {
	port, err := strconv.ParseUint(text, 10, 16)
	return err == nil && port > 0
}

func (n *networkTable) setChannels(value any) error {
	return words("channels", &n.irc.Channels, isChannel, `channels, each "#channel" or "#channel key"`).set(value)
}

func isChannel(text string) bool {
	name, channelKey, hasKey := strings.Cut(text, " ")
	return isWord(name) && strings.ContainsAny(name[:1], "#&+!") && !strings.Contains(text, ",") &&
		(!hasKey || isWord(channelKey))
}

// config is the network to connect to; an error comes with the key it is of.
func (n *networkTable) config() (network irc.Config, key string, err error) {
	if n.irc.Address == "" {
		return network, "address", errors.New(`missing: expected host:port, such as "irc.example.org:6697"`)
	}
	if n.irc.Name == "" {
		n.irc.Name = hostOf(n.irc.Address)
	}
	n.irc.Unlimited = n.flood == "none"
	if n.flood != "none" && n.flood != "auto" {
		n.irc.Profile = n.flood
	}
	if key, err = n.addTLS(); err == nil {
		key, err = n.addLogin()
	}
	return n.irc, key, err
}

// addTLS builds the TLS configuration of the keys, if it is on.
func (n *networkTable) addTLS() (key string, err error) {
	if !n.tls {
		for _, k := range []struct{ name, value string }{
			{"server_name", n.serverName}, {"ca_file", n.caFile}, {"certificate_file", n.certificate}, {"key_file", n.keyIn},
		} {
			if k.value != "" {
				return k.name, errors.New("means nothing with tls = false")
			}
		}
		return "", nil
	}
	c := &tls.Config{ServerName: n.serverName, MinVersion: tls.VersionTLS12}
	if n.caFile != "" {
		pem, err := os.ReadFile(n.caFile)
		if err != nil {
			return "ca_file", fmt.Errorf("read the certificates: %w", err)
		}
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(pem) {
			return "ca_file", expected(n.caFile, "a file of certificates in PEM")
		}
	}
	if n.certificate != "" {
		keyIn := n.keyIn
		if keyIn == "" {
			keyIn = n.certificate
		}
		certificate, err := tls.LoadX509KeyPair(n.certificate, keyIn)
		if err != nil {
			return "certificate_file", fmt.Errorf("read the certificate: %w", err)
		}
		c.Certificates = []tls.Certificate{certificate}
	} else if n.keyIn != "" {
		return "key_file", errors.New("means nothing without certificate_file")
	}
	n.irc.TLS = c
	return "", nil
}

// addLogin builds how to log in to the network's services.
func (n *networkTable) addLogin() (key string, err error) {
	missing := fmt.Errorf("missing, for login = %q", n.login)
	switch n.login {
	case "plain":
		n.irc.SASL = &irc.SASL{Mechanism: "PLAIN", Account: n.account, Password: n.password}
		if n.account == "" {
			return "account", missing
		}
	case "external":
		n.irc.SASL = &irc.SASL{Mechanism: "EXTERNAL", Account: n.account}
		if n.certificate == "" {
			return "certificate_file", missing
		}
		return "", nil
	case "nickserv":
		n.irc.NickServ = &irc.NickServ{Service: n.nickServ, Account: n.account, Password: n.password}
	default:
		if n.account != "" || n.password != "" {
			return "login", errors.New(`"none", but there is an account: expected "plain", "external" or "nickserv"`)
		}
		return "", nil
	}
	if n.password == "" {
		return "account_password", missing
	}
	return "", nil
}
