package irc

import (
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"

	"arbitre/referee"
)

// Whatever a server sends, nothing panics, the roster is in order and what it
// remembers of strangers is bounded.
func FuzzRead(f *testing.F) {
	f.Add(":bot!b@h JOIN #arena\n:s 353 bot = #arena :@bot +ann\n:s 366 bot #arena :End\n:s 315 bot #arena :End\n:ann!a@h NICK bob\n:bob!a@h QUIT :a.b c.d")
	f.Add(":bot!b@h JOIN #arena\n:ann!a@h JOIN #arena Ann :Ann\n:bot!b@h NICK ann\n:ann!a@h NICK ann\n:x MODE #arena +ov-o ann ann\n:ann!a@h KICK #arena ann :x")
	f.Add("@time=2026-01-01T00:00:00.000Z;account=Ann;batch=1 :ann!a@h PRIVMSG bot :\x01VERSION\x01\n:s BATCH +1 chathistory\n@batch=1 :s BATCH +2\n:s 005 bot PREFIX=(qo)~@ CASEMAPPING=ascii CHANMODES=a,b,c,d STATUSMSG=@\n:s 001 x")
	f.Add(":s 354 bot 152 #arena u h n H a\n:s 352 bot # u h s n f :0 x\n:s 396 bot a@b\n:s 470 bot #arena #two\n:s 473 bot #arena\n:s 401 bot x\n:a!b@c INVITE bot #x\n:a!b@c CHGHOST d e\n:a!b@c ACCOUNT *\nPONG s prompt-18446744073709551615")
	f.Fuzz(func(t *testing.T, input string) {
		n := New(Config{Nick: "bot", Channels: []string{"#arena"}}, zap.NewNop())
		n.queue.open(referee.Budget{}, time.Now())
		n.Read(referee.Line{Link: referee.Up})
		var lines []string
		var sp splitter
		for chunk := range strings.SplitAfterSeq(input, "x") {
			bytes := []byte(chunk)
			for line, ok := sp.next(&bytes); ok; line, ok = sp.next(&bytes) {
				lines = append(lines, string(line))
			}
		}
		for _, line := range append(lines, string(sp.partial)) {
			concerns(line)
			for _, event := range n.Read(referee.Line{At: time.Now(), Text: line}) {
				if heard, ok := event.(referee.Heard); ok && heard.From.Nick() == "" {
					t.Errorf("%q: said by nobody", line)
				}
			}
			checkRoster(t, n.roster)
		}
		n.Read(referee.Line{Link: referee.Down})
		if len(n.roster.people)+len(n.roster.channels)+len(n.roster.strangers) > 0 {
			t.Error("somebody is left")
		}
	})
}

// checkRoster looks whether the tables of a roster agree.
func checkRoster(t *testing.T, r *roster) {
	t.Helper()
	for nick, p := range r.people {
		if r.fold(p.Nick()) != nick || p.Nick() == "" {
			t.Errorf("%q is called %q", nick, p.Nick())
		}
		for name := range p.Channels {
			if _, ok := r.channels[name].members[p]; !ok {
				t.Errorf("%q is not in %q", nick, name)
			}
		}
	}
	alone := 0
	for _, p := range r.people {
		if len(p.Channels) == 0 {
			alone++
		}
	}
	if alone != len(r.strangers) || alone > maxStrangers {
		t.Errorf("%d people are in no channel, %d strangers are known", alone, len(r.strangers))
	}
	for name, c := range r.channels {
		for p := range c.members {
			if r.called(p.Nick()) != p {
				t.Errorf("%q in %q is not known", p.Nick(), name)
			}
		}
		for _, p := range c.found {
			if _, ok := c.members[p]; !ok {
				t.Errorf("%q was found in %q and is not there", p.Nick(), name)
			}
		}
	}
}

// What is left of a text is always safe to send.
func FuzzRender(f *testing.F) {
	f.Add("#arena", "  board \x00\r\nQUIT é€🐍 100%", "ann")
	f.Add("@#arena", strings.Repeat("🐍", 200), "$*")
	n := New(Config{Nick: "bot"}, zap.NewNop())
	n.roster.isupport.set("STATUSMSG=@+")
	n.roster.publish()
	f.Fuzz(func(t *testing.T, channel, text, nick string) {
		for _, post := range []referee.Post{
			{Channel: channel, Text: text},
			{To: referee.NewPerson(nick, "", ""), Text: text, Notice: true},
		} {
			line := n.render(&post)
			if line == "" {
				continue
			}
			m, ok := parse(line)
			if !ok || len(m.params) != 2 || hasControl(line) || len(line) > maxLine {
				t.Errorf("%q of %d bytes", line, len(line))
			}
		}
	})
}
