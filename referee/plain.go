package referee

import "strings"

// Plain is a line without IRC's formatting codes, its outer spaces trimmed:
// bold, italic, underline, strikethrough, monospace, reverse, reset, and the
// colours with their digits. Protocol: "formatting codes are stripped".
func Plain(text string) string {
	if strings.IndexFunc(text, isFormat) < 0 {
		return strings.TrimSpace(text)
	}
	var plain strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\x03':
			i += colourDigits(text[i+1:], 2, isDigit)
		case c == '\x04':
			i += colourDigits(text[i+1:], 6, isHexDigit)
		case !isFormat(rune(c)):
			plain.WriteByte(c)
		}
	}
	return strings.TrimSpace(plain.String())
}

func isFormat(r rune) bool {
	switch r {
	case '\x02', '\x03', '\x04', '\x0f', '\x11', '\x16', '\x1d', '\x1e', '\x1f':
		return true
	}
	return false
}

// colourDigits is the length of "foreground[,background]" at the start of
// text. A colour \x03 takes one or two digits, \x04 exactly six.
func colourDigits(text string, most int, digit func(byte) bool) int {
	run := func(text string) int {
		n := 0
		for n < most && n < len(text) && digit(text[n]) {
			n++
		}
		if most == 6 && n < 6 {
			return 0
		}
		return n
	}
	n := run(text)
	if n == 0 || n >= len(text) || text[n] != ',' {
		return n
	}
	if background := run(text[n+1:]); background > 0 {
		return n + 1 + background
	}
	return n
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isHexDigit(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
