package snake

import "arbitre/game"

// What the lines of a turn are, about.
const (
	usualReport = len(" somebody:10,10,RIGHT,10,0,0")
	usualEvents = len("EVENTS apple:somebody new:apple,10,10")
	usualScore  = len(" somebody:100")
)

// Forecast: where the snakes are is said each turn, what happened and the points
// about every second one. The boards are counted as they are at the start; later
// a row of many snakes' parts may need a line more.
func (m *match) Forecast() game.Forecast {
	seats := len(m.snakes)
	moves := game.Lines{Lines: 1 + seats*usualReport/longestLine, Bytes: len(wordSnakes) + seats*usualReport}
	rest := game.Lines{Lines: 2, Bytes: usualEvents + len(wordScores) + seats*usualScore}
	half := game.Lines{Lines: 1, Bytes: rest.Bytes / 2}
	boards := m.forecastBoards()
	more := game.Lines{Lines: boards.Lines + boards.Lines/4, Bytes: boards.Bytes + boards.Bytes/10}
	return game.Forecast{
		Turns: m.settings.Rounds * (m.settings.WaitTurns + m.settings.RoundTurns),
		Usual: game.Volume{Public: moves.Plus(half), Views: boards},
		Most:  game.Volume{Public: moves.Plus(rest), Views: more},
	}
}

// forecastBoards are the boards of all seats as they are now. They are of one
// length, about.
func (m *match) forecastBoards() (boards game.Lines) {
	for _, event := range m.View(0, nil) {
		boards = boards.Plus(game.Lines{Lines: 1, Bytes: len(event.Fact.AppendLine(nil, nil))})
	}
	return game.Lines{Lines: boards.Lines * len(m.snakes), Bytes: boards.Bytes * len(m.snakes)}
}
