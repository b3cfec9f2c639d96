// Package view shows a match to a person: in the terminal, turn by turn, or as
// plain text where there is none. It is a watcher. The board of bomber it makes of
// what the channel is told, as any listener could (arena.go, board.go); that of
// sentiant is the map as the rules draw it, for who may see through the fog
// (nests.go); of other games it shows the drawing as it is.
package view

import (
	"slices"
	"strings"
	"unicode"

	"arbitre/bots"
	"arbitre/referee"
)

// Match is what has been seen of a match so far. The zero value waits for its
// opening.
type Match struct {
	Players []string // by seat
	Lines   []string // of the channel, but for SEND_YOUR_ACTION
	Turn    int      // the last one resolved
	End     *referee.End

	board   bots.Board // of bomber
	pit     bots.Pit   // of snake
	letters []byte     // by seat: what stands for a player on the board
	game    string
	drawing string // the position where no board can be made of the lines
}

// Take follows a record.
func (m *Match) Take(r referee.Record) {
	switch {
	case r.Opening != nil:
		*m = Match{Players: r.Opening.Players, game: r.Opening.Game, letters: lettersFor(r.Opening.Players)}
		m.hear(r.Opening.Public...)
	case r.Turn != nil:
		m.Turn = r.Turn.Turn
		m.hear("TOUR " + itoa(m.Turn))
		m.hear(r.Turn.Public...)
		m.board.CloseTurn()
	case r.End != nil:
		m.End = r.End
		m.hear(r.End.Public...)
	}
	if m.game != boardGame && m.game != pitGame {
		m.drawing = r.Drawing
	}
}

// boardGame and pitGame are the games whose boards are made of what the channel
// hears. Of the others the position is shown as their rules draw it.
const (
	boardGame = "bomber"
	pitGame   = "snake"
)

func (m *Match) hear(lines ...string) {
	for _, line := range lines {
		if m.game == pitGame {
			m.pit.Hear(line)
		} else {
			m.board.Hear(line)
		}
	}
	m.Lines = append(m.Lines, lines...)
}

// Exploded tells whether a bomb exploded in the last turn.
func (m *Match) Exploded() bool { return len(m.board.Exploded) > 0 }

// death is how a player died, nil while he lives.
func (m *Match) death(name string) *bots.Death {
	for i := range m.board.Deaths {
		if m.board.Deaths[i].Player.Name == name {
			return &m.board.Deaths[i]
		}
	}
	return nil
}

// seat of a player, by his name.
func (m *Match) seat(name string) int { return slices.Index(m.Players, name) }

// lettersFor finds a letter for each player: one of his name that nobody before
// him has, the first if possible, or else any.
func lettersFor(players []string) []byte {
	const all = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	var letters []byte
	for _, name := range players {
		for _, r := range strings.ToUpper(name) + all {
			if strings.ContainsRune(all, r) && !slices.Contains(letters, byte(r)) {
				letters = append(letters, byte(r)) // one of all
				break
			}
		}
	}
	return letters
}

// printable is the text as any terminal can show it, a rune a column: control
// characters and what is wider or narrower than a column become a question mark.
func printable(text string, ascii bool) string {
	return strings.Map(func(r rune) rune {
		switch {
		case ' ' <= r && r <= '~', r == '☼' && !ascii:
			return r
		case ascii || r >= 0x1100 || !unicode.IsPrint(r) || unicode.Is(unicode.Mn, r):
			return '?'
		}
		return r
	}, text)
}
