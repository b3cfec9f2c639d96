package ircd

import "strings"

// line is a line of a client, taken apart.
type line struct {
	label   string // value of the label tag, as it was sent
	tags    string // the client-only tags, as they were sent, parted by ;
	command string // in capitals
	params  []string
	array   [15]string
}

// parse takes text apart; false: there is no command in it.
func (l *line) parse(text string) bool {
	l.label, l.tags, l.command = "", "", ""
	l.params = l.array[:0]
	if strings.HasPrefix(text, "@") {
		tags, rest, _ := strings.Cut(text[1:], " ")
		l.parseTags(tags)
		text = rest
	}
	text = strings.TrimLeft(text, " ")
	if strings.HasPrefix(text, ":") { // a client's source is not believed
		_, text, _ = strings.Cut(text, " ")
	}
	text = strings.TrimLeft(text, " ")
	word, rest, _ := strings.Cut(text, " ")
	l.command = strings.ToUpper(word)
	for {
		rest = strings.TrimLeft(rest, " ")
		switch {
		case rest == "":
			return l.command != ""
		case rest[0] == ':':
			l.params = append(l.params, rest[1:])
			return l.command != ""
		case len(l.params) == len(l.array)-1:
			l.params = append(l.params, rest)
			return l.command != ""
		}
		word, rest, _ = strings.Cut(rest, " ")
		l.params = append(l.params, word)
	}
}

func (l *line) parseTags(tags string) {
	var kept []string
	for tag := range strings.SplitSeq(tags, ";") {
		if label, ok := strings.CutPrefix(tag, "label="); ok && len(label) <= 64 {
			l.label = label
		}
		if len(tag) > 1 && tag[0] == '+' {
			kept = append(kept, tag)
		}
	}
	l.tags = strings.Join(kept, ";")
}

// param is the parameter i, "" if there is none.
func (l *line) param(i int) string {
	if i < len(l.params) {
		return l.params[i]
	}
	return ""
}

// cut returns at most n bytes of text.
func cut(text string, n int) string { return text[:min(len(text), n)] }

// isNick tells whether the name can be a nick.
func isNick(name string) bool {
	for i := range len(name) {
		b := name[i]
		switch {
		case 'A' <= b && b <= '}': // letters and []\^_`{|}
		case i > 0 && ('0' <= b && b <= '9' || b == '-'):
		default:
			return false
		}
	}
	return name != ""
}

// isChannel tells whether the name can be a channel's.
func isChannel(name string) bool {
	return len(name) > 1 && len(name) <= maxChannelLen && name[0] == '#' && !strings.ContainsAny(name, " ,\a:")
}
