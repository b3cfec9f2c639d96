package irc

import (
	"strings"
	"unicode/utf8"
)

// maxLine is how many bytes a line has at most, without CR LF. A server may
// announce more (LINELEN), but what it relays has to fit other people's clients.
const maxLine = 510

// clean is text without what would end the line, start a CTCP or break a client:
// control characters are left out, invalid UTF-8 becomes U+FFFD.
func clean(text string) string {
	if hasControl(text) {
		text = strings.Map(func(r rune) rune {
			if r < ' ' || r == 0x7f {
				return -1
			}
			return r
		}, text)
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

func hasControl(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] == 0x7f {
			return true
		}
	}
	return false
}

// cut is the longest head of text of at most limit bytes that ends between two
// runes.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	end := max(limit, 0)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// validWord tells whether a name can be one parameter of a line, and one target
// only.
func validWord(name string) bool {
	return name != "" && name[0] != ':' && !hasControl(name) && !strings.ContainsAny(name, " ,")
}

// validNick tells whether a name may be written to as a person's: it is neither
// a channel nor a mask of servers ("$*").
func validNick(name string) bool {
	return validWord(name) && !strings.ContainsAny(name[:1], "#&+$!@%~*") && !strings.ContainsAny(name, "!@*?")
}
