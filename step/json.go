package step

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// The lines of "step" are walked over in place: encoding/json checks that a
// line is JSON, and object and array then hand out the raw values in it. Unlike
// encoding/json they refuse a key that comes twice, compare keys exactly, and
// cost no allocation, which is most of the price of a turn.

// checkJSON tells where the text stops being one JSON value.
func checkJSON(text []byte) error {
	if json.Valid(text) {
		return nil
	}
	var value json.RawMessage
	err := json.Unmarshal(text, &value)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("column %d: %w", syntax.Offset, err)
	}
	return err
}

// object calls member for each member of a valid JSON value, which must be an
// object.
func object(value []byte, member func(key string, value []byte) error) error {
	if value[0] != '{' {
		return wrongType("an object", value)
	}
	for i := next(value, 1); value[i] != '}'; {
		end := skip(value, i)
		key, err := text(value[i:end])
		if err != nil {
			return err
		}
		i = next(value, next(value, end)+1) // over the colon
		end = skip(value, i)
		if err := member(key, value[i:end]); err != nil {
			return err
		}
		i = afterComma(value, end)
	}
	return nil
}

// array calls element for each element of a valid JSON value, which must be a
// list.
func array(value []byte, element func(value []byte) error) error {
	if value[0] != '[' {
		return wrongType("a list", value)
	}
	for i := next(value, 1); value[i] != ']'; {
		end := skip(value, i)
		if err := element(value[i:end]); err != nil {
			return err
		}
		i = afterComma(value, end)
	}
	return nil
}

// text is the string that a valid JSON value holds.
func text(value []byte) (string, error) {
	if value[0] != '"' {
		return "", wrongType("a text", value)
	}
	inner := value[1 : len(value)-1]
	if bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner), nil
	}
	var s string
	err := json.Unmarshal(value, &s)
	return s, err
}

// next is the index of the first byte from i on that is not white space.
func next(value []byte, i int) int {
	for value[i] == ' ' || value[i] == '\t' || value[i] == '\r' || value[i] == '\n' {
		i++
	}
	return i
}

// afterComma is where the next element starts, or the closing bracket is.
func afterComma(value []byte, i int) int {
	if i = next(value, i); value[i] == ',' {
		i = next(value, i+1)
	}
	return i
}

// skip is the end of the value that starts at i.
func skip(value []byte, i int) int {
	depth := 0
	for ; i < len(value); i++ {
		switch value[i] {
		case '"':
			i = closingQuote(value, i)
		case '{', '[':
			depth++
			continue
		case '}', ']':
			depth--
		default:
			if depth == 0 {
				return endOfWord(value, i)
			}
			continue
		}
		if depth == 0 {
			return i + 1
		}
	}
	return i
}

// closingQuote is the index of the quote that closes the string opened at i.
func closingQuote(value []byte, i int) int {
	for i++; value[i] != '"'; i++ {
		if value[i] == '\\' {
			i++
		}
	}
	return i
}

// endOfWord is the end of the number, true, false or null that starts at i.
func endOfWord(value []byte, i int) int {
	n := bytes.IndexAny(value[i:], ",]} \t\r\n")
	if n < 0 {
		return len(value)
	}
	return i + n
}

func wrongType(expected string, value []byte) error {
	return fmt.Errorf("expected %s, not %s", expected, kind(value))
}

// kind names what a valid JSON value is.
func kind(value []byte) string {
	switch value[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a text"
	case 't', 'f', 'n':
		return string(value)
	default:
		return "a number"
	}
}

const hexDigits = "0123456789abcdef"

// appendJSONString writes the text as a JSON string; what is not UTF-8 becomes
// U+FFFD.
func appendJSONString(dst, text []byte) []byte {
	dst = append(dst, '"')
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
			i++
		case c < ' ':
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
			i++
		case c < utf8.RuneSelf:
			dst = append(dst, c)
			i++
		default:
			r, size := utf8.DecodeRune(text[i:]) // RuneError for a bad byte
			dst = utf8.AppendRune(dst, r)
			i += size
		}
	}
	return append(dst, '"')
}
