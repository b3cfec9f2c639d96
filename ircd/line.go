package ircd

import (
	"strings"

	"github.com/lrstanley/girc"
)

// line is a line of a client, taken apart.
type line struct {
	label   string // value of the label tag, as it was sent
	tags    string // the client-only tags, as they were sent, parted by ;
	command string // in capitals
	params  []string
}

// parse takes text apart; false: there is no command in it. The tags are read
// here, since what is relayed of them is relayed as it was sent; the rest by
// girc's parser.
func (l *line) parse(text string) bool {
	l.label, l.tags, l.command, l.params = "", "", "", nil
	if strings.HasPrefix(text, "@") {
		tags, rest, _ := strings.Cut(text[1:], " ")
		l.parseTags(tags)
		text = rest
	}
	text = strings.TrimLeft(text, " ")
	if strings.HasPrefix(text, ":") { // a client's source is not believed
		_, text, _ = strings.Cut(text, " ")
		text = strings.TrimLeft(text, " ")
	}
	event := girc.ParseEvent(text)
	if event == nil {
		return false
	}
	l.command, l.params = event.Command, event.Params
	return l.command != ""
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
