package irc

import (
	"bufio"
	"context"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"arbitre/ircd"
	"arbitre/referee"
)

// onIRCd runs a test with our own server at the other end.
func onIRCd(t *testing.T, server ircd.Config, cfg Config, test func(w *world, d *ircd.Server)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		d := ircd.New(server, zap.NewNop())
		core, logs := observer.New(zap.InfoLevel)
		w := &world{t: t, logs: logs, ended: make(chan error, 1)}
		cfg.Nick, cfg.Dial = "bot", func(context.Context) (net.Conn, error) { return w.plug(ctx, d), nil }
		w.n = New(cfg, zap.New(core))
		running, stop := context.WithCancel(ctx)
		go func() { w.ended <- w.n.Run(running) }()
		drained := make(chan struct{})
		go func() {
			defer close(drained)
			w.desk()
		}()
		within(10 * time.Second)
		test(w, d)
		stop()
		if err := <-w.ended; err != nil {
			t.Error(err)
		}
		<-drained
		cancel()
	})
}

// plug is a connection to the server.
func (w *world) plug(ctx context.Context, d *ircd.Server) net.Conn {
	ours, theirs := net.Pipe()
	go d.ServeConn(ctx, theirs)
	return ours
}

// player is somebody else's client, as plain as can be.
type player struct {
	*server
}

func (w *world) player(d *ircd.Server, nick string) *player {
	w.t.Helper()
	conn := w.plug(w.t.Context(), d)
	p := &player{&server{Conn: conn, t: w.t, start: time.Now(), gone: make(chan struct{})}}
	go func() {
		defer close(p.gone)
		for lines := bufio.NewScanner(conn); lines.Scan(); {
			p.mu.Lock()
			p.heard = append(p.heard, heardLine{time.Since(p.start), lines.Text()})
			p.mu.Unlock()
			if token, ok := strings.CutPrefix(lines.Text(), "PING "); ok {
				p.say("PONG " + token)
			}
		}
	}()
	p.say("NICK "+nick, "USER "+nick+" * * "+nick)
	synctest.Wait()
	p.say("JOIN #arena")
	p.lines()
	return p
}

// words is the events since the last call.
func (w *world) words() []string {
	var words []string
	for _, event := range w.take() {
		words = append(words, describe(event))
	}
	return words
}

func (w *world) want(words ...string) {
	w.t.Helper()
	if got := w.words(); !slices.Equal(got, words) {
		w.t.Errorf("events %q\nwant   %q", got, words)
	}
}

func TestOnIRCd(t *testing.T) {
	cfg := Config{Channels: []string{"#arena"}, SASL: &SASL{Account: "Referee", Password: "secret"}, QuitMessage: "bye"}
	onIRCd(t, ircd.Config{Accounts: map[string]string{"Referee": "secret"}}, cfg, func(w *world, d *ircd.Server) {
		w.want("referee.LinkUp", "in #arena")
		ann := w.player(d, "ann")
		w.want("ann arrives in #arena")

		ann.say("PRIVMSG bot :NORTH 1", "PRIVMSG #arena :\x01ACTION waves\x01")
		w.want("ann says NORTH 1", "ann#arena does waves")

		d.Login("ann", "Ann")
		ann.say("NICK anna")
		w.want("ann is anna")
		d.Mode("#arena", "+o", "anna")
		w.want()
		who := w.n.roster.called("anna")
		if who.Account != "Ann" || !who.Operator("#arena") {
			t.Errorf("%+v", who)
		}

		w.n.Send(referee.Post{To: who, Class: referee.Views, Text: "view"})
		w.n.Send(referee.Post{Channel: "#arena", Class: referee.Views, Text: "SEND_YOUR_ACTION", Prompt: 42})
		started := taken[referee.Started](w)
		if len(started) != 1 || started[0].Token != 42 {
			t.Errorf("started %v", started)
		}
		if heard := strings.Join(ann.lines(), "\n"); !strings.Contains(heard, "PRIVMSG anna :view") || !strings.Contains(heard, "PRIVMSG #arena :SEND_YOUR_ACTION") {
			t.Errorf("ann heard %s", heard)
		}

		d.Split("leaf.test", "anna")
		w.want("ann splits #arena")
		d.Rejoin()
		w.want("anna arrives in #arena")
		if !w.n.roster.called("anna").Operator("#arena") {
			t.Error("the rejoin's MODE is lost")
		}
		d.Playback("bot", "#arena", ircd.Said{At: time.Now().Add(-time.Hour), From: "old!o@h", Text: "old"})
		w.want()
		d.Refuse("PRIVMSG", "anna", "531")
		w.n.Send(referee.Post{To: w.n.roster.called("anna"), Text: "x"})
		if undelivered := taken[referee.Undelivered](w); len(undelivered) != 1 || undelivered[0].Target != "anna" {
			t.Errorf("undelivered %v", undelivered)
		}
		d.Kick("#arena", "bot", "anna", "out")
		w.want("out of #arena by anna: out")
		_ = ann.Close()
	})
}

// Whatever length a text has, what the server relays is what was sent.
func TestMaxTextOnIRCd(t *testing.T) {
	cfg := Config{Channels: []string{"#arena"}, Unlimited: true}
	onIRCd(t, ircd.Config{}, cfg, func(w *world, d *ircd.Server) {
		ann := w.player(d, "ann")
		limit := w.n.MaxText("#arena")
		for length := limit - 2; length <= limit+2; length++ {
			text := strings.Repeat("x", length-1) + "!"
			w.n.Send(referee.Post{Channel: "#arena", Text: text})
			heard := ann.lines()
			if len(heard) != 1 || len(heard[0]) > maxLine || !strings.HasSuffix(heard[0], text[:min(length, limit)]) {
				t.Errorf("%d bytes: %q", length, heard)
			}
		}
		_ = ann.Close()
	})
}

// A connection that ircd ends in every way comes back, and its channel with it.
func TestReturnOnIRCd(t *testing.T) {
	for name, end := range map[string]func(d *ircd.Server){
		"dropped": func(d *ircd.Server) { d.Drop("bot") },
		"killed":  func(d *ircd.Server) { d.Kill("bot", "oper", "spam") },
		"stalled": func(d *ircd.Server) { d.StopReading("bot"); d.StopWriting("bot") },
		"k-line": func(d *ircd.Server) {
			d.KLine("*@*", "no bots")
			within(time.Minute)
			d.UnKLine("*@*")
		},
	} {
		t.Run(name, func(t *testing.T) {
			onIRCd(t, ircd.Config{}, Config{Channels: []string{"#arena"}}, func(w *world, d *ircd.Server) {
				w.take()
				end(d)
				within(10 * time.Minute)
				words := slices.DeleteFunc(w.words(), func(word string) bool {
					return strings.HasSuffix(word, "quits #arena") || strings.HasSuffix(word, "arrives in #arena") // our ghost
				})
				if !slices.Equal(words, []string{"referee.LinkDown", "referee.LinkUp", "in #arena"}) {
					t.Errorf("events %q", words)
				}
				if nick := w.n.facts.Load().nick; nick != "bot" {
					t.Errorf("called %s", nick)
				}
			})
		})
	}
}

// At the pace of the configuration no kind of server throws us out, and every line
// arrives: 60 long ones with a prompt behind each five. The default does for all
// but ircu (QuakeNet, Undernet), which counts bytes too.
func TestPaceOnEveryKindOfServer(t *testing.T) {
	paces := map[string]Config{"ircu": {Burst: 2, Every: 5 * time.Second}}
	for _, profile := range ircd.Profiles() {
		t.Run(profile.Name, func(t *testing.T) {
			cfg := paces[profile.Name]
			cfg.Channels = []string{"#arena"}
			onIRCd(t, ircd.Config{Profile: profile}, cfg, func(w *world, d *ircd.Server) {
				ann := w.player(d, "ann")
				w.take()
				const lines, prompts = 60, 12
				for i := range lines {
					w.n.Send(referee.Post{Channel: "#arena", Class: referee.Views, Text: strings.Repeat("x", 350)})
					if i%(lines/prompts) == 0 {
						w.n.Send(referee.Post{Channel: "#arena", Class: referee.Views, Text: "SEND_YOUR_ACTION", Prompt: uint64(i + 1)})
					}
				}
				within(10 * time.Minute)
				heard := strings.Count(strings.Join(ann.lines(), "\n"), "xxx\n")
				events, want := w.words(), slices.Repeat([]string{"referee.Started"}, prompts)
				if heard != lines || !slices.Equal(events, want) {
					t.Errorf("%d lines were heard; events %q", heard, events)
				}
				_ = ann.Close()
			})
		})
	}
}
