package ircd

import (
	"fmt"
	"net"
	"strings"
	"testing"
	"time"
)

// TestProfiles sends lines at once and looks when they arrive.
func TestProfiles(t *testing.T) {
	for _, test := range []struct {
		name  string
		burst int
		every time.Duration
	}{
		{"ergo", 5, 500 * time.Millisecond},
		{"hybrid", 5, time.Second},
		{"inspircd", 10, time.Second},
		{"irc2", 4, 2 * time.Second},
		{"ircu", 5, 2*time.Second + 16*(time.Second/120)}, // a line of 16 bytes
		{"ngircd", 4, 333 * time.Millisecond},
		{"solanum", 5, 500 * time.Millisecond},
		{"unreal", 13, 750*time.Millisecond + 16*(750*time.Millisecond/180)},
	} {
		t.Run(test.name, func(t *testing.T) {
			profile, ok := ProfileNamed(test.name)
			if !ok {
				t.Fatal("no such profile")
			}
			bubble(t, Config{Profile: profile}, func(t *testing.T, _ *Server, join func(string, ...string) *user) {
				bob, ann := join("bob"), join("ann")
				time.Sleep(time.Minute) // joining has used some credit up
				start := time.Now()
				var lines []string
				for i := range test.burst + 5 {
					lines = append(lines, fmt.Sprintf("PRIVMSG bob :%c", 'a'+i))
				}
				ann.send(lines...)
				for i := range test.burst {
					bob.want(fmt.Sprintf("ann PRIVMSG bob %c", 'a'+i))
				}
				if at := time.Since(start); at != 0 {
					t.Errorf("the burst of %d took %v", test.burst, at)
				}
				last := start
				for i := range 5 {
					bob.want(fmt.Sprintf("ann PRIVMSG bob %c", 'a'+test.burst+i))
					if i > 0 {
						near(t, time.Since(last), test.every)
					} else if time.Since(start) == 0 {
						t.Errorf("the burst is more than %d", test.burst)
					}
					last = time.Now()
				}
			})
		})
	}
}

// near tells of times that differ by more than the rounding of fractions.
func near(t *testing.T, got, want time.Duration) {
	t.Helper()
	if d := got - want; d < -time.Microsecond || d > time.Microsecond {
		t.Errorf("a line after %v, want %v", got, want)
	}
}

func TestFloodKill(t *testing.T) {
	for _, test := range []struct {
		name   string
		lines  int // of 60 bytes with CR LF
		reason string
	}{
		{"hybrid", 50, "Excess Flood"},
		{"inspircd", 160, "RecvQ exceeded"},
		{"irc2", 60, "Excess Flood"},
		{"ircu", 25, "Excess Flood"},
		{"solanum", 30, "Excess Flood"},
		{"unreal", 160, "Excess Flood"},
	} {
		t.Run(test.name, func(t *testing.T) {
			profile, _ := ProfileNamed(test.name)
			bubble(t, Config{Profile: profile}, func(_ *testing.T, _ *Server, join func(string, ...string) *user) {
				bob, ann := join("bob"), join("ann")
				flood(ann.conn, test.lines)
				ann.want("- ERROR *(" + test.reason + ")")
				ann.closed()
				bob.want("ann QUIT " + test.reason)
			})
		})
	}
}

func TestThrottledButNotKilled(t *testing.T) {
	for _, name := range []string{"ngircd", "ergo", "none"} {
		t.Run(name, func(t *testing.T) {
			profile, _ := ProfileNamed(name)
			bubble(t, Config{Profile: profile}, func(t *testing.T, _ *Server, join func(string, ...string) *user) {
				bob, ann := join("bob"), join("ann")
				start := time.Now()
				go flood(ann.conn, 400)
				for range 400 {
					bob.want("ann PRIVMSG bob *")
				}
				if took := time.Since(start); profile.throttles() == (took == 0) {
					t.Errorf("took %v", took)
				}
				ann.sync()
			})
		})
	}
}

// flood sends lines of 60 bytes to bob, at once.
func flood(conn net.Conn, lines int) {
	line := "PRIVMSG bob :" + strings.Repeat("x", 45) + "\r\n"
	_ = conn.SetWriteDeadline(time.Time{})
	_, _ = conn.Write([]byte(strings.Repeat(line, lines))) // fails if the server kills
}

func TestManyTargets(t *testing.T) {
	profile, _ := ProfileNamed("ircu")
	bubble(t, Config{Profile: profile}, func(_ *testing.T, s *Server, join func(string, ...string) *user) {
		ann := join("ann")
		ann.patience = time.Hour
		for i := range 21 {
			join(fmt.Sprintf("p%d", i))
		}
		s.Mode("#c", "-o", "ann")
		say := func(i int) {
			time.Sleep(3 * time.Second) // or the flood takes it
			ann.send(fmt.Sprintf("PRIVMSG p%d :x", i))
		}
		for i := range 20 {
			say(i)
		}
		say(20)
		ann.want("* 439 ann p20 *")
		say(0)
		ann.never("* 439 *")
		s.Rename("p0", "q0")
		time.Sleep(3 * time.Second)
		ann.send("PRIVMSG q0 :x") // the same one under another nick
		ann.never("* 439 *")
		s.Mode("#c", "+v", "ann")
		say(20)
		ann.never("* 439 *")
		s.Mode("#c", "-v", "ann")
		time.Sleep(128 * time.Second)
		say(20)
		ann.never("* 439 *")
	})
}
