package sentiant

import "arbitre/game"

// What the views of a turn are, about.
const (
	usualQueen   = len("QUEEN turn=100 ants=10 N1=. N2=. E1=. E2=. S1=. S2=. W1=. W2=.")
	usualAnt     = 150 // bytes of an ant that sees 3 cells far
	usualFilling = longestLine * 6 / 7
	usualColony  = len(" somebody:10,10")
	cellOfAnt    = 2 // bytes of a cell in sight, on the solid layer and on the floor
	cellsOfThree = 25
)

// Forecast: a colony's views are what its queen and its ants know, several of them
// to a line where they fit. In a usual turn it has the ants of the loaves that lie beside
// the queens at first. In a full one there are as many ants in all as loaves on
// the map: with what grows again there may be more, late in a long match.
func (m *match) Forecast() game.Forecast {
	s, seats := &m.settings, len(m.queens)
	atFirst := seats * s.StarterBread * s.AntsPerLoaf
	return game.Forecast{
		Turns: s.MaxTurns,
		Usual: m.forecastTurn(atFirst),
		Most:  m.forecastTurn(max(atFirst, s.Bread*s.AntsPerLoaf)),
	}
}

// forecastTurn is a turn with so many ants in all.
func (m *match) forecastTurn(ants int) game.Volume {
	seats := len(m.queens)
	ant := usualAnt + cellOfAnt*(len(m.sight)-cellsOfThree)
	each := usualQueen + ants*(ant+len(separator))/seats
	return game.Volume{
		Public: game.Lines{Lines: 1, Bytes: len(wordColonies) + seats*usualColony},
		Views: game.Lines{
			Lines: seats * ((each + usualFilling - 1) / usualFilling),
			Bytes: seats*usualQueen + ants*ant,
		},
	}
}
