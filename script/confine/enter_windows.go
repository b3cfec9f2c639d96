package confine

// enter leaves the memory to Cell.watch, and the rest to the work itself.
func enter(int) error { return nil }
