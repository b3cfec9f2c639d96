// Package bots has sample bots: four for bomber, two for snake, one for sentiant.
// They are ordinary IRC clients that know a game by its protocol lines alone, and
// they are meant to be read: take one, give it your own ideas, and let it play.
//
// A bot is two halves that know nothing of each other. Client (client.go) speaks
// IRC and Play (player.go) sits at the table. A Brain thinks: lines of the referee
// go in, orders come out; no network, no clock, and the same lines and seed give
// the same orders.
//
// Bomber (bomber.go) follows the match on a Board (board.go), asks an Outlook
// (outlook.go) what its possible orders would lead to, and lets its character
// (hunter.go, scholar.go, miner.go, sapper.go) choose. Grazer (grazer.go) plays
// snake by the board that it is sent, Viper (viper.go) by what it makes of the
// public lines (pit.go). PlayBySocket (socket.go) lets a grazer play by WebSocket. Forager (forager.go) plays a colony of ants by what they
// tell it (colony.go).
package bots

// Brain plays one seat. It is told every line of the referee, those in the channel
// and the private ones, in the order in which they come, and answers with what to
// tell him: nothing for most lines, orders for SEND_YOUR_ACTION.
type Brain interface {
	Hear(line string) (answers []string)
}

// Bot is a brain to be, and its nick.
type Bot struct {
	Game string // what it plays
	Name string // the nick that it asks for
	// New makes the brain that plays under this name. Equal seeds and equal lines
	// give equal answers.
	New func(name string, seed uint64) Brain
}

// Cast are the bots for a game, in the order in which a match seats them: none if
// there are none.
func Cast(game string) (cast []Bot) {
	switch game {
	case "bomber":
		for _, character := range Characters() {
			cast = append(cast, Bot{game, character.Name, func(name string, seed uint64) Brain {
				return NewBomber(character, name, seed)
			}})
		}
	case "snake":
		fights := func(name string, _ uint64) Brain { return NewViper(name) }
		grazes := func(string, uint64) Brain { return NewGrazer() }
		cast = []Bot{
			{game, "viper", fights}, {game, "grass", grazes}, {game, "adder", fights}, {game, "slowworm", grazes}, {game, "cobra", fights},
		}
	case "sentiant":
		for _, genus := range []string{"formica", "lasius", "messor", "atta"} {
			cast = append(cast, Bot{game, genus, func(name string, seed uint64) Brain {
				return NewForager(name, seed)
			}})
		}
	}
	return cast
}
