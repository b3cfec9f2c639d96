package bots

import (
	"context"
	"net"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"go.uber.org/zap"

	"arbitre/ircd"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestParseMessage(t *testing.T) {
	for _, test := range []struct {
		line string
		want Message
	}{
		{":Arbitre!a@host PRIVMSG #arena :TOUR 3", Message{"Arbitre", "PRIVMSG", []string{"#arena", "TOUR 3"}}},
		{"@time=2026;account=x :Arbitre!a@h PRIVMSG ann :a :b", Message{"Arbitre", "PRIVMSG", []string{"ann", "a :b"}}},
		{":irc.test 001 ann :Welcome", Message{"irc.test", "001", []string{"ann", "Welcome"}}},
		{"ping :x y", Message{"", "PING", []string{"x y"}}},
		{":a!b@c PRIVMSG #arena SEND_YOUR_ACTION", Message{"a", "PRIVMSG", []string{"#arena", "SEND_YOUR_ACTION"}}},
		{":a!b@c PRIVMSG x ::", Message{"a", "PRIVMSG", []string{"x", ":"}}},
		{":a", Message{From: "a"}},
		{"", Message{}},
	} {
		got := parseMessage(test.line)
		if len(got.Params) == 0 {
			got.Params = nil
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.line, diff)
		}
	}
}

// connect opens a connection to a server of our own.
func connect(ctx context.Context, t *testing.T, server *ircd.Server) net.Conn {
	t.Helper()
	ours, theirs := net.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		server.ServeConn(ctx, theirs)
	}()
	t.Cleanup(func() {
		_ = ours.Close()
		<-done
	})
	return ours
}

func TestNickInUse(t *testing.T) {
	server := ircd.New(ircd.Config{}, zap.NewNop())
	for _, want := range []string{"hunter", "hunter2", "hunter3"} {
		client, err := Register(t.Context(), connect(t.Context(), t, server), "hunter")
		if err != nil {
			t.Fatal(err)
		}
		if client.Nick() != want {
			t.Errorf("nick %q, want %q", client.Nick(), want)
		}
	}
}

// A whole lobby and a turn, with a person in the referee's place: BEGIN_GAME is
// answered by join_game, SEND_YOUR_ACTION by an order, both privately, and
// nobody but the referee is listened to.
func TestPlay(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	server := ircd.New(ircd.Config{}, zap.NewNop())
	referee := enter(ctx, t, server, "Arbitre")
	stranger := enter(ctx, t, server, "stranger")

	seated, played := make(chan struct{}), make(chan error, 1)
	table := Table{Channel: "#arena", Referee: "Arbitre", Seated: func() { close(seated) }}
	conn := connect(ctx, t, server)
	go func() { played <- Play(ctx, conn, Cast("bomber")[0], 1, table) }()
	await(t, stranger, "JOIN", "hunter")
	say(t, stranger, "#arena", "BEGIN_GAME")
	await(t, referee, "PRIVMSG", "stranger")

	say(t, referee, "#arena", "BEGIN_GAME")
	if m := await(t, referee, "PRIVMSG", "hunter"); m.Param(1) != "join_game" {
		t.Errorf("the bot says %q", m.Param(1))
	}
	say(t, referee, "hunter", "JOIN_OK")
	<-seated
	for _, line := range []string{
		"MAP_SIZE 10", "JOUEURS 2", "ROUND_LENGHT 5", "POSITION hunter 1 1", "POSITION ann 9 9", "TOUR 1", "SEND_YOUR_ACTION",
	} {
		say(t, referee, "#arena", line)
	}
	if m := await(t, referee, "PRIVMSG", "hunter"); m.Param(1) != "STUDY_SPEED" {
		t.Errorf("the hunter begins with %q", m.Param(1))
	}
	alias := enter(ctx, t, server, "Arbitre1") // back, while its nick is still taken
	say(t, alias, "#arena", "TOUR 1")
	say(t, alias, "#arena", "SEND_YOUR_ACTION")
	if m := await(t, alias, "PRIVMSG", "hunter"); m.Param(1) != "STUDY_SPEED" {
		t.Errorf("the hunter answers the alias with %q", m.Param(1))
	}
	cancel()
	if err := <-played; err != nil {
		t.Errorf("told to stop: %v", err)
	}
}

func enter(ctx context.Context, t *testing.T, server *ircd.Server, nick string) *Client {
	t.Helper()
	client, err := Register(ctx, connect(ctx, t, server), nick)
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Join("#arena"); err != nil {
		t.Fatal(err)
	}
	return client
}

func say(t *testing.T, c *Client, target, text string) {
	t.Helper()
	if err := c.Say(target, text); err != nil {
		t.Fatal(err)
	}
}

// await reads up to a message of this kind from somebody.
func await(t *testing.T, c *Client, command, from string) Message {
	t.Helper()
	for {
		m, err := c.Read()
		if err != nil {
			t.Fatal(err)
		}
		if m.Command == command && m.From == from {
			return m
		}
	}
}
