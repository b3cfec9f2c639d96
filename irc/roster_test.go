package irc

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"

	"arbitre/referee"
)

// reading is a registered network whose lines come from the test.
type reading struct {
	t *testing.T
	n *Network
}

func newReading(t *testing.T, isupport string) *reading {
	t.Helper()
	n := New(Config{Nick: "bot", Channels: []string{"#arena", "#two"}}, zap.NewNop())
	rd := &reading{t, n}
	n.queue.open(referee.Budget{}, time.Now())
	rd.lines(":irc.test 001 bot :Welcome", ":irc.test 005 bot "+isupport+" :are supported")
	rd.events(n.Read(referee.Line{Link: referee.Up, At: time.Now()}))
	rd.written()
	return rd
}

// enter brings us into a channel with these names.
func (rd *reading) enter(channel, names string) {
	rd.t.Helper()
	rd.lines(":bot!bot@h.test JOIN "+channel, ":irc.test 353 bot = "+channel+" :@bot "+names,
		":irc.test 366 bot "+channel+" :End of NAMES", ":irc.test 315 bot "+channel+" :End of WHO")
}

// lines reads lines and is their events, as words.
func (rd *reading) lines(lines ...string) []string {
	var words []string
	for _, text := range lines {
		words = append(words, rd.events(rd.n.Read(referee.Line{At: time.Now(), Text: text}))...)
	}
	return words
}

func (rd *reading) events(events []referee.Event) []string {
	var words []string
	for _, event := range events {
		words = append(words, describe(event))
	}
	return words
}

// want reads lines and compares their events.
func (rd *reading) want(lines string, events ...string) {
	rd.t.Helper()
	if got := rd.lines(strings.Split(lines, "\n")...); !slices.Equal(got, events) {
		rd.t.Errorf("%s\nmeant %q\nwant  %q", lines, got, events)
	}
}

// written is the lines of our own that wait to be written.
func (rd *reading) written() []string {
	var lines []string
	for {
		out, _, wait := rd.n.queue.next(time.Now())
		if wait != 0 {
			return lines
		}
		lines = append(lines, out.raw)
	}
}

func (rd *reading) wantWritten(lines ...string) {
	rd.t.Helper()
	if got := rd.written(); !slices.Equal(got, lines) {
		rd.t.Errorf("written %q, want %q", got, lines)
	}
}

// who is a person with all that is known of him.
func (rd *reading) who(nick string) string {
	p := rd.n.roster.called(nick)
	if p == nil {
		return "nobody"
	}
	words := fmt.Sprintf("%s!%s@%s", p.Nick(), p.User, p.Host)
	if p.Account != "" {
		words += " " + p.Account
	}
	for _, name := range slices.Sorted(maps.Keys(p.Channels)) {
		words += fmt.Sprintf(" %s:%d", name, p.Channels[name])
	}
	return words
}

func (rd *reading) wantWho(nick, want string) {
	rd.t.Helper()
	if got := rd.who(nick); got != want {
		rd.t.Errorf("%s is %q, want %q", nick, got, want)
	}
}

func describe(event referee.Event) string {
	switch e := event.(type) {
	case referee.Heard:
		kind := []string{"says", "notices", "does", "asks"}[e.Kind]
		return strings.Join([]string{e.From.Nick() + e.Channel, kind, e.Text}, " ")
	case referee.Arrived:
		return e.Who.Nick() + " arrives in " + e.Channel
	case referee.Departed:
		return e.Who.User + " " + []string{"parts", "is kicked", "quits", "splits"}[e.Cause] + " " + e.Channel
	case referee.Renamed:
		return e.Old + " is " + e.Who.Nick()
	case referee.Invited:
		return e.By.Nick() + " invites to " + e.Channel
	case referee.Entered:
		return "in " + e.Channel
	case referee.Removed:
		return strings.TrimSpace("out of " + e.Channel + " by " + e.By + ": " + e.Reason)
	case referee.Undelivered:
		return "not to " + e.Target + ": " + e.Code + " " + e.Reason
	}
	return fmt.Sprintf("%T", event)
}

const hybrid = "CASEMAPPING=ascii CHANTYPES=#& PREFIX=(qaohv)~&@%+ CHANMODES=beI,k,l,imnt STATUSMSG=@+ WHOX BOT=B"

// A channel is entered with one WHO; its people are announced when it is complete.
func TestEnter(t *testing.T) {
	rd := newReading(t, hybrid)
	rd.want(":bot!~bot@h.test JOIN :#arena")
	rd.want(":irc.test 353 bot = #arena :@bot +ann ~&@bob cyd!c@c.test")
	rd.want(":irc.test 366 bot #arena :End of /NAMES list.\n:irc.test 366 bot #arena :again")
	rd.wantWritten("WHO #arena %tcuhnfa,152")
	rd.want(":dan!d@d.test JOIN #arena", "dan arrives in #arena")
	rd.want(":cyd!c@c.test PRIVMSG #arena :hello", "cyd arrives in #arena", "cyd#arena says hello")
	rd.want(":cyd!c@c.test PRIVMSG #arena") // says nothing
	rd.want(":irc.test 354 bot 152 #arena a a.test ann H Ann\n:irc.test 354 bot 9 #arena x x ann H x\n:irc.test 354 bot 152 #arena ~bot h2.test bot H 0")
	rd.want(":irc.test 315 bot #arena :End of /WHO list.\n:irc.test 315 bot #arena :again",
		"ann arrives in #arena", "bob arrives in #arena", "in #arena")
	rd.wantWho("ann", "ann!a@a.test Ann #arena:1")
	rd.wantWho("bob", "bob!@ #arena:4")
	rd.wantWho("cyd", "cyd!c@c.test #arena:0")
	if f := rd.n.facts.Load(); f.user != "~bot" || f.host != "h.test" {
		t.Errorf("published %s@%s", f.user, f.host)
	}
	rd.wantWritten()
}

// A server without WHOX, and one that refuses WHO.
func TestEnterWithoutWHOX(t *testing.T) {
	rd := newReading(t, "CASEMAPPING=ascii")
	rd.want(":bot!b@h JOIN #arena\n:s 353 bot = #arena :bot ann\n:s 366 bot #arena :End")
	rd.wantWritten("WHO #arena")
	rd.want(":s 352 bot #arena a a.test s ann H :0 Ann\n:s 315 bot #arena :End", "ann arrives in #arena", "in #arena")
	rd.wantWho("ann", "ann!a@a.test #arena:0")
	rd.want(":bot!b@h JOIN #two\n:s 353 bot = #two :bot ann\n:s 366 bot #two :End\n:s 263 bot WHO :Try again", "ann arrives in #two", "in #two")
}

func TestStatus(t *testing.T) {
	rd := newReading(t, hybrid)
	rd.enter("#arena", "ann ~@bob")
	for _, step := range []struct{ modes, ann, bob string }{
		{"+v ann", "1", "4"},
		{"+bok *!*@x ann key", "5", "4"},
		{"-o+h-v ann ann ann", "2", "4"},
		{"+l-l+im 10", "2", "4"},
		{"-o bob", "2", "4"}, // he is still the owner
		{"-q bob", "2", "0"},
		{"-h+o ann", "0", "0"}, // one parameter is missing
		{"+o nobody", "0", "0"},
		{"+oa ann bob", "4", "4"},
	} {
		rd.lines(":irc.test MODE #arena " + step.modes)
		rd.wantWho("ann", "ann!@ #arena:"+step.ann)
		rd.wantWho("bob", "bob!@ #arena:"+step.bob)
	}
}

func TestDepartures(t *testing.T) {
	rd := newReading(t, hybrid)
	rd.enter("#arena", "ann bob cyd dan")
	rd.enter("#two", "ann bob cyd")
	for _, nick := range []string{"ann", "bob", "cyd", "dan"} {
		rd.lines(":" + nick + "!" + nick[:1] + "@h ACCOUNT *")
	}
	ann := rd.n.roster.called("ann")
	rd.want(":ann!a@h PART #arena :bye", "a parts #arena")
	rd.wantWho("ann", "ann!a@h #two:0")
	rd.want(":ann!a@h PART #two", "a parts #two")
	rd.wantWho("ann", "nobody")
	rd.want(":bob!b@h QUIT :Quit: a.b c.d", "b quits #arena", "b quits #two")
	rd.want(":cyd!c@h QUIT :hub.test leaf.test", "c splits #arena", "c splits #two")
	rd.want(":op!o@h KICK #arena dan :out", "d is kicked #arena")
	rd.want(":ann!a@h JOIN #two", "ann arrives in #two")
	if ann.Nick() != "" || rd.n.roster.called("ann") == ann {
		t.Error("two visits are one person")
	}
	rd.want(":nobody!x@h QUIT :x\n:nobody!x@h PART #two\n:x!x@h KICK #two nobody")
}

// Who is known from one channel may have got a place back in another before we know
// who is there. If he goes, he goes there too.
func TestDepartureFromAChannelThatWeStillEnter(t *testing.T) {
	rd := newReading(t, "PREFIX=(ov)@+")
	rd.enter("#two", "ann")
	rd.want(":bot!bot@h.test JOIN #arena\n:irc.test 353 bot = #arena :bot ann bob")
	rd.want(":ann!a@h QUIT :irc.test leaf.test", " splits #arena", " splits #two")
	rd.want(":bob!b@h PART #arena", "b parts #arena")
	rd.want(":irc.test 366 bot #arena :End\n:irc.test 315 bot #arena :End", "in #arena")
}

func TestSplitReasons(t *testing.T) {
	for reason, want := range map[string]bool{
		"a.b c.d": true, "*.net *.split": true, "irc-1.test.net hub.test.net": true,
		"a.b": false, "a.b a.b": false, "a.b c.d e.f": false, "a.b  c.d": false, "hello world": false,
		"http://a.b c.d": false, ".a b.c": false, "a. b.c": false, "": false, "Quit: a.b c.d": false,
	} {
		if isSplit(reason) != want {
			t.Errorf("%q", reason)
		}
	}
}

// Changes of nick, also a swap, and ours.
func TestNicks(t *testing.T) {
	rd := newReading(t, hybrid)
	rd.enter("#arena", "ann bob")
	ann, bob := rd.n.roster.called("ann"), rd.n.roster.called("bob")
	rd.want(":ann!a@h NICK tmp\n:bob!b@h NICK ann\n:tmp!a@h NICK :bob", "ann is tmp", "bob is ann", "tmp is bob")
	if rd.n.roster.called("ann") != bob || rd.n.roster.called("BOB") != ann || ann.Nick() != "bob" {
		t.Error("the swap went wrong")
	}
	rd.want(":bob!a@h NICK Bob", "bob is Bob")
	rd.want(":bot!b@h NICK Guest123")
	rd.want(":Bob!a@h PRIVMSG guest123 :hello\n:Bob!a@h PRIVMSG bot :to another", "Bob says hello")
	rd.want(":Bob!a@h NICK ann", "b quits #arena", "Bob is ann") // somebody has gone without a word
	rd.want(":nobody!x@h NICK y\n:ann!a@h NICK")
}

// A person who shares no channel is followed by his private messages, as long as
// they come from the same address.
func TestStrangers(t *testing.T) {
	rd := newReading(t, hybrid)
	rd.enter("#arena", "bob")
	rd.want(":ann!a@h PRIVMSG bot :one", "ann says one")
	first := rd.n.roster.called("ann")
	rd.want(":ann!a@h PRIVMSG bot :two\n:ann!a@h JOIN #arena", "ann says two", "ann arrives in #arena")
	if rd.n.roster.called("ann") != first {
		t.Error("he became another by entering")
	}
	rd.want(":cyd!c@h PRIVMSG bot :one", "cyd says one")
	cyd := rd.n.roster.called("cyd")
	rd.want(":cyd!other@h PRIVMSG bot :two", "cyd says two")
	if cyd.Nick() != "" || rd.n.roster.called("cyd") == cyd {
		t.Error("another is taken for him")
	}
	for i := range 10 * maxStrangers {
		rd.lines(fmt.Sprintf(":p%d!p@h PRIVMSG bot :x", i))
	}
	if got := len(rd.n.roster.people); got != maxStrangers+2 {
		t.Errorf("%d people are remembered", got)
	}
}

func TestHeard(t *testing.T) {
	rd := newReading(t, hybrid)
	rd.enter("#arena", "ann")
	rd.want(":ann!a@h PRIVMSG #arena :  a \x02b\x02 ", "ann#arena says   a \x02b\x02 ")
	rd.want(":ann!a@h PRIVMSG bot x", "ann says x")
	rd.want(":ann!a@h NOTICE bot :x", "ann notices x")
	rd.want(":ann!a@h PRIVMSG @#Arena :x", "ann#Arena says x")
	rd.want(":ann!a@h PRIVMSG #arena :\x01ACTION waves\x01", "ann#arena does waves")
	rd.want(":ann!a@h PRIVMSG bot :\x01ACTION waves", "ann does waves")
	rd.want(":ann!a@h PRIVMSG bot :\x01DCC SEND x\x01", "ann asks DCC SEND x")
	rd.want(":ann!a@h NOTICE bot :\x01ACTION x\x01", "ann asks ACTION x")
	rd.want(":bot!bot@h PRIVMSG #arena :echo\n:irc.test NOTICE bot :server\nPRIVMSG bot :nobody\n:ann!a@h PRIVMSG * :all")
	rd.want(":ann!a2@h2 PRIVMSG #arena :new host", "ann#arena says new host")
	rd.wantWho("ann", "ann!a2@h2 #arena:0")
	rd.lines(":ann!a2@h2 CHGHOST a3 h3")
	rd.wantWho("ann", "ann!a3@h3 #arena:0")
}

func TestCTCPReplies(t *testing.T) {
	rd := newReading(t, hybrid)
	rd.n.cfg.Source = "https://arbitre.test"
	rd.lines(":ann!a@h PRIVMSG bot :\x01ping 12\x02 3\x01", ":ann!a@h PRIVMSG bot :\x01CLIENTINFO\x01", ":ann!a@h PRIVMSG bot :\x01SOURCE\x01",
		":ann!a@h PRIVMSG bot :\x01VERSION\x01", ":ann!a@h PRIVMSG #arena :\x01PING 1\x01")
	rd.wantWritten("NOTICE ann :\x01PING 12 3\x01", "NOTICE ann :\x01CLIENTINFO ACTION CLIENTINFO PING SOURCE VERSION\x01",
		"NOTICE ann :\x01SOURCE https://arbitre.test\x01")
}

// Old lines of a bouncer or a server's history are not heard.
func TestPlayback(t *testing.T) {
	rd := newReading(t, hybrid)
	rd.enter("#arena", "ann")
	rd.want(":s BATCH +1 chathistory #arena\n@batch=1 :ann!a@h PRIVMSG #arena :old\n@batch=1 :s BATCH +2 x\n@batch=2 :ann!a@h QUIT :old\n:s BATCH -2\n:s BATCH -1")
	rd.want(":s BATCH +3 netsplit a.b c.d\n@batch=3 :ann!a@h QUIT :a.b c.d\n:s BATCH -3", " splits #arena")
	rd.want(":ann!a@h PRIVMSG #two :where we are not")
	now := time.Now().UTC()
	const layout = "2006-01-02T15:04:05.000Z"
	rd.want("@time="+now.Add(-2*time.Minute).Format(layout)+" :bob!b@h PRIVMSG bot :old\n@time="+
		now.Format(layout)+" :bob!b@h PRIVMSG bot :new\n@time=x :bob!b@h PRIVMSG bot :strange", "bob says new", "bob says strange")
}

// Age is measured by the server's clock where it shows it.
func TestPlaybackByTheServersClock(t *testing.T) {
	n := New(Config{Nick: "bot"}, zap.NewNop())
	rd := &reading{t, n}
	rd.lines("@time=2001-01-01T00:00:00.000Z :s 001 bot :Welcome")
	n.Read(referee.Line{Link: referee.Up, At: time.Now()})
	rd.want("@time=2000-12-31T23:58:59.999Z :ann!a@h PRIVMSG bot :old\n@time=2000-12-31T23:59:00.000Z :ann!a@h PRIVMSG bot :new", "ann says new")
}

func TestRefusals(t *testing.T) {
	rd := newReading(t, hybrid)
	rd.want(":s 473 bot #Arena :Cannot join channel (+i)", "out of #Arena by : 473 Cannot join channel (+i)")
	if rd.n.wanted.has("#arena", rd.n.Fold) {
		t.Error("it is still wanted")
	}
	rd.want(":s 470 bot #two ##two :Forwarding to another channel\n:bot!b@h JOIN ##two", "out of #two by : 470 Forwarding to another channel")
	rd.wantWritten("PART ##two")
	rd.want(":bot!b@h PART ##two")

	rd.n.Join("#arena")
	rd.enter("#arena", "ann")
	rd.want(":ann!a@h KICK #arena bot :go away", "out of #arena by ann: go away")
	rd.wantWho("ann", "nobody")
	rd.n.Join("#arena")
	rd.enter("#arena", "ann")
	rd.want(":bot!b@h PART #arena :forced", "out of #arena by : PART forced")
	rd.n.Join("#arena")
	rd.enter("#arena", "ann")
	rd.n.Part("#arena", "")
	rd.want(":bot!b@h PART #arena")
}

func TestUndelivered(t *testing.T) {
	rd := newReading(t, hybrid)
	rd.enter("#arena", "ann")
	rd.want(":s 401 bot ann :No such nick\n:s 404 bot #arena :Cannot send\n:s 486 bot ann :Registered only\n:s 477 bot ann :Log in\n:s 477 bot #arena :Log in",
		"not to ann: 401 No such nick", "not to #arena: 404 Cannot send", "not to ann: 486 Registered only", "not to ann: 477 Log in", "not to #arena: 477 Log in")
	rd.want(":s NOTICE bot :Message to ann throttled due to flooding", "not to ann: NOTICE Message to ann throttled due to flooding")
	rd.want(":s 433 bot x :In use\n:s 421 bot X :Unknown\n:s 404\n:s 482 bot #arena :Not op\n:s 999 bot x :y\n:s 301 bot ann :away")
}

func TestInvitations(t *testing.T) {
	rd := newReading(t, hybrid)
	rd.want(":ann!a@h INVITE bot :#new\n:ann!a@h INVITE other #new\n:ann!a@h INVITE bot x\n:s INVITE bot #new", "ann invites to #new")
}

// On a new connection we say that we are a bot, log in, and enter the channels.
func TestUp(t *testing.T) {
	n := New(Config{
		Nick: "bot", Channels: []string{"#b", "#a", "#c key"},
		NickServ: &NickServ{Account: "Referee", Password: "secret"},
	}, zap.NewNop())
	n.queue.open(referee.Budget{}, time.Now())
	rd := &reading{t, n}
	rd.lines(":s 001 bot1 :Welcome", ":s 005 bot1 BOT=B :x")
	n.Read(referee.Line{Link: referee.Up})
	rd.wantWritten("MODE bot1 +B", "PRIVMSG NickServ :IDENTIFY Referee secret", "PRIVMSG NickServ :GHOST bot secret",
		"JOIN #c key", "JOIN #a,#b")
}

// A network's wish that nobody writes to us is refused once.
func TestOwnModes(t *testing.T) {
	rd := newReading(t, hybrid)
	rd.lines(":bot MODE bot :+igRw-g", ":s MODE bot +Rg")
	rd.wantWritten("MODE bot -g", "MODE bot -R")
}

// MaxText counts on the longest user and host until it knows ours.
func TestMaxText(t *testing.T) {
	rd := newReading(t, hybrid+" USERLEN=10 HOSTLEN=40")
	want := func(prefix string) {
		t.Helper()
		if got := rd.n.MaxText("#arena"); got != 510-len(prefix+" PRIVMSG #arena :") {
			t.Errorf("%d is left beside %q", got, prefix)
		}
	}
	want(":bot!" + strings.Repeat("u", 10) + "@" + strings.Repeat("h", 40))
	rd.lines(":s 396 bot cloak.test :is now your hidden host")
	want(":bot!" + strings.Repeat("u", 10) + "@" + strings.Repeat("h", 40))
	rd.lines(":bot!~bot@cloak.test JOIN #arena")
	want(":bot!~bot@cloak.test")
	rd.lines(":s 396 bot x@y :is now your displayed host")
	want(":bot!x@y")
	rd.lines(":bot!x@y CHGHOST ab cd.ef")
	want(":bot!ab@cd.ef")
	rd.lines(":bot!ab@cd.ef NICK referee")
	want(":referee!ab@cd.ef")
	if got := rd.n.MaxText(strings.Repeat("x", 1000)); got != 0 {
		t.Error(got)
	}
}
