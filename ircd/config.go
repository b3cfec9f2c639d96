package ircd

import (
	"cmp"
	"time"
)

// Config is what a server is like. The zero value is a usable server.
type Config struct {
	Name    string // the server's name, "irc.test" if empty
	Network string // NETWORK of 005, "Test" if empty
	MOTD    string // the message of the day, lines parted by \n; none: 422

	CaseMapping string // "ascii" (also if empty) or "rfc1459"
	NickLen     int    // bytes, 30 if 0
	LineLen     int    // bytes of a line with CR LF and without tags, 512 if 0
	MaxTargets  int    // of one PRIVMSG or NOTICE, 4 if 0
	MaxClients  int    // connections at once, 1000 if 0
	MaxChannels int    // a client may be in, 50 if 0

	// CutNicks cuts a nick longer than NickLen in silence, as ircd-hybrid does;
	// otherwise it is refused with 432.
	CutNicks bool
	// RefuseLongLines closes the connection of who sends a line longer than
	// LineLen, and ends a line that grew too long in relaying with [CUT], as
	// ngIRCd does; otherwise both are cut.
	RefuseLongLines bool

	Password string // wanted of every client by PASS, if not empty
	// Accounts are the passwords by account, for SASL PLAIN.
	Accounts map[string]string
	// Certificates are the accounts by TLS client certificate, for SASL
	// EXTERNAL: the key is the SHA-256 of the certificate in lower-case hex, or
	// the common name of one that the listener's tls.Config has verified.
	Certificates map[string]string
	// Caps are the capabilities to offer; nil means all.
	Caps []string

	Profile Profile // how floods are treated; the zero value: not at all

	SendQ int           // bytes that may wait for a client before it is dropped, 1 MiB if 0
	Ping  time.Duration // silence after which a client is pinged, and once more dropped; 2 minutes if 0
}

// withDefaults fills in what is not set.
func (c Config) withDefaults() Config {
	c.Name = cmp.Or(c.Name, "irc.test")
	c.Network = cmp.Or(c.Network, "Test")
	c.CaseMapping = cmp.Or(c.CaseMapping, "ascii")
	c.NickLen = cmp.Or(c.NickLen, 30)
	c.LineLen = cmp.Or(c.LineLen, 512)
	c.MaxTargets = cmp.Or(c.MaxTargets, 4)
	c.MaxClients = cmp.Or(c.MaxClients, 1000)
	c.MaxChannels = cmp.Or(c.MaxChannels, 50)
	c.SendQ = cmp.Or(c.SendQ, 1<<20)
	c.Ping = cmp.Or(c.Ping, 2*time.Minute)
	return c
}

// Limits that no test has wanted to change. They bound what a client can make
// the server keep.
const (
	maxChannelLen = 64  // bytes of a channel's name
	maxTopicLen   = 307 // bytes
	maxKickLen    = 255
	maxAwayLen    = 200
	maxQuitLen    = 255
	maxKeyLen     = 24
	maxUserLen    = 10
	maxHostLen    = 64
	maxRealLen    = 128
	maxBans       = 100 // a channel
	maxModes      = 6   // changes with a parameter, a MODE command
	maxMonitors   = 100 // nicks a client
	maxAccepts    = 50  // nicks a client
	maxInvites    = 20  // channels a client
	maxTags       = 4096
	maxSASL       = 4 * saslChunk

	registrationTimeout = time.Minute
	closeTimeout        = time.Second // for the last lines of a client that is being closed
)
