package irc

import (
	"testing"
	"time"

	"arbitre/referee"
)

// A network connects, enters its channels, says and hears, and leaves politely.
func TestVisit(t *testing.T) {
	in(t, func(cfg *Config) { cfg.Channels = []string{"#arena", "#secret key"} }, func(w *world) {
		s := w.accept()
		s.want("CAP LS 302", "NICK bot", "USER bot * * bot")
		w.register(s, usualSupport)
		if up := taken[referee.LinkUp](w); len(up) != 1 {
			t.Fatalf("%d LinkUp", len(up))
		}
	})
}

func TestVisitSpeech(t *testing.T) {
	in(t, nil, func(w *world) {
		s := w.up()
		w.join(s, "#arena", "ann")
		w.take()

		w.n.Send(referee.Post{Channel: "#arena", Text: "TOUR 1"})
		s.want("PRIVMSG #arena :TOUR 1")

		s.say(":ann!a@host.test PRIVMSG bot :NORTH 1")
		heard := taken[referee.Heard](w)
		if len(heard) != 1 || heard[0].Text != "NORTH 1" || heard[0].Channel != "" || heard[0].From.Nick() != "ann" {
			t.Fatalf("heard %+v", heard)
		}
		w.n.Send(referee.Post{To: heard[0].From, Notice: true, Text: "ok"})
		s.want("NOTICE ann :ok")

		w.stop()
		within(time.Second)
		s.want("QUIT :bye")
		<-s.gone
	})
}
