package bomber

import "arbitre/game"

// usualLine is how long a line of a turn is, about: STUDY_FIREPOWER is longer,
// BOMB shorter.
const usualLine = len("NO_ACTION somebody 1")

// Forecast: each living player has his one line a turn. Deaths come on top, but
// only once each.
func (m *match) Forecast() game.Forecast {
	seats := len(m.players)
	turn := game.Volume{Public: game.Lines{Lines: seats, Bytes: seats * usualLine}}
	return game.Forecast{Turns: m.settings.MaxTurns, Usual: turn, Most: turn}
}
