package bomber

import "strings"

// The codes for bold, colour and so on that IRC clients send.
const (
	formattingCodes = "\x02\x03\x04\x0f\x11\x16\x1d\x1e\x1f"
	colourCode      = '\x03'
	hexColourCode   = '\x04'
	decimalDigits   = "0123456789"
	hexDigits       = "0123456789abcdefABCDEF"
)

// longestNumber is how many digits a number may have.
const longestNumber = 9

// parseOrder reads an order, or tells by a refusal's key why it is none. A bot
// may colour its text; case and runs of spaces don't matter.
func parseOrder(text string) (order, string) {
	if mayHoldFormatting(text) {
		text = stripFormatting(text)
	}
	word, rest := nextToken(text)
	number, rest := nextToken(rest)
	extra, _ := nextToken(rest)
	a := actionOf(word)
	switch {
	case word == "":
		return order{}, refusedNoWord
	case a == nothing:
		return order{}, refusedWord
	case !a.takesNumber() && number != "" || extra != "":
		return order{}, refusedExtra
	case !a.takesNumber():
		return order{action: a}, ""
	case number == "":
		return order{}, refusedMissing
	}
	n, ok := parseNumber(number)
	if !ok {
		return order{}, refusedNumber
	}
	return order{a, n}, ""
}

// nextToken cuts off what stands before the next run of spaces.
func nextToken(text string) (token, rest string) {
	begin := 0
	for begin < len(text) && text[begin] == ' ' {
		begin++
	}
	end := begin
	for end < len(text) && text[end] != ' ' {
		end++
	}
	return text[begin:end], text[end:]
}

// actionOf finds the order's word in any case, or nothing. Of a word as long as
// ours in bytes EqualFold folds ASCII letters only.
func actionOf(word string) action {
	for a := north; a <= defuse; a++ {
		if w := actionWords[a]; len(w) == len(word) && strings.EqualFold(w, word) {
			return a
		}
	}
	return nothing
}

// parseNumber reads one to nine ASCII digits.
func parseNumber(text string) (n int, ok bool) {
	if len(text) > longestNumber {
		return 0, false
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		n = n*10 + int(text[i]-'0')
	}
	return n, true
}

// mayHoldFormatting is quick, for almost no order does.
func mayHoldFormatting(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' {
			return true
		}
	}
	return false
}

// stripFormatting takes out the formatting codes, with the colours' digits.
func stripFormatting(text string) string {
	var plain strings.Builder
	for text != "" {
		c := text[0]
		text = text[1:]
		switch {
		case c == colourCode:
			text = stripColours(text, decimalDigits, 2)
		case c == hexColourCode:
			text = stripColours(text, hexDigits, 6)
		case strings.IndexByte(formattingCodes, c) < 0:
			plain.WriteByte(c)
		}
	}
	return plain.String()
}

// stripColours takes off the foreground's digits and, behind a comma, the
// background's, each at most so many.
func stripColours(text, digits string, most int) string {
	n := countDigits(text, digits, most)
	text = text[n:]
	if n > 0 && len(text) > 1 && text[0] == ',' {
		if n = countDigits(text[1:], digits, most); n > 0 {
			text = text[1+n:]
		}
	}
	return text
}

func countDigits(text, digits string, most int) int {
	n := 0
	for n < most && n < len(text) && strings.IndexByte(digits, text[n]) >= 0 {
		n++
	}
	return n
}
