package game

// Forecast is what rules know of their match before it, for whoever has to say
// how long it will take where lines take time.
type Forecast struct {
	Turns int    // it has at most so many; 0: no limit
	Usual Volume // a turn in which all play, once they have begun to
	Most  Volume // and one as full as turns may be for long
}

// Volume is what a turn says beside the referee's own lines.
type Volume struct {
	Public Lines
	Views  Lines // of all seats together
}

// Lines is how many lines something is, and how many bytes of text in all.
type Lines struct{ Lines, Bytes int }

// Plus is both together.
func (l Lines) Plus(other Lines) Lines {
	return Lines{l.Lines + other.Lines, l.Bytes + other.Bytes}
}
