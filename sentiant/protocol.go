package sentiant

import "strconv"

// The words that the referee says and no player does. MAP_SIZE and DEAD are
// those of the contest of bomber.
const (
	wordMapSize   = "MAP_SIZE"
	wordSettings  = "SETTINGS"
	wordMapSpread = "MAP_SPREAD"
	wordQueen     = "QUEEN" // a player's too
	wordAnt       = "ANT"
	wordMore      = "ANT+"
	wordColonies  = "COLONIES"
	wordCookie    = "COOKIE"
	wordDead      = "DEAD"
)

// What the views tell of a cell.
const (
	seenFree       = '.'
	seenDirt       = '#'
	seenRock       = '^'
	seenOwnQueen   = 'Q'
	seenOtherQueen = 'q'
	seenAnt        = 'a'
	seenBread      = 'b'
	seenCookie     = 'c'
	seenUnknown    = '?'
)

var (
	seenGround = [...]byte{free: seenFree, dirt: seenDirt, rock: seenRock, outside: seenRock}
	seenItem   = [...]byte{nothing: seenFree, bread: seenBread, cookie: seenCookie}
)

// itemWords are the items as views, states and drawings name them.
var itemWords = [...]string{nothing: "", bread: "bread", cookie: "cookie"}

// outcome is the result of an ant's last order.
type outcome uint8

// The outcomes.
const (
	unborn outcome = iota // no turn yet
	done
	bad   // void or missing
	still // no effect
	bump  // a collision
)

var outcomeWords = [...]string{unborn: "", done: "ok", bad: "bad", still: "still", bump: "bump"}

// action is what an ant can do in a turn.
type action uint8

// The actions.
const (
	sleep action = iota
	move
	dig
	attack
	pickUp
	drop
)

var actionWords = [...]string{
	sleep: "SLEEP", move: "MOVE", dig: "DIG", attack: "ATTACK", pickUp: "PICKUP", drop: "DROP",
}

func (a action) takesDirection() bool { return move <= a && a <= attack }

// direction is one of the four.
type direction uint8

// The directions. Y grows downwards.
const (
	up direction = iota
	down
	left
	right
)

var directionWords = [...]string{up: "UP", down: "DOWN", left: "LEFT", right: "RIGHT"}

// The words of the orders that are free of charge, the queen's and the colony's.
const (
	wordPheromone = "PHERO"
	wordErase     = "ERASE"
	wordSay       = "SAY"
	wordSpawn     = "SPAWN"
	wordDone      = "DONE" // of a colony: these are all its orders
)

// besideWords name the queen's eight orthogonally adjacent cells.
var besideWords = [...]string{"N1", "N2", "E1", "E2", "S1", "S2", "W1", "W2"}

// scents is how many types of pheromones there are: "identifiés par les entiers
// de 0 à 31 (inclus)".
const scents = 32

// appendNumber writes a number behind its key. Most numbers of a view have one
// digit or two.
func appendNumber(dst []byte, key string, n int) []byte {
	dst = append(dst, key...)
	switch {
	case 0 <= n && n <= 9:
		return append(dst, '0'+byte(n))
	case 10 <= n && n <= 99:
		return append(dst, '0'+byte(n/10), '0'+byte(n%10))
	}
	return strconv.AppendInt(dst, int64(n), 10)
}

// The keys of the refusals. They are part of the protocol and never change.
const (
	refusedOut       = "out"
	refusedNoWord    = "no-word"
	refusedNumber    = "bad-number"
	refusedAnt       = "not-your-ant"
	refusedWord      = "unknown-word"
	refusedDirection = "bad-direction"
	refusedScent     = "bad-scent"
	refusedString    = "bad-string"
	refusedExtra     = "extra-argument"
	refusedQueen     = "bad-queen-order"
	refusedBeside    = "bad-cell"
)
