package journal

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"time"
	"unicode/utf8"

	"arbitre/referee"
)

// replayVersion is the number of the format. A change that an older program
// would misread raises it.
const replayVersion = 1

// header is the first line of a file.
type header struct {
	Replay  int    `json:"replay"`
	Version string `json:"version"` // of the program that wrote it
	// Revealed is the seed in hex, empty while the match runs.
	Revealed string `json:"seed"`
	referee.Opening
}

// ending is what the last line of a file holds.
type ending struct {
	referee.End
	Sum string `json:"sha256"` // hex of the SHA-256 of all lines before
}

// The lines are written by hand, not by encoding/json, so that no version of
// that package writes a match differently from another: a match has one
// spelling, for ever, and a file with another has been changed.

func (h *header) appendLine(dst []byte) []byte {
	dst = appendInt(append(dst, `{"replay":`...), h.Replay)
	dst = appendString(append(dst, `,"game":`...), h.Game)
	dst = appendString(append(dst, `,"version":`...), h.Version)
	dst = append(append(dst, `,"settings":`...), h.Settings...)
	dst = appendString(append(dst, `,"commitment":`...), h.Commitment)
	if h.Revealed != "" {
		dst = appendString(append(dst, `,"seed":`...), h.Revealed)
	}
	dst = appendList(append(dst, `,"players":`...), h.Players, appendString)
	if len(h.Scripts) > 0 {
		dst = appendList(append(dst, `,"scripts":`...), h.Scripts, appendScripted)
	}
	if h.FreePlay {
		dst = append(dst, `,"freeplay":true`...)
	}
	dst = append(dst, `,"started":"`...)
	dst = h.Started.UTC().AppendFormat(dst, time.RFC3339Nano)
	return append(dst, "\"}\n"...)
}

func appendScripted(dst []byte, s referee.Scripted) []byte {
	dst = appendInt(append(dst, `{"seat":`...), s.Seat)
	dst = appendString(append(dst, `,"name":`...), s.Name)
	dst = appendString(append(dst, `,"sha256":`...), s.SHA256)
	if s.Text != "" {
		dst = appendString(append(dst, `,"text":`...), s.Text)
	}
	return append(dst, '}')
}

func appendTurn(dst []byte, t referee.Turn) []byte {
	dst = appendInt(append(dst, `{"turn":`...), t.Turn)
	dst = appendList(append(dst, `,"orders":`...), t.Orders, appendStrings)
	dst = appendSeats(dst, `,"void":`, t.Void)
	dst = appendSeats(dst, `,"out":`, t.Out)
	if len(t.Causes) > 0 {
		dst = appendStrings(append(dst, `,"causes":`...), t.Causes)
	}
	dst = appendList(append(dst, `,"ms":`...), t.Millis, appendMillis)
	dst = appendStrings(append(dst, `,"public":`...), t.Public)
	dst = appendString(append(dst, `,"hash":`...), t.Hash)
	return append(dst, "}\n"...)
}

func appendEnd(dst []byte, e referee.End, sum []byte) []byte {
	dst = appendInt(append(dst, `{"end":{"turn":`...), e.Turn)
	dst = appendList(append(dst, `,"ranking":`...), e.Ranking, appendRank)
	dst = appendStrings(append(dst, `,"causes":`...), e.Causes)
	if e.Aborted {
		dst = append(dst, `,"aborted":true`...)
	}
	dst = append(dst, `,"sha256":"`...)
	dst = hex.AppendEncode(dst, sum)
	return append(dst, "\"}}\n"...)
}

func appendRank(dst []byte, r referee.Rank) []byte {
	dst = appendInt(append(dst, `{"seat":`...), r.Seat)
	dst = appendInt(append(dst, `,"place":`...), r.Place)
	dst = appendInt(append(dst, `,"score":`...), r.Score)
	return append(dst, '}')
}

// appendSeats writes a member only if there is something to say.
func appendSeats(dst []byte, key string, seats []int) []byte {
	if len(seats) == 0 {
		return dst
	}
	return appendList(append(dst, key...), seats, appendInt)
}

func appendMillis(dst []byte, ms *int) []byte {
	if ms == nil {
		return append(dst, "null"...)
	}
	return appendInt(dst, *ms)
}

func appendStrings(dst []byte, texts []string) []byte { return appendList(dst, texts, appendString) }

func appendInt(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }

func appendList[E any](dst []byte, list []E, element func([]byte, E) []byte) []byte {
	dst = append(dst, '[')
	for i, e := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = element(dst, e)
	}
	return append(dst, ']')
}

// appendString writes a text as JSON. What is not UTF-8 becomes U+FFFD, as it
// does where a line of IRC comes in.
func appendString(dst []byte, text string) []byte {
	const hexDigits = "0123456789abcdef"
	dst = append(dst, '"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r < ' ':
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[r>>4], hexDigits[r&15])
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

func compactJSON(text []byte) ([]byte, error) {
	var compact bytes.Buffer
	err := json.Compact(&compact, text)
	return compact.Bytes(), err
}
