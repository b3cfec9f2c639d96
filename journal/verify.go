package journal

import (
	"encoding/hex"
	"errors"
	"io"
	"strings"

	"arbitre/game"
	"arbitre/referee"
)

// Verify runs the match of a file again. It returns its head and its end if
// every turn is what the rules make of it; otherwise an error names the first
// line that is not, and what was expected. The file is only read.
func Verify(name string, games []game.Game) (referee.Opening, referee.End, error) {
	return verify(name, games, func(*Replay) error { return nil })
}

// verify runs a match again, once it is prepared.
func verify(name string, games []game.Game, prepare func(*Replay) error) (referee.Opening, referee.End, error) {
	var opening referee.Opening
	var last referee.End
	err := Play(name, games, func(p *Replay) error {
		opening = p.Opening
		if err := prepare(p); err != nil {
			return p.lines.wrong("%w", err)
		}
		for {
			_, end, err := p.Next()
			switch {
			case errors.Is(err, io.EOF):
				return nil
			case err != nil:
				return err
			case end != nil:
				last = *end
			}
		}
	})
	return opening, last, err
}

// Play opens a file and hands its match to the function. Of a match that still
// runs the private file beside it is asked for the seed, if it may be read.
func Play(name string, games []game.Game, watch func(*Replay) error) (err error) {
	file, err := openFile(name)
	if err != nil {
		return err
	}
	defer func() { err = errorOr(err, file.Close()) }()
	replay, err := NewReplay(name, file, games, secretSeed(name))
	if err != nil {
		return err
	}
	return watch(replay)
}

// secretSeed is the seed of a match that still runs, nil if it cannot be known.
func secretSeed(name string) *[32]byte {
	_, seed, err := readPrivate(strings.TrimSuffix(name, matchFile) + privateFile)
	if err != nil {
		return nil
	}
	return &seed
}

// readPrivate reads a private file, and the seed in it.
func readPrivate(name string) (private referee.Private, seed [32]byte, err error) {
	file, err := openFile(name)
	if err != nil {
		return private, seed, err
	}
	defer func() { err = errorOr(err, file.Close()) }()
	const what = "what is private of a match"
	l := newLines(name, file)
	line, err := l.next()
	if errors.Is(err, io.EOF) {
		return private, seed, l.wrong("the file is empty: expected %s", what)
	}
	if err == nil {
		err = l.parse(line, &private, what)
	}
	if err != nil {
		return private, seed, err
	}
	seed, ok := parseSeed(private.Seed)
	if !ok { // it is no error's business what is there instead
		return private, seed, l.wrong("seed: expected 64 hex digits")
	}
	return private, seed, nil
}

// parseSeed reads 64 hex digits.
func parseSeed(text string) (seed [32]byte, ok bool) {
	if len(text) != hex.EncodedLen(len(seed)) {
		return seed, false
	}
	_, err := hex.Decode(seed[:], []byte(text))
	return seed, err == nil
}
