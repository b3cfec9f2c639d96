package irc

import (
	"strings"
	"testing"
	"time"

	"arbitre/ircd"
	"arbitre/referee"
)

// What a server says of itself chooses the profile; what the operator wrote wins.
func TestProfileOfAServer(t *testing.T) {
	const names = "default ergo hybrid inspircd irc2 ircu libera ngircd solanum unreal"
	if got := strings.Join(ProfileNames(), " "); got != names {
		t.Errorf("profiles %s", got)
	}
	for _, test := range []struct {
		version, support string
		cfg              Config
		loggedIn         bool
		name             string
		line, credit     time.Duration
		people           int
	}{
		{"ngircd-26.1", "NETWORK=x", Config{}, false, "ngircd", 500 * time.Millisecond, 1500 * time.Millisecond, 0},
		{"InspIRCd-3", "", Config{}, false, "inspircd", time.Second, 10 * time.Second, 0},
		{"hybrid-8.2.43+dfsg.1(20230224_9895)", "", Config{}, false, "hybrid", time.Second, 5 * time.Second, 0},
		{"ircd-hybrid-1.0", "", Config{}, false, "hybrid", time.Second, 5 * time.Second, 0},
		{"hybrid-7.2.2+oftc1.7.3", "NETWORK=OFTC", Config{}, false, "hybrid", time.Second, 5 * time.Second, 0},
		{"solanum-1.0-dev", "NETWORK=Libera.Chat", Config{}, false, "libera", 2 * time.Second, 10 * time.Second, 10},
		{"solanum-1.0-dev", "NETWORK=Other", Config{}, false, "solanum", time.Second, 5 * time.Second, 10},
		{"charybdis-4.1.2", "", Config{}, true, "solanum", time.Second, 5 * time.Second, 10},
		{"UnrealIRCd-6.1.0", "", Config{}, false, "unreal", time.Second, 8 * time.Second, 4},
		{"Unreal3.2.10.7", "", Config{}, true, "unreal", 750 * time.Millisecond, 8 * time.Second, 10},
		{"u2.10.12.10+snircd(1.3.4a)", "NETWORK=QuakeNet", Config{}, false, "ircu", 2 * time.Second, 8 * time.Second, 20},
		{"2.11.2p3", "", Config{}, false, "irc2", 2 * time.Second, 8 * time.Second, 0},
		{"ergo-v2.14.0", "", Config{}, false, "ergo", 500 * time.Millisecond, 2500 * time.Millisecond, 0},
		{"ergo-v2.14.0", "SAFERATE", Config{}, false, "none", 0, 0, 0},
		{"something-1", "soju.im/SAFERATE", Config{}, false, "none", 0, 0, 0},
		{"something-1", "NETWORK=Something", Config{}, false, "default", 2 * time.Second, 10 * time.Second, 0},
		{"", "", Config{}, false, "default", 2 * time.Second, 10 * time.Second, 0},

		{"hybrid-8", "", Config{Unlimited: true}, false, "none", 0, 0, 0},
		{"hybrid-8", "SAFERATE", Config{Profile: "irc2"}, false, "irc2", 2 * time.Second, 8 * time.Second, 0},
		{"hybrid-8", "SAFERATE", Config{Burst: 3, Every: 4 * time.Second}, false, "burst and every", 4 * time.Second, 12 * time.Second, 0},
		{"hybrid-8", "", Config{Every: 4 * time.Second}, false, "burst and every", 4 * time.Second, 20 * time.Second, 0},
		{"solanum-1", "", Config{Burst: 2}, false, "burst and every", time.Second, 2 * time.Second, 10},
		{"solanum-1", "", Config{Burst: 2, Profile: "ircu"}, false, "burst and every", 2 * time.Second, 4 * time.Second, 20},
	} {
		var g greeting
		for _, line := range []string{":s 004 bot s " + test.version + " a b", ":s 005 bot " + test.support + " :are supported"} {
			m, _ := parse(line)
			g.hear(&m)
		}
		b, name, why := test.cfg.budget(&g, test.loggedIn)
		if name != test.name || b.Line != test.line || b.Credit != test.credit || b.Targets != test.people || why == "" {
			t.Errorf("%+v: %s because %q: %+v", test, name, why, b)
		}
	}
}

func TestUnknownProfile(t *testing.T) {
	cfg := Config{Nick: "bot", Address: "h:1", Profile: "fast"}
	cfg.setDefaults()
	if err := cfg.check(); err == nil || !strings.Contains(err.Error(), `profile "fast" is none of default, ergo`) {
		t.Error(err)
	}
}

// The log tells at each connection which budget holds, and why.
func TestBudgetInTheLog(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.accept()
		s.say(":irc.test 004 bot irc.test ngircd-26.1 a b")
		w.register(s, usualSupport)
		logged := w.logs.FilterMessage("flood budget").All()
		if len(logged) != 1 {
			t.Fatalf("%d lines", len(logged))
		}
		if fields := logged[0].ContextMap(); fields["profile"] != "ngircd" || fields["because"] != "ngircd-26.1" {
			t.Errorf("%v", fields)
		}
	})
}

// No profile of ours is faster than the server is that it is for, and so nothing
// of what we send has to wait there, whatever its length.
func TestProfilesKeepTheServersRules(t *testing.T) {
	for _, server := range ircd.Profiles() {
		var g greeting
		m, _ := parse(":s 004 bot s " + server.Version + " a b")
		g.hear(&m)
		for _, loggedIn := range []bool{false, true} {
			ours, name, _ := new(Config).budget(&g, loggedIn)
			if server.Credit == 0 {
				continue
			}
			for _, size := range []int{20, 120, 512} {
				theirs := server.Line + time.Duration(size)*server.Byte
				if cost := ours.Cost(1, size); cost < theirs {
					t.Errorf("%s as %s: a line of %d bytes costs %v, but %v there", server.Name, name, size, cost, theirs)
				}
			}
			// It takes a line as long as any credit is left.
			if burst, most := ours.Credit/ours.Line, (server.Credit-1)/server.Line+1; burst > most {
				t.Errorf("%s as %s: %d lines at once, but %d there", server.Name, name, burst, most)
			}
			if ours.Targets > server.Targets || server.Targets > 0 && ours.Targets == 0 || ours.TargetEvery < server.TargetEvery {
				t.Errorf("%s as %s: %d people, but %d there", server.Name, name, ours.Targets, server.Targets)
			}
		}
	}
}

// A budget by bytes: long lines wait longer.
func TestPaceByBytes(t *testing.T) {
	in(t, func(cfg *Config) { cfg.Profile = "ircu" }, func(w *world) {
		s, _ := settled(w)
		text := strings.Repeat("x", 240-len("PRIVMSG #arena :\r\n"))
		from := time.Now()
		for range 5 {
			w.n.Send(referee.Post{Channel: "#arena", Text: text})
		}
		s.pass(time.Minute)
		var at []string
		for _, line := range timetable(s, from) {
			moment, _, _ := strings.Cut(line, " ")
			at = append(at, moment)
		}
		// A line costs four seconds, with eight ahead; the byte's 1/120 s is rounded.
		want := "0s 0s 4s 8s 12s"
		var rounded []string
		for _, moment := range at {
			d, _ := time.ParseDuration(moment)
			rounded = append(rounded, d.Round(time.Millisecond).String())
		}
		if got := strings.Join(rounded, " "); got != want {
			t.Errorf("at %s, want %s", got, want)
		}
	})
}
