package irc

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/lrstanley/girc"
)

// Config is how to reach one network and how to behave there. The zero value of
// a field means its default where one is named.
type Config struct {
	// Name is the network's name in the configuration and in the log.
	Name string
	// Address is host:port.
	Address string
	// Others are further servers of the same network, host:port. When a connection
	// is lost or can't be made the next one is tried, in turn.
	Others []string
	// Dial opens the connection to the server; nil: TCP to Address, or one of
	// Others.
	Dial func(ctx context.Context) (net.Conn, error)
	// TLS, if not nil, is spoken over the connection, with the server's
	// certificate checked (against the host of its address if it names none). There
	// is no falling back to plain text.
	TLS *tls.Config

	Nick     string
	User     string // default: the nick in lower case
	RealName string // default: the nick
	Password string // of the server

	// SASL, if not nil, must succeed, or no channel is entered: the connection
	// is given up and tried again later.
	SASL *SASL
	// NickServ, if not nil, is identified to before the channels are entered.
	NickServ *NickServ

	// ChanServ, if not empty, is the service that is asked to let us into a
	// channel that refuses us, and to make us an operator again.
	ChanServ string

	// Channels are entered at first, each "#channel" or "#channel key".
	Channels []string

	// Burst and Every are the flood budget: so many lines at once, then one in
	// Every. Without either it is that of the Profile (of ProfileNames), and
	// without one that of the kind of server which answers; a server that
	// promises SAFERATE is then not paced. Unlimited is for a server of one's own.
	Burst     int
	Every     time.Duration
	Profile   string
	Unlimited bool

	// Barrier is how long the PING of a prompt may stay without an answer before
	// the connection counts as lost. Default: 30 s.
	Barrier time.Duration

	// Waited, if not nil, is told of each line how long it waited to be written, by
	// class (Classes). It must not block.
	Waited func(class string, wait time.Duration)

	// Jitter draws what a pause before the next try is longer by, at most so long;
	// nil: at random. A simulation wants the same each time.
	Jitter func(most time.Duration) time.Duration

	// QuitMessage is said at the end.
	QuitMessage string
	// Version and Source answer the CTCPs of these names. Default: "Arbitre" and
	// no answer.
	Version, Source string
}

// SASL is how to log in while the connection registers.
type SASL struct {
	// Mechanism is "PLAIN" (the default) or "EXTERNAL" (the certificate of TLS).
	Mechanism         string
	Account, Password string
}

// NickServ is how to log in where there is no SASL.
type NickServ struct {
	Service           string // default: NickServ
	Account, Password string // the account may be empty: that of the nick
}

// The longest account and password that girc sends whole: it breaks the base64
// of a longer message (cap_sasl.go, saslChunkSize).
const maxSASLPlain = 400 / 4 * 3

func (cfg *Config) setDefaults() {
	set := func(field *string, value string) {
		if *field == "" {
			*field = value
		}
	}
	set(&cfg.Name, cfg.Address)
	set(&cfg.User, strings.ToLower(cfg.Nick))
	set(&cfg.RealName, cfg.Nick)
	set(&cfg.Version, "Arbitre")
	if cfg.Barrier <= 0 {
		cfg.Barrier = 30 * time.Second
	}
	if cfg.Jitter == nil {
		cfg.Jitter = func(most time.Duration) time.Duration { return rand.N(most + 1) }
	}
	if cfg.SASL != nil {
		sasl := *cfg.SASL
		set(&sasl.Mechanism, "PLAIN")
		sasl.Mechanism = strings.ToUpper(sasl.Mechanism)
		cfg.SASL = &sasl
	}
	if cfg.NickServ != nil {
		service := *cfg.NickServ
		set(&service.Service, "NickServ")
		cfg.NickServ = &service
	}
}

// check tells what makes the configuration unusable.
func (cfg *Config) check() error {
	switch {
	case cfg.Dial == nil && cfg.Address == "":
		return errors.New("no address")
	case !girc.IsValidNick(cfg.Nick):
		return fmt.Errorf("nick %q is not valid", cfg.Nick)
	case !girc.IsValidUser(cfg.User):
		return fmt.Errorf("user %q is not valid", cfg.User)
	case cfg.Profile != "" && !slices.Contains(ProfileNames(), cfg.Profile):
		return fmt.Errorf("profile %q is none of %s", cfg.Profile, strings.Join(ProfileNames(), ", "))
	case hasControl(cfg.RealName + cfg.QuitMessage + cfg.Version + cfg.Source):
		return errors.New("a control character in a text")
	case hasControl(cfg.Password):
		return errors.New("a control character in the server's password")
	}
	for _, channel := range cfg.Channels {
		name, key, found := strings.Cut(channel, " ")
		if !validWord(name) || found && !validWord(key) {
			return fmt.Errorf("channel %q is not valid", name)
		}
	}
	if s := cfg.NickServ; s != nil && (!validNick(s.Service) || hasControl(s.Account+s.Password)) {
		return errors.New("nickserv: a space or control character")
	}
	if cfg.ChanServ != "" && !validNick(cfg.ChanServ) {
		return errors.New("chanserv: not a nick")
	}
	return cfg.checkSASL()
}

func (cfg *Config) checkSASL() error {
	s := cfg.SASL
	if s == nil || s.Mechanism == "EXTERNAL" {
		return nil
	}
	if s.Mechanism != "PLAIN" {
		return fmt.Errorf("sasl: mechanism %q is neither PLAIN nor EXTERNAL", s.Mechanism)
	}
	if s.Account == "" || s.Password == "" {
		return errors.New("sasl: PLAIN needs an account and a password")
	}
	if hasControl(s.Account + s.Password) {
		return errors.New("sasl: a control character")
	}
	if 2*len(s.Account)+len(s.Password)+2 > maxSASLPlain {
		return errors.New("sasl: account and password are too long")
	}
	return nil
}

// server is the address to try for the n-th time.
func (cfg *Config) server(n int) string {
	if i := n % (1 + len(cfg.Others)); i > 0 {
		return cfg.Others[i-1]
	}
	return cfg.Address
}

// mechanism is the SASL of girc, nil for none.
func (cfg *Config) mechanism() girc.SASLMech {
	switch {
	case cfg.SASL == nil:
		return nil
	case cfg.SASL.Mechanism == "EXTERNAL":
		return &girc.SASLExternal{}
	default:
		return &girc.SASLPlain{User: cfg.SASL.Account, Pass: cfg.SASL.Password}
	}
}
