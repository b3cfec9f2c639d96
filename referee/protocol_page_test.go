package referee_test

import (
	"flag"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbitre/irc"
	"arbitre/ircd"
	"arbitre/referee"
)

var update = flag.Bool("update", false, "write the answers of the referee into docs/protocol.md")

// The match on the page for authors of bots is a match that was played.
func TestProtocolPage(t *testing.T) {
	const page, open, end = "../docs/protocol.md", "```match\n", "```\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), open)
	match, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no block of kind match", page)
	}
	var played string
	onStage(t, ircd.Config{}, referee.DefaultConfig(), irc.Config{}, func(s *stage) {
		op := s.join("op", "#arena")
		op.send("INVITE Referee #arena")
		s.join("ann", "#arena")
		s.join("bob", "#arena")
		op.took()
		played = s.play(match)
	})
	if *update {
		if err := os.WriteFile(page, []byte(before+open+played+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(match, played); diff != "" {
		t.Errorf("%s (-page +played):\n%s", page, diff)
	}
}

// play does what the lines with > say, and writes behind each what came of it.
func (s *stage) play(match string) string {
	var played strings.Builder
	for line := range strings.Lines(match) {
		line = strings.TrimSuffix(line, "\n")
		step, sent := strings.CutPrefix(line, "> ")
		if !sent {
			continue
		}
		played.WriteString(line + "\n")
		s.do(step)
		played.WriteString(s.answers())
	}
	return played.String()
}

func (s *stage) do(step string) {
	if speech, spoken := strings.CutPrefix(step, "<"); spoken {
		nick, text, _ := strings.Cut(speech, "> ")
		s.people[nick].say("#arena", text)
		return
	}
	if nick, text, private := strings.Cut(step, " -> "); private {
		s.people[nick].tell(text)
		return
	}
	wait, err := time.ParseDuration(strings.TrimSuffix(step, " pass"))
	if err != nil {
		s.t.Fatalf("%q: %v", step, err)
	}
	time.Sleep(wait)
	synctest.Wait()
}

// answers is what the referee has said: privately first, then in the channel.
func (s *stage) answers() string {
	var answers strings.Builder
	for _, nick := range []string{"ann", "bob"} {
		for _, line := range s.people[nick].took() {
			if text, private := answer(line, nick); private {
				answers.WriteString("-> " + nick + " " + text + "\n")
			}
		}
	}
	for _, line := range s.people["op"].took() {
		if text, public := answer(line, "#arena"); public {
			answers.WriteString("#arena " + text + "\n")
		}
	}
	return answers.String()
}

// answer is the text of "1s PRIVMSG target :text", in parentheses if a NOTICE.
func answer(line, target string) (text string, to bool) {
	fields := strings.SplitN(line, " ", 4)
	if len(fields) < 4 || fields[2] != target {
		return "", false
	}
	text = strings.TrimPrefix(fields[3], ":")
	if fields[1] == "NOTICE" {
		text = "(" + text + ")"
	}
	return strings.ReplaceAll(text, "HEX", "0123…"), true
}
