package ircd

import (
	"fmt"
	"testing"
	"testing/synctest"

	"go.uber.org/zap/zaptest"
)

// suite is what this server and the real ones must do alike, each a script. A
// line of it is one of
//
//	ANN> text            ANN sends it; who is not there yet connects first
//	ANN< pattern         ANN reads on until a line matches, of which are shown
//	                     the source's nick, the command and the parameters
//	ANN! pattern         nothing that has come by now matches
//	ANN+ caps            ANN connects with these capabilities
//	ANN closed           the server closes the connection
//	[a b] line           only for the servers a and b
//	[!a] line            for all others
//
// {n} is n times the letter x. Nicks and channels in capitals get a number of
// their own a script.
var suite = []struct{ name, script string }{
	{"messages to a channel", `
		ANN> JOIN #C
		ANN< ANN JOIN #C*
		ANN< * 353 ANN ? #C @ANN
		ANN< * 366 ANN #C *
		BOB> JOIN #C
		ANN< BOB JOIN #C*
		BOB> PRIVMSG #C :a b  c
		ANN< BOB PRIVMSG #C a b  c
		BOB> NOTICE #C :d
		ANN< BOB NOTICE #C d
		BOB! BOB PRIVMSG *`},
	{"messages to a person", `
		ANN> PING x
		BOB> PRIVMSG ANN :hi
		ANN< BOB PRIVMSG ANN hi
		BOB> PRIVMSG ANN word
		ANN< BOB PRIVMSG ANN word
		BOB> PRIVMSG BOB :to myself
		BOB< BOB PRIVMSG BOB to myself
		BOB> PRIVMSG nobody77 :hi
		BOB< * 401 BOB nobody77 *
		BOB> PRIVMSG
		BOB< * 4?1 BOB *
		BOB> PRIVMSG ANN
		BOB< * 4?? BOB *`},
	{
		"bytes that are not UTF-8",
		"ANN> PING x\nBOB> PRIVMSG ANN :caf\xe9 \xff\xfe \xc3\nANN< BOB PRIVMSG ANN caf\xe9 \xff\xfe \xc3",
	},
	{"several targets", `
		ANN> JOIN #C
		BOB> JOIN #C
		ANN< BOB JOIN #C*
		CYD> PRIVMSG ANN,BOB :hi
		ANN< CYD PRIVMSG ANN hi
		BOB< CYD PRIVMSG BOB hi
		CYD> NOTICE ANN,BOB :ho
		ANN< CYD NOTICE ANN ho
		BOB< CYD NOTICE BOB ho
		CYD> PRIVMSG nobody77,ANN,nobody78 :hey
		CYD< * 401 CYD nobody77 *
		CYD< * 401 CYD nobody78 *
		ANN< CYD PRIVMSG ANN hey`},
	{"operator and voice", `
		ANN> JOIN #C
		BOB> JOIN #C
		BOB< * 366 *
		BOB> MODE #C +m
		BOB< * 482 BOB #C *
		ANN> MODE #C +m
		BOB< ANN MODE #C +m
		BOB> PRIVMSG #C :hush
		BOB< * 404 BOB #C *
		ANN> MODE #C +v BOB
		BOB< ANN MODE #C +v BOB
		BOB> PRIVMSG #C :heard
		ANN< BOB PRIVMSG #C heard
		ANN> MODE #C -v+o BOB BOB
		BOB< ANN MODE #C -v+o BOB BOB
		BOB> MODE #C -m
		ANN< BOB MODE #C -m`},
	{"messages to operators only", `
		ANN> JOIN #C
		BOB> JOIN #C
		CYD> JOIN #C
		ANN< CYD JOIN #C*
		ANN> MODE #C +v CYD
		CYD< ANN MODE #C +v CYD
		[!ngircd] CYD> PRIVMSG @#C :ops
		[!ngircd] ANN< CYD PRIVMSG @#C ops
		[!ngircd] ANN> PRIVMSG +#C :voiced
		[!ngircd] CYD< ANN PRIVMSG +#C voiced
		[!ngircd] BOB! * PRIVMSG *`},
	{"outsiders are not heard", `
		ANN> JOIN #C
		ANN< * 366 *
		ANN> MODE #C +n
		ANN> MODE #C
		ANN< * 324 ANN #C +*n*
		BOB> PRIVMSG #C :hi
		BOB< * 404 BOB #C *
		ANN! BOB PRIVMSG *`},
	{"keys", `
		ANN> JOIN #C
		ANN< * 366 *
		ANN> MODE #C +k secret
		ANN< ANN MODE #C +k secret
		BOB> JOIN #C
		BOB< * 475 BOB #C *
		BOB> JOIN #C secret
		BOB< BOB JOIN #C*
		ANN> MODE #C -k secret
		BOB< ANN MODE #C -k *`},
	{"bans", `
		ANN> JOIN #C
		ANN< * 366 *
		ANN> MODE #C +b BOB!*@*
		ANN< ANN MODE #C +b BOB!?@?
		BOB> JOIN #C
		BOB< * 474 BOB #C *
		ANN> MODE #C b
		ANN< * 367 ANN #C BOB!?@? *
		ANN< * 368 *
		ANN> MODE #C -b BOB!*@*
		ANN< ANN MODE #C -b BOB!?@?
		BOB> JOIN #C
		ANN< BOB JOIN #C*`},
	{"limits", `
		ANN> JOIN #C
		ANN< * 366 *
		ANN> MODE #C +l 1
		ANN< ANN MODE #C +l 1
		BOB> JOIN #C
		BOB< * 471 BOB #C *
		ANN> MODE #C -l
		ANN< ANN MODE #C -l`},
	{"invitations", `
		ANN> JOIN #C
		ANN< * 366 *
		ANN> MODE #C +i
		ANN< ANN MODE #C +i
		BOB> JOIN #C
		BOB< * 473 BOB #C *
		ANN> INVITE BOB #C
		ANN< * 341 ANN BOB #C*
		BOB< ANN INVITE BOB #C
		BOB> JOIN #C
		ANN< BOB JOIN #C*
		ANN> INVITE nobody77 #C
		ANN< * 401 ANN nobody77 *
		ANN> INVITE BOB #C
		ANN< * 443 ANN BOB #C *`},
	{"topics", `
		ANN> JOIN #C
		ANN< * 366 *
		ANN> MODE #C +t
		ANN> TOPIC #C :what it is about
		ANN< ANN TOPIC #C what it is about
		BOB> JOIN #C
		BOB< * 332 BOB #C what it is about
		BOB< * 333 BOB #C ANN* *
		BOB> TOPIC #C :else
		BOB< * 482 BOB #C *
		BOB> TOPIC #C
		BOB< * 332 BOB #C what it is about`},
	{"kicks", `
		ANN> JOIN #C
		BOB> JOIN #C
		CYD> JOIN #C
		ANN< CYD JOIN #C*
		ANN> MODE #C +n
		BOB> KICK #C CYD :no
		BOB< * 482 BOB #C *
		ANN> KICK #C BOB :out with you
		BOB< ANN KICK #C BOB out with you
		CYD< ANN KICK #C BOB out with you
		BOB> PRIVMSG #C :still here
		BOB< * 404 BOB #C *
		ANN> KICK #C BOB :again
		ANN< * 441 ANN BOB #C *`},
	{"leaving", `
		ANN> JOIN #C
		BOB> JOIN #C
		ANN< BOB JOIN #C*
		BOB> PART #C :bye
		ANN< BOB PART #C*
		BOB> PART #C
		BOB< * 442 BOB #C *
		BOB> JOIN #C
		ANN< BOB JOIN #C*
		CYD> JOIN #C
		ANN< CYD JOIN #C*
		BOB> QUIT :a.b c.d
		BOB< - ERROR *
		BOB closed
		ANN< BOB QUIT *
		CYD! BOB QUIT a.b c.d`},
	{"going without a word", `
		ANN> JOIN #C
		BOB> JOIN #C
		ANN< BOB JOIN #C*
		BOB hangs up
		ANN< BOB QUIT *`},
	{"nicks", `
		ANN> JOIN #C
		BOB> JOIN #C
		ANN< BOB JOIN #C*
		BOB> NICK CYD
		ANN< BOB NICK CYD
		BOB< BOB NICK CYD
		BOB> NICK ANN
		BOB< * 433 CYD ANN *
		BOB> NICK 1bad
		BOB< * 432 CYD 1bad *
		ANN> PRIVMSG CYD :by the new one
		BOB< ANN PRIVMSG CYD by the new one`},
	{"a nick that is too long", `
		ANN> NICK {40}
		[!ircd-hybrid cutting] ANN< * 432 ANN x* *
		[ircd-hybrid cutting] ANN< ANN NICK {30}`},
	{"nicks that are equal in rfc1459 only", `
		ANN> NICK [x]ANN
		ANN< * NICK [x]ANN
		BOB> NICK {x}ANN
		[inspircd rfc1459] BOB< * 433 BOB {x}ANN *
		[!inspircd rfc1459] BOB< * NICK {x}ANN`},
	{"registration", `
		ANN> PING x
		new BOB> NICK ANN
		BOB> USER BOB 0 * :Bob
		BOB< * 433 ? ANN *
		BOB> JOIN #C
		BOB< * 451 *
		BOB> NICK BOB
		BOB< * 001 BOB *
		BOB< * 004 BOB *
		BOB< * 005 BOB *CASEMAPPING=*
		BOB> USER x 0 * :x
		BOB< * 462 BOB *`},
	{"pings", `
		ANN> PING :a token
		ANN< * PONG * a token
		ANN> NOSUCH command
		ANN< * 421 ANN NOSUCH *
		ANN> JOIN
		ANN< * 461 ANN JOIN *`},
	{"a line that is relayed is cut at 510 bytes, its prefix counted", `
		ANN> PING x
		BOB> PRIVMSG ANN :{480}
		[!ngircd refusing] ANN< BOB PRIVMSG ANN {400}*
		[ngircd refusing] ANN< BOB PRIVMSG ANN {400}*[CUT]
		BOB> PING y
		BOB< * PONG * y`},
	{"a line that is too long", `
		ANN> PING x
		BOB> PRIVMSG ANN :{1200}
		[!ngircd refusing] ANN< BOB PRIVMSG ANN {400}*
		[!ngircd refusing] BOB> PING y
		[!ngircd refusing] BOB< * PONG * y
		[ngircd refusing] BOB< - ERROR *too long*
		[ngircd refusing] BOB closed`},
	{"who is in a channel", `
		ANN> JOIN #C
		BOB> JOIN #C
		BOB< * 366 *
		ANN> WHO #C
		ANN< * 352 ANN #C * ANN H@ ? Real ANN
		ANN< * 315 ANN #C *
		ANN> WHO #C
		ANN< * 352 ANN #C * BOB H ? Real BOB
		ANN< * 315 ANN #C *
		ANN> NAMES #C
		ANN< * 353 ANN ? #C *ANN*
		ANN< * 366 ANN #C *
		[!ngircd] ANN> WHO #C %tna,42
		[!ngircd] ANN< * 354 ANN 42 BOB 0
		[!ngircd] ANN< * 315 ANN #C *
		ANN> WHOIS BOB
		ANN< * 311 ANN BOB * Real BOB
		ANN< * 318 ANN BOB *`},
	{"modes of a channel", `
		ANN> JOIN #C
		ANN< * 366 *
		ANN> MODE #C +ntk key
		ANN> MODE #C
		ANN< * 324 ANN #C +*
		ANN> MODE #C +9
		ANN< * 472 ANN 9 *
		ANN> MODE #none77
		ANN< * 40? ANN #none77 *`},
	{"modes of a person", `
		ANN> MODE ANN +i
		ANN< * MODE ANN *+i
		ANN> MODE ANN
		ANN< * 221 ANN +*i*
		BOB> MODE ANN +i
		BOB< * 502 BOB *
		[!ngircd] ANN> MODE ANN +B
		[!ngircd] ANN< ANN MODE ANN +B`},
	{"away", `
		ANN> AWAY :back soon
		ANN< * 306 ANN *
		BOB> PRIVMSG ANN :there?
		BOB< * 301 BOB ANN back soon
		ANN< BOB PRIVMSG ANN there?
		ANN> AWAY
		ANN< * 305 ANN *`},
	{"messages from the identified only", `
		ANN> PING x
		ANN< * PONG * x
		[!ngircd] ANN> MODE ANN +R
		[!ngircd] ANN< ANN MODE ANN +R
		[!ngircd] BOB> PRIVMSG ANN :hi
		[inspircd] BOB< * 477 BOB ANN *
		[!ngircd inspircd] BOB< * 531 BOB ANN *
		[!ngircd] ANN! BOB PRIVMSG *`},
	{"caller ID", `
		ANN> PING x
		ANN< * PONG * x
		[!ngircd] ANN> MODE ANN +g
		[!ngircd] ANN< ANN MODE ANN +g
		[!ngircd] BOB> PRIVMSG ANN :may I?
		[!ngircd] BOB< * 716 BOB ANN *
		[!ngircd] BOB< * 717 BOB ANN *
		[!ngircd] ANN< * 718 ANN BOB*
		[!ngircd] ANN> ACCEPT BOB
		[!ngircd] ANN> PING y
		[!ngircd] ANN< * PONG * y
		[!ngircd] BOB> PRIVMSG ANN :now?
		[!ngircd] ANN< BOB PRIVMSG ANN now?`},
	{"monitor", `
		ANN> PING x
		[!ngircd] ANN> MONITOR + BOB
		[!ngircd] ANN< * 731 ANN BOB
		BOB> PING x
		[!ngircd] ANN< * 730 ANN BOB*
		[!ngircd] BOB> QUIT
		[!ngircd] ANN< * 731 ANN BOB*
		[!ngircd] ANN> MONITOR - BOB
		[!ngircd] ANN> MONITOR L
		[!ngircd] ANN< * 733 *`},
	{"a list of the monitored", `
		ANN> PING x
		ANN< * PONG * x
		[!ngircd] ANN> MONITOR + BOB,CYD
		[!ngircd] BOB> MONITOR C
		[!ngircd] ANN> MONITOR S
		[!ngircd] ANN< * 730 ANN *BOB*
		[!ngircd] ANN> MONITOR L
		[!ngircd] ANN< * 732 ANN *CYD*
		[!ngircd] ANN< * 733 ANN *
		[!ngircd] ANN> MONITOR C
		[!ngircd] CYD> PING x
		[!ngircd] ANN! * 730 *`},
	{"looking around", `
		ANN> JOIN #C
		ANN< * 366 *
		BOB> ISON ANN nobody77
		BOB< * 303 BOB ANN*
		BOB> USERHOST ANN
		BOB< * 302 BOB ANN=+*@*
		BOB> NAMES #C
		BOB< * 366 BOB #C *
		BOB> LIST
		BOB< * 322 BOB #C 1 *
		BOB< * 323 BOB *
		BOB> WHO ANN
		BOB< * 352 BOB * ANN H* Real ANN
		BOB> WHOIS nobody77
		BOB< * 401 BOB nobody77 *
		BOB> LUSERS
		BOB< * 255 BOB *
		ANN> TOPIC #C
		ANN< * 331 ANN #C *`},
	{"what is not there", `
		ANN> PART #none77
		ANN< * 40? ANN #none77 *
		ANN> KICK #none77 ANN
		ANN< * 40? ANN #none77 *
		ANN> INVITE nobody77 #none77
		ANN< * 40? ANN ?*
		ANN> JOIN #C
		ANN< * 366 *
		ANN> MODE #C +o nobody77
		ANN< * 401 ANN nobody77 *
		ANN> KICK #C nobody77
		ANN< * 401 ANN nobody77 *
		BOB> TOPIC #C :x
		BOB< * 442 BOB #C *
		BOB> INVITE ANN #C
		BOB< * 442 BOB #C *
		BOB> MODE nobody77 +i
		BOB< * 40? BOB nobody77 *
		BOB> NICK
		BOB< * 4?1 BOB *`},
	{"bans by parts of the mask", `
		ANN> JOIN #C
		ANN< * 366 *
		ANN> MODE #C +b one
		ANN< ANN MODE #C +b one!?@?
		[!ngircd] ANN> MODE #C +b two@host
		[!ngircd] ANN< ANN MODE #C +b ?!two@host
		ANN> MODE #C +b
		ANN< * 368 *`},
	{"multi-prefix", `
		ANN+ multi-prefix
		ANN> JOIN #C
		ANN< * 366 *
		ANN> MODE #C +v ANN
		ANN< ANN MODE #C +v ANN
		ANN> NAMES #C
		ANN< * 353 ANN ? #C @+ANN`},
	{"notes about others", `
		[!ngircd] ANN+ extended-join away-notify userhost-in-names
		[!ngircd] BOB+ extended-join
		ANN> JOIN #C
		[!ngircd] ANN< ANN JOIN #C ? Real ANN
		[!ngircd] ANN< * 353 ANN ? #C @ANN!*@*
		BOB> JOIN #C
		[!ngircd] ANN< BOB JOIN #C ? Real BOB
		[!ngircd] BOB> AWAY :tea
		[!ngircd] ANN< BOB AWAY tea
		[!ngircd] BOB> AWAY
		[!ngircd] ANN< BOB AWAY*`},
	{"tags and echoes", `
		[inspircd ircd] ANN+ message-tags server-time echo-message
		[inspircd ircd] BOB+ message-tags labeled-response batch
		[inspircd ircd] BOB> @+draft/reply=1 PRIVMSG ANN :tagged
		[inspircd ircd] ANN< @*+draft/reply=1* BOB PRIVMSG ANN tagged
		[inspircd ircd] ANN> PRIVMSG BOB :echo
		[inspircd ircd] ANN< @time=* ANN PRIVMSG BOB echo
		[inspircd ircd] BOB> @+typing=active TAGMSG ANN
		[inspircd ircd] ANN< @*+typing=active* BOB TAGMSG ANN
		[inspircd ircd] BOB> @label=a1 PING z
		[inspircd ircd] BOB< @label=a1* * PONG * z
		[inspircd ircd] BOB> @label=a2 WHOIS ANN
		[inspircd ircd] BOB< @label=a2* * BATCH +* labeled-response
		[inspircd ircd] BOB< @batch=* * 318 *
		[inspircd ircd] BOB< * BATCH -*`},
}

func TestSuite(t *testing.T) {
	for _, variant := range []struct {
		name   string
		config Config
	}{
		{"ircd", Config{}},
		{"rfc1459", Config{CaseMapping: "rfc1459"}},
		{"cutting", Config{CutNicks: true}},
		{"refusing", Config{RefuseLongLines: true}},
	} {
		for i, test := range suite {
			t.Run(fmt.Sprintf("%s/%s", variant.name, test.name), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := New(variant.config, zaptest.NewLogger(t))
					subject{variant.name, dialer(t, s)}.play(t, i, test.script)
				})
			})
		}
	}
}
