package main

import (
	"errors"
	"net"
	"net/url"
	"strings"

	"arbitre/web"
)

func webKeys(c *web.Config) []key {
	return []key{
		listenAddress("listen", &c.Listen),
		{name: "base", set: func(value any) error {
			text, ok := value.(string)
			if !ok || !isBase(text) {
				return expected(value, `"http://host:port" or "https://host:port", nothing behind it, no "http" in the host`)
			}
			c.Base = text
			return nil
		}},
		boolean("behind_proxy", &c.BehindProxy),
		number("per_address", &c.PerAddress, 1, 10_000),
		number("sockets_per_seat", &c.SocketsPerSeat, 1, 64),
	}
}

// listenAddress is a key for an address to listen at, "" for none.
func listenAddress(name string, to *string) key {
	return key{name: name, set: func(value any) error {
		text, ok := value.(string)
		if _, _, err := net.SplitHostPort(text); !ok || text != "" && err != nil {
			return expected(value, `an address "host:port"`)
		}
		*to = text
		return nil
	}}
}

// isBase tells whether a text is the first part of an address that the published
// clients understand.
func isBase(text string) bool {
	base, err := url.Parse(text)
	return text == "" || err == nil && (base.Scheme == "http" || base.Scheme == "https") && base.Host != "" &&
		text == base.Scheme+"://"+base.Host && !strings.Contains(base.Host, "http")
}

// takeWeb takes the table of the door. A door that is open has an address for
// those who are to come.
func (f *configFile) takeWeb(c *web.Config, value any) error {
	if err := f.take("web", value, webKeys(c)); err != nil {
		return err
	}
	if c.Listen != "" && c.Base == "" {
		return f.wrong("web.listen", errors.New(`expected base too: how players reach it, "http://host:port"`))
	}
	return nil
}
