package irc

import (
	"testing"

	"go.uber.org/zap"
)

func TestMasked(t *testing.T) {
	n := New(Config{Name: "test", Nick: "Referee", NickServ: &NickServ{Password: "hush"}}, zap.NewNop())
	for line, want := range map[string]string{
		"PASS hush":                                                "PASS ***",
		"authenticate aHVzaA==":                                    "authenticate ***",
		"PRIVMSG NickServ :IDENTIFY hush":                          "PRIVMSG NickServ ***",
		"NOTICE ann :come back with: resume 0123":                  "NOTICE ann :come back with: resume ***",
		"NOTICE ann :to play: http://a/b?code=0123&gameName=c (d)": "NOTICE ann :to play: http://a/b?code=***",
		":ann!a@b PRIVMSG Referee :RESUME 0123abc":                 ":ann!a@b PRIVMSG Referee :RESUME ***",
		"PRIVMSG #arena :TOUR 1":                                   "PRIVMSG #arena :TOUR 1",
		"":                                                         "",
	} {
		if got := n.masked(line); got != want {
			t.Errorf("masked(%q) = %q, want %q", line, got, want)
		}
	}
}
