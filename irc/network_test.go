package irc

import (
	"testing"
	"testing/synctest"
	"time"

	"arbitre/referee"
)

// A whole visit: a network connects, enters its channels, hears and says, and
// leaves politely.
func TestVisit(t *testing.T) {
	in(t, func(cfg *Config) {
		cfg.Password, cfg.RealName, cfg.Unlimited = "of the server", "Arbitre, ask ann", true
		cfg.Channels = []string{"#arena", "#secret key"}
	}, func(w *world) {
		s := w.accept()
		s.want("PASS :of the server", "CAP LS 302", "NICK bot", "USER bot * * :Arbitre, ask ann")
		s.say(":irc.test CAP * LS :server-time account-tag sasl echo-message sts=port=6697")
		if lines := s.lines(); len(lines) != 1 || !sameWords(lines[0], "CAP REQ :server-time account-tag") {
			t.Errorf("server heard %q", lines)
		}
		s.say(":irc.test CAP * ACK :server-time account-tag")
		s.want("CAP END")
		s.say(":irc.test 001 bot :Welcome", ":irc.test 005 bot "+usualSupport+" :are supported", "PING :cookie")
		s.want("PONG cookie")
		s.say(":irc.test 376 bot :End of MOTD")
		s.want("JOIN #secret key", "JOIN #arena")
		if up := taken[referee.LinkUp](w); len(up) != 1 {
			t.Fatalf("%d LinkUp", len(up))
		}

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

		s.say(":ann!a@host.test KICK #secret bot", ":bot!b@h JOIN #secret", ":ann!a@host.test KICK #secret bot")
		synctest.Wait()
		w.n.Join("#secret")
		s.want("JOIN #secret key")

		w.stop()
		within(time.Second)
		s.want("QUIT :bye")
		<-s.gone
	})
}
