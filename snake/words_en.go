package snake

var english = map[string]string{
	refusedOut:   `you are out of this match`,
	refusedDead:  `your snake is dead and comes back with the next turn`,
	refusedWord:  `want "up", "down", "left", "right", "act", "stop" or "act(0)", or two of them with a comma between`,
	refusedEmpty: `a word is missing beside the comma, as in "act,left"`,
	refusedTwo:   `a snake goes one way a turn: two directions are none`,
	refusedPair:  `these two words do not go together: want "act" and a direction, or a direction and "act"`,
	refusedMany:  `two words with a comma between are the most`,
	"rules": `Most points win. One order a turn, in private, the last one counts: "up", "down", "left", "right"; "act" lays a stone where your tail is, as in "act,left" (before the move) or "left,act" (at the turn's end); "stop" goes straight on, as silence does; "act(0)" kills your snake.` + "\n" +
		`A turn: stones, moves, fight, eating, fight, new objects, stones. Apple +1, gold +10, stone +5 but 3 cells shorter, pill: 10 turns of fury. Walls and bodies kill; in fury you bite. Head on, the longer one lives and loses the other's length.` + "\n" +
		`10 a cell of a snake killed or bitten, 110 for the round. Whoever speaks in the channel or changes nick from turn 1 on loses his order of that turn.`,
}
