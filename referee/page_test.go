package referee_test

import (
	"flag"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the answers of the referee into the pages of docs")

// page is a page of docs with blocks of a kind, in which people do something and
// the referee answers.
type page struct {
	file   string
	texts  []string // before, between and behind the blocks
	blocks []string
}

func readPage(t *testing.T, file, kind string) page {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := page{file: file}
	rest := string(text)
	for {
		before, block, found := strings.Cut(rest, "```"+kind+"\n")
		if !found {
			break
		}
		block, rest, found = strings.Cut(block, "```\n")
		if !found {
			t.Fatalf("%s: a block without an end", file)
		}
		p.texts = append(p.texts, before+"```"+kind+"\n")
		p.blocks = append(p.blocks, block)
		rest = "```\n" + rest
	}
	p.texts = append(p.texts, rest)
	if len(p.blocks) == 0 {
		t.Fatalf("%s has no block of kind %s", file, kind)
	}
	return p
}

// isPlayedBy plays the blocks, one after the other, and checks that the page has
// what came of it.
func (p *page) isPlayedBy(s *stage) {
	s.t.Helper()
	var written strings.Builder
	for i, block := range p.blocks {
		played := s.play(block)
		written.WriteString(p.texts[i] + played)
		if diff := cmp.Diff(block, played); diff != "" && !*update {
			s.t.Errorf("%s (-page +played):\n%s", p.file, diff)
		}
	}
	written.WriteString(p.texts[len(p.blocks)])
	if *update {
		if err := os.WriteFile(p.file, []byte(written.String()), 0o644); err != nil {
			s.t.Fatal(err)
		}
	}
}

// play does what the lines with > say, and writes behind each what came of it.
func (s *stage) play(block string) string {
	var played strings.Builder
	for line := range strings.Lines(block) {
		line = strings.TrimSuffix(line, "\n")
		step, done := strings.CutPrefix(line, "> ")
		if !done {
			continue
		}
		played.WriteString(line + "\n")
		s.do(step)
		played.WriteString(s.answers())
	}
	return played.String()
}

func (s *stage) do(step string) {
	s.t.Helper()
	if speech, spoken := strings.CutPrefix(step, "<"); spoken {
		nick, text, _ := strings.Cut(speech, "> ")
		s.people[nick].say("#arena", text)
		return
	}
	if nick, text, private := strings.Cut(step, " -> "); private {
		s.people[nick].tell(text)
		return
	}
	if nick, invites := strings.CutSuffix(step, " invites the referee"); invites {
		s.people[nick].send("INVITE Referee #arena")
		synctest.Wait()
		return
	}
	if nicks, split := strings.CutSuffix(step, " are cut off"); split {
		s.server.Split("leaf.test", strings.Split(nicks, " and ")...)
		synctest.Wait()
		return
	}
	if strings.HasSuffix(step, " are back") {
		s.server.Rejoin()
		synctest.Wait()
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
	var answers, public strings.Builder
	for _, nick := range []string{"op", "ann", "bob"} {
		for _, line := range s.people[nick].took() {
			if text, private := answer(line, nick); private {
				answers.WriteString("-> " + nick + " " + text + "\n")
			} else if text, channel := answer(line, "#arena"); channel && nick == "op" {
				public.WriteString("#arena " + text + "\n")
			}
		}
	}
	return answers.String() + public.String()
}

// answer is the text of "1s PRIVMSG target :text", in parentheses if a NOTICE.
func answer(line, target string) (text string, to bool) {
	fields := strings.SplitN(line, " ", 4)
	if len(fields) < 4 || fields[2] != target {
		return "", false
	}
	text = strings.TrimPrefix(fields[3], ":")
	switch fields[1] {
	case "NOTICE":
		text = "(" + text + ")"
	case "PART":
		text = "PART " + text
	}
	return strings.ReplaceAll(text, "HEX", "0123…"), true
}
