package irc

import (
	"cmp"
	"strings"
	"time"

	"go.uber.org/zap"

	"arbitre/referee"
)

// profile is how servers of one kind treat who sends fast. The numbers are the
// servers' own, measured or from their sources (docs/operating.md has the
// table); where an operator of a network may have set others, those that a
// server has by itself. Credit is kept a line below the servers' own where what
// waits beyond it may be little.
type profile struct {
	name     string
	budget   referee.Budget
	loggedIn *referee.Budget // for who has logged in, nil: the same
}

// unknownServer is the profile of a server of no kind that we know: what RFC 2813
// has (section 5.8), two seconds a line and ten ahead.
func unknownServer() profile { return profile{name: "default", budget: lines(5, 2*time.Second)} }

// lines is the budget of a server that counts lines only.
func lines(burst int, every time.Duration) referee.Budget {
	return referee.Budget{Line: every, Credit: time.Duration(burst) * every}
}

// toPeople adds to a budget how many different people one may write to.
func toPeople(b referee.Budget, people int, every time.Duration) referee.Budget {
	b.Targets, b.TargetEvery = people, every
	return b
}

// recognition is a word by which a profile is known.
type recognition struct{ word, profile string }

// networks are those that say something else of their limits than their servers'
// version does, by NETWORK of 005, in small letters.
var networks = []recognition{
	{"libera.chat", "libera"},
}

// versions are what the version in 004 has in it, in small letters; the first
// that fits counts.
var versions = []recognition{
	{"ngircd", "ngircd"},
	{"inspircd", "inspircd"},
	{"unreal", "unreal"},
	{"ergo", "ergo"},
	{"oragono", "ergo"},
	{"solanum", "solanum"},
	{"charybdis", "solanum"},
	{"ratbox", "solanum"},
	{"hybrid", "hybrid"}, // OFTC's too
	{"u2.10", "ircu"},    // snircd's too
	{"2.11.", "irc2"},
	{"2.10.", "irc2"},
}

// ProfileNames are the names of the profiles, as Config.Profile takes them.
func ProfileNames() (names []string) {
	for _, p := range profiles() {
		names = append(names, p.name)
	}
	return names
}

func profiles() []profile {
	unrealKnown := toPeople(referee.Budget{
		Line: 750 * time.Millisecond, Byte: 750 * time.Millisecond / 180, Credit: 8 * time.Second,
	}, 10, 15*time.Second)
	return []profile{
		unknownServer(),
		{name: "ergo", budget: lines(5, 500*time.Millisecond)},
		{name: "hybrid", budget: lines(5, time.Second)},
		{name: "inspircd", budget: lines(10, time.Second)},
		{name: "irc2", budget: referee.Budget{Line: 2 * time.Second, Byte: time.Second / 100, Credit: 8 * time.Second}},
		{name: "ircu", budget: toPeople(
			referee.Budget{Line: 2 * time.Second, Byte: time.Second / 120, Credit: 8 * time.Second}, 20, 128*time.Second)},
		// "one message every two seconds" is the word of its staff.
		{name: "libera", budget: toPeople(lines(5, 2*time.Second), 10, time.Minute)},
		{name: "ngircd", budget: lines(3, 500*time.Millisecond)},
		{name: "solanum", budget: toPeople(lines(5, time.Second), 10, time.Minute)},
		{
			name: "unreal", budget: toPeople(
				referee.Budget{Line: time.Second, Byte: time.Second / 90, Credit: 8 * time.Second}, 4, 15*time.Second),
			loggedIn: &unrealKnown,
		},
	}
}

func profileNamed(name string) profile {
	for _, p := range profiles() {
		if p.name == name {
			return p
		}
	}
	return unknownServer()
}

// greeting is what a server says of itself before the MOTD ends, as far as its
// limits depend on it.
type greeting struct {
	version  string // of 004
	network  string // of 005
	safeRate bool   // "we disconnect nobody for his rate"
}

// hear reads a line of the registration.
func (g *greeting) hear(m *message) {
	switch m.command {
	case "004": // me server version modes modes
		g.version = strings.Clone(m.param(2))
	case "005":
		for _, token := range m.params[min(1, len(m.params)):] {
			switch key, value, _ := strings.Cut(token, "="); key {
			case "NETWORK":
				g.network = strings.Clone(value)
			case "SAFERATE", "soju.im/SAFERATE":
				g.safeRate = true
			}
		}
	}
}

// profile is that of the server which said this, and the words that decided it.
func (g *greeting) profile() (p profile, why string) {
	find := func(said string, known []recognition) bool {
		for _, r := range known {
			if strings.Contains(strings.ToLower(said), r.word) {
				p, why = profileNamed(r.profile), said
				return true
			}
		}
		return false
	}
	if find(g.network, networks) || find(g.version, versions) {
		return p, why
	}
	return unknownServer(), strings.TrimSpace("not known: " + g.version)
}

// budget is what we may send on this connection, the name of where it is from, and
// why. What the operator wrote wins, then a promise of the server, then what its
// kind is known for.
func (cfg *Config) budget(g *greeting, loggedIn bool) (b referee.Budget, name, why string) {
	if cfg.Unlimited {
		return b, "none", "configuration"
	}
	p, why := g.profile()
	if cfg.Profile != "" {
		p, why = profileNamed(cfg.Profile), "configuration"
	}
	b, name = p.budget, p.name
	if loggedIn && p.loggedIn != nil {
		b, why = *p.loggedIn, why+", logged in"
	}
	switch {
	case cfg.Burst > 0 || cfg.Every > 0:
		burst := cmp.Or(cfg.Burst, int(b.Credit/b.Line))
		own := lines(burst, cmp.Or(cfg.Every, b.Line))
		return toPeople(own, b.Targets, b.TargetEvery), "burst and every", "configuration"
	case g.safeRate && cfg.Profile == "":
		return referee.Budget{}, "none", "the server says SAFERATE"
	}
	return b, name, why
}

// logBudget tells which limits hold on a new connection, and why.
func (c *conn) logBudget(b referee.Budget, name, why string, slow float64) {
	c.log.Info("flood budget", zap.String("profile", name), zap.String("because", why),
		zap.Duration("a line in", b.Line), zap.Duration("and a byte in", b.Byte), zap.Duration("ahead", b.Credit),
		zap.Int("people", b.Targets), zap.Float64("slower by", slow))
}
