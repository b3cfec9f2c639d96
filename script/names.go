package script

import "go.starlark.net/starlark"

// The words of the language: what is seen, and ways to go.
const (
	wordBread      = "bread"
	wordCookie     = "cookie"
	wordFree       = "free"
	wordDirt       = "dirt"
	wordRock       = "rock"
	wordQueen      = "queen"
	wordEnemyQueen = "enemy_queen"
	wordAnt        = "ant"
	wordFriend     = "friend"
	wordEnemy      = "enemy"
	wordUnknown    = "unknown"
	wordThief      = "thief"
)

// The values that scripts are given again and again are made once.
var (
	bread      starlark.Value = starlark.String(wordBread)
	cookie     starlark.Value = starlark.String(wordCookie)
	free       starlark.Value = starlark.String(wordFree)
	dirt       starlark.Value = starlark.String(wordDirt)
	rock       starlark.Value = starlark.String(wordRock)
	ownQueen   starlark.Value = starlark.String(wordQueen)
	enemyQueen starlark.Value = starlark.String(wordEnemyQueen)
	someAnt    starlark.Value = starlark.String(wordAnt)
	unknown    starlark.Value = starlark.String(wordUnknown)
	emptyText  starlark.Value = starlark.String("")
	nothing    starlark.Value = starlark.None

	directions = [...]starlark.Value{
		starlark.String("UP"), starlark.String("DOWN"), starlark.String("LEFT"), starlark.String("RIGHT"),
	}
	directionWords = [...]string{"UP", "DOWN", "LEFT", "RIGHT"}
	// steps are where the directions lead; y grows downwards.
	steps = [...]struct{ dx, dy int }{{0, -1}, {0, 1}, {-1, 0}, {1, 0}}

	outcomes = map[string]starlark.Value{
		"": emptyText, "ok": starlark.String("ok"), "bad": starlark.String("bad"),
		"still": starlark.String("still"), "bump": starlark.String("bump"),
	}
)

// constants are the names that every script knows, beside the functions that make
// orders.
var constants = []struct {
	name  string
	value starlark.Value
}{
	{"UP", directions[0]},
	{"DOWN", directions[1]},
	{"LEFT", directions[2]},
	{"RIGHT", directions[3]},
	{"DIRECTIONS", starlark.Tuple(directions[:])},
	{"BREAD", bread},
	{"COOKIE", cookie},
	{"FREE", free},
	{"DIRT", dirt},
	{"ROCK", rock},
	{"QUEEN", ownQueen},
	{"ENEMY_QUEEN", enemyQueen},
	{"ANT", someAnt},
	{"FRIEND", starlark.String(wordFriend)},
	{"ENEMY", starlark.String(wordEnemy)},
	{"THIEF", starlark.String(wordThief)},
	{"UNKNOWN", unknown},
}

// standing is what a letter of a view's solid or floor means.
func standing(letter byte) starlark.Value {
	switch letter {
	case '.':
		return free
	case '#':
		return dirt
	case '^':
		return rock
	case 'Q':
		return ownQueen
	case 'q':
		return enemyQueen
	case 'a':
		return someAnt
	case 'b':
		return bread
	case 'c':
		return cookie
	}
	return unknown
}

// lying is the resource that a letter of a floor means, None if there is none or
// nobody knows.
func lying(letter byte) starlark.Value {
	switch letter {
	case 'b':
		return bread
	case 'c':
		return cookie
	}
	return nothing
}

// cargo is the resource of that word, None without one.
func cargo(word string) starlark.Value {
	switch word {
	case wordBread:
		return bread
	case wordCookie:
		return cookie
	}
	return nothing
}

// directionOf is the index of a direction, and whether the value is one.
func directionOf(v starlark.Value) (int, bool) {
	text, _ := v.(starlark.String)
	switch text {
	case "UP":
		return 0, true
	case "DOWN":
		return 1, true
	case "LEFT":
		return 2, true
	case "RIGHT":
		return 3, true
	}
	return 0, false
}
