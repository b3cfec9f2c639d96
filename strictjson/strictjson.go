// Package strictjson reads the JSON that people hand in to a game (settings and
// states), and words what is wrong with it for people who don't know Go: where
// it stands, what was given, and what was expected. It writes the texts of states,
// too. It knows no game.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// Decode reads one JSON value into a Go one. Unknown keys are refused.
func Decode(text []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	err := dec.Decode(into)
	var mismatch *json.UnmarshalTypeError
	switch {
	case errors.As(err, &mismatch) && mismatch.Field == "":
		return fmt.Errorf("%s: want %s", mismatch.Value, kind(mismatch.Type))
	case errors.As(err, &mismatch):
		return fmt.Errorf("%s: %s: want %s", mismatch.Field, mismatch.Value, kind(mismatch.Type))
	case errors.Is(err, io.EOF):
		return errors.New("empty: want JSON")
	case err != nil:
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON")
	}
	return nil
}

func kind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int:
		return "a whole number"
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a text"
	case reflect.Slice:
		return "a list"
	default:
		return "an object"
	}
}

// Members hands over the members of an object in the order in which they stand,
// each with its value as JSON. An empty text has none.
func Members(text []byte, take func(key string, value []byte) error) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	var whole json.RawMessage
	if err := json.Unmarshal(text, &whole); err != nil {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(whole))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return errors.New("want a JSON object")
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return err
		}
		if err := take(fmt.Sprint(key), value); err != nil {
			return err
		}
	}
	return nil
}

// Checker looks through what was decoded, and keeps the first thing that is
// wrong.
type Checker struct{ Err error }

// Fail notes what is wrong, unless something was before.
func (c *Checker) Fail(format string, args ...any) {
	if c.Err == nil {
		c.Err = fmt.Errorf(format, args...)
	}
}

// Number checks a number's range; nil is a number that is missing. Where is a
// format for the place in a list. Where it fails it returns the least.
func (c *Checker) Number(n *int, least, most int, where string, place ...any) int {
	switch {
	case n == nil:
		c.Fail(where+": missing: want %d to %d", append(place, least, most)...)
		return least
	case *n < least || *n > most:
		c.Fail(where+": %d: want %d to %d", append(place, *n, least, most)...)
		return least
	}
	return *n
}

// longestName is how many bytes a player's name has at most.
const longestName = 30

// Name checks a player's name: no spaces, and no two equal. One from a drawing
// may not be UTF-8, and would be another one in JSON.
func (c *Checker) Name(name string, others []string, where string, place ...any) {
	isSpace := func(r rune) bool { return r <= ' ' || r == '\x7f' }
	if name == "" || len(name) > longestName || strings.ContainsFunc(name, isSpace) {
		c.Fail(where+": %q: want 1 to %d bytes without spaces", append(place, name, longestName)...)
	}
	if !utf8.ValidString(name) {
		c.Fail(where+": %q: want UTF-8", append(place, name)...)
	}
	if slices.Contains(others, name) {
		c.Fail(where+": %q: another player has this name", append(place, name)...)
	}
}

// AppendText writes a JSON string. Almost every name is written as it is.
func AppendText(dst []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, err := json.Marshal(text)
			if err != nil {
				panic("strictjson: a text as JSON: " + err.Error()) // a string always has one
			}
			return append(dst, quoted...)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, text...)
	return append(dst, '"')
}
