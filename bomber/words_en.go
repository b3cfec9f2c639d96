package bomber

var english = map[string]string{
	refusedOut:      `you are out of this match`,
	refusedDead:     `you are dead: the match is over for you`,
	refusedBusy:     `you are busy, and free again at turn {0}`,
	refusedNoWord:   `an order needs a word, as in "north 1"`,
	refusedWord:     `want "north", "south", "east", "west", "bomb", "study_firepower", "study_speed", "study_timer" or "defuse"`,
	refusedMissing:  `a number is missing, as in "north 1" or "bomb 12"`,
	refusedNumber:   `a number has one to nine digits and nothing else`,
	refusedExtra:    `there is more than this order takes`,
	refusedNoStep:   `a move goes one cell at least`,
	refusedTooFast:  `your speed is {0}, and a move goes no farther`,
	refusedOffMap:   `there is no cell {0} {1}: both go from 0 to {2}`,
	refusedTooEarly: `a bomb of yours can explode at turn {0} at the earliest`,
	refusedTooLate:  `a bomb of yours can explode at turn {0} at the latest`,
	"rules": `The last one alive wins. Send me one order a turn, in private; the last one counts: "north 1" ("south", "east", "west"; up to your speed), "bomb 12" (explodes at turn 12, up to your timer ahead), "study_firepower", "study_speed" (3 turns), "study_timer" (2), "defuse" (2; destroys the bombs on your cell).` + "\n" +
		`A turn: defusals, moves, studies, bombs laid, explosions. A bomb explodes as a cross with arms as long as its owner's firepower now; it sets off the bombs that it touches, and kills whoever it touches. All explosions of a turn are one.` + "\n" +
		`Whoever speaks in the channel or changes nick from turn 1 on loses his order of that turn.`,
}
