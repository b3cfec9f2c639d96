// Package arbitre is a referee for contests of bots on IRC: an organiser opens
// a match in a channel, bots join it by private message, and the referee leads
// them through it, turn by turn.
//
// This page is the tour of the code. One idea carries it: a match is a pure
// function of its game, settings, players, seed and orders. The rules know
// nothing of IRC, clocks, goroutines or disks; everything else is arranged
// around that function and can't change its result.
//
//	IRC networks ──► irc ──► referee ──► game ◄── bomber
//
// Read it in this order:
//
//   - [arbitre/game] is the few words that the referee and the games share: a
//     seat, an event, a refusal, and Rules, which is a match in play.
//   - [arbitre/bomber] is the rules of one game. Its stages.go is a table that
//     reads like the page of its rules, its protocol.go has every word that it
//     says or understands, and its testdata has a scenario for every rule.
//     [arbitre/sentiant] and [arbitre/snake] are two more of the same shape.
//     What they draw from the seed is in [arbitre/chance], how they read what
//     people hand in is in [arbitre/strictjson] and [arbitre/drawing].
//   - [arbitre/script] plays a colony of sentiant by a script that somebody wrote:
//     it compiles Starlark, names the mistakes in it, and turns what the ants know
//     into orders.
//   - [arbitre/referee] is the order of play of a match of any game: the lobby,
//     TOUR, SEND_YOUR_ACTION, the deadline, what is published, the end; and the
//     desk, which knows whose line belongs to which match.
//   - [arbitre/irc] is a connection to a network as the referee needs it: lines
//     in the order in which they came, who is who, the flood budget,
//     reconnection.
//   - [arbitre/journal] keeps a match as a file, on disk before it is said, and
//     runs it again from there: to resume it, to verify it, to show it.
//   - [arbitre/store] remembers results, ratings, bans and channels in SQLite.
//   - [arbitre/archive] is the folder with both, and what a program takes up there
//     that the last one left behind.
//   - [arbitre/web] is a door for programs that speak no IRC.
//   - [arbitre/script/worker] is how the referee comes by the orders of scripts:
//     each runs in a process of its own.
//   - [arbitre/script/confine] runs what nobody trusts in a child process: little
//     memory, no files, no network, and gone when its parent is.
//   - [arbitre/operations] is what an operator sees: metrics, health, a page.
//   - arbitre/cmd/arbitre is the command line: it reads the configuration,
//     builds these parts, wires them and stops them. Its games.go is the table
//     of the games.
//
// The rest is for watching, trying and testing:
//
//   - [arbitre/view] shows matches in a terminal.
//   - [arbitre/ircd] is a small IRC server in the same program, for the demo
//     and for tests: it does to a client whatever a network can do to it.
//     [arbitre/ircd/servers] runs the real ones, to keep it honest.
//   - [arbitre/storm] plays whole evenings on all of this, in virtual time, while
//     everything goes wrong that can.
//   - [arbitre/bots] is players that know how to play.
//   - [arbitre/game/gametest] is what the tests of all games have in common: it
//     plays their scenarios and holds their pages and words to the code.
//   - [arbitre/arena] plays matches among scripts on one's own machine, without a
//     network.
//
// Imports point one way, towards game; arch_test.go holds that. One goroutine
// owns each match and no mutex guards it: others send it values.
//
// docs/protocol.md and docs/step.md are what a writer of bots needs,
// docs/rules-bomber.md what a player needs, docs/organising.md what an organiser
// needs, config.toml.example and docs/operating.md what an operator needs.
package arbitre

import _ "embed"

// ExampleConfig is a configuration file that explains every key, with its
// default.
//
//go:embed config.toml.example
var ExampleConfig string
