package view

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"time"

	"arbitre/referee"
)

// Playback shows a match that was recorded, as its keys say: play, pause, step,
// jump. The turn that it shows is the last one resolved.
type Playback struct {
	Screen Screen
	// Keys is what is typed, as it comes from a terminal in raw mode.
	Keys <-chan []byte
	// Next returns the records in order: the opening, the turns, the end, and
	// then io.EOF. Another error stops the match where it is.
	Next  func() (referee.Record, error)
	Speed float64 // turns a second at the start, Slowest to Fastest

	records []referee.Record // those that Next has returned
	stop    error            // why there are no more of them
	match   Match
	at      int // the record shown, by its index; -1: none
	playing bool
	digits  string // typed so far, of the turn to go to
}

// The speeds of a playback, in turns a second.
const (
	Slowest = 0.125
	Fastest = 64
)

// Show plays until somebody quits or ctx is done, and leaves the terminal as it
// was. It returns what kept Next from going on to the end.
func (p *Playback) Show(ctx context.Context) error {
	if _, err := io.WriteString(p.Screen.Out, enter); err != nil {
		return err
	}
	err := p.play(ctx)
	if _, e := io.WriteString(p.Screen.Out, leave); err == nil {
		err = e
	}
	if err == nil && !errors.Is(p.stop, io.EOF) {
		err = p.stop
	}
	return err
}

func (p *Playback) play(ctx context.Context) error {
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	step := time.NewTimer(p.wait())
	defer step.Stop()
	p.playing, p.at = true, -1
	p.show(0)
	var typed []byte
	for {
		if err := p.draw(); err != nil {
			return err
		}
		if len(typed) > 0 { // a frame for each key, however fast they come
			var key byte
			if key, typed = cutKey(typed); p.press(key) {
				return nil
			}
			step.Reset(p.wait())
			continue
		}
		var open bool
		select {
		case <-step.C:
			if p.playing {
				p.show(p.at + 1)
			}
			step.Reset(p.wait())
		case typed, open = <-p.Keys:
			if !open {
				return nil
			}
		case <-ticker.C: // the terminal's size may be another
		case <-ctx.Done():
			return nil
		}
	}
}

func (p *Playback) draw() error {
	columns, rows := p.Screen.Size()
	return p.Screen.draw(p.match.Frame(columns, rows, p.match.Exploded(), p.note(), p.Screen.Style))
}

// wait is how long a turn is shown.
func (p *Playback) wait() time.Duration { return time.Duration(float64(time.Second) / p.Speed) }

// show goes to a record: forward by what has still to be read, backward from the
// start.
func (p *Playback) show(record int) {
	for len(p.records) <= record && p.stop == nil {
		r, err := p.Next()
		if err != nil {
			p.stop = err
			break
		}
		p.records = append(p.records, r)
	}
	if record >= len(p.records) {
		p.playing = false
	}
	record = min(max(record, 0), len(p.records)-1)
	if record < p.at {
		p.match, p.at = Match{}, -1
	}
	for p.at < record {
		p.at++
		p.match.Take(p.records[p.at])
	}
}

// press does what a key says, and tells whether that is to quit.
func (p *Playback) press(key byte) (quit bool) {
	if '0' <= key && key <= '9' {
		if len(p.digits) < 9 {
			p.digits += string(key)
		}
		return false
	}
	turn, _ := strconv.Atoi(p.digits) // 0 without any
	p.digits = ""
	switch key {
	case ' ':
		p.playing = !p.playing
	case 'n':
		p.playing = false
		p.show(p.at + 1)
	case 'p':
		p.playing = false
		p.show(p.at - 1)
	case 'g':
		p.show(turn)
	case 'G':
		p.show(math.MaxInt - 1)
	case '+', '=':
		p.Speed = min(2*p.Speed, Fastest)
	case '-':
		p.Speed = max(p.Speed/2, Slowest)
	case 'q', '\x03', '\x04': // in raw mode Ctrl-C and Ctrl-D are keys
		return true
	}
	return false
}

// cutKey takes the first key off: the arrows are n and p, what else has an escape
// sequence is 0.
func cutKey(typed []byte) (key byte, rest []byte) {
	if typed[0] != '\x1b' || len(typed) < 3 || typed[1] != '[' && typed[1] != 'O' {
		return typed[0], typed[1:]
	}
	end := 2
	for end < len(typed)-1 && (typed[end] < '@' || typed[end] > '~') {
		end++
	}
	switch typed[end] {
	case 'A', 'C':
		key = 'n'
	case 'B', 'D':
		key = 'p'
	}
	return key, typed[end+1:]
}

// note stands in the title: what goes on, and the keys.
func (p *Playback) note() string {
	w := p.Screen.Style.words()
	state := w.paused
	switch {
	case p.stop != nil && !errors.Is(p.stop, io.EOF) && p.at == len(p.records)-1:
		return p.stop.Error()
	case p.digits != "":
		state = p.digits + "..."
	case p.playing:
		state = fmt.Sprintf(w.playing, strconv.FormatFloat(p.Speed, 'g', -1, 64))
	}
	return state + "   " + w.keys
}
