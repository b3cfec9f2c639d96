package gametest

import (
	"slices"

	"pgregory.net/rapid"

	"arbitre/game"
)

// Sent is what one seat does in a turn.
type Sent struct {
	Orders    []string
	Void, Out bool
}

// Turn plays a turn and returns its lines.
func Turn(rules game.Rules, turn []Sent, names []string) []string {
	var void, out game.Seats
	for i, s := range turn {
		for _, text := range s.Orders {
			rules.Order(game.Seat(i), text)
		}
		if s.Void {
			void = void.With(game.Seat(i))
		}
		if s.Out {
			out = out.With(game.Seat(i))
		}
	}
	return Told(rules.Resolve(void, out, nil), names)
}

// Told are the lines of the events.
func Told(events []game.Event, names []string) []string {
	var lines []string
	for _, e := range events {
		if text := string(e.Fact.AppendLine(nil, names)); text != "" {
			lines = append(lines, text)
		}
	}
	return lines
}

// PlacesLeaveOutTheNext checks that places are those of 1 1 3; they begin at 2
// when nobody is left.
func PlacesLeaveOutTheNext(t *rapid.T, standings []game.Standing) {
	var places []int
	for _, s := range standings {
		places = append(places, s.Place)
	}
	slices.Sort(places)
	for i, place := range places {
		if (i == 0 || place != places[i-1]) && place != places[0]+i {
			t.Fatalf("places %v", places)
		}
	}
}
