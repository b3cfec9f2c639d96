//go:build race

package storm

// usual is how many evenings are played if nobody says: few, since the race
// detector takes its time. It also has the scheduler throw dice, so that no
// evening is the same twice.
func usual(short bool) int {
	if short {
		return 10
	}
	return 40
}
