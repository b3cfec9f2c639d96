package referee

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// The referee's own words on the wire; the games' are in their protocol.go.
// The spelling is the contest's of 2010, kept byte for byte.
const (
	beginGame       = "BEGIN_GAME"
	newGame         = "NEW_GAME"
	joinOK          = "JOIN_OK"
	notEnough       = "NO_ENOUGH_PLAYERS"
	sendYourAction  = "SEND_YOUR_ACTION"
	classicGame     = "bomber" // the only one that BEGIN_GAME opens, so that a bot of 2010 never joins another
	wordJoin        = "JOIN_GAME"
	wordLeave       = "LEAVE_GAME"
	wordResume      = "RESUME"
	wordResend      = "RESEND"
	wordState       = "STATE"
	wordAcknowledge = "ACK"
	wordWebSocket   = "WEBSOCKET"
	wordBoard       = "BOARD"

	wordScript        = "SCRIPT"
	wordScriptBegin   = "SCRIPT_BEGIN"
	wordScriptEnd     = "SCRIPT_END"
	wordScriptOK      = "SCRIPT_OK"
	wordScriptError   = "SCRIPT_ERROR"
	wordScriptPublic  = "SCRIPT_PUBLIC"
	wordScriptList    = "SCRIPT_LIST"
	wordScriptListEnd = "SCRIPT_LIST_END"
	wordScriptShow    = "SCRIPT_SHOW"
	wordScriptDelete  = "SCRIPT_DELETE"
)

// reserved may not stand in a player's name, or one of his lines could be taken
// for another's. Only capitals count: the protocol's words are in capitals.
var reserved = []string{
	beginGame, newGame, joinOK, notEnough, sendYourAction, "MAP_SIZE", "JOUEURS", "ROUND_LENGHT",
	"TOUR", "POSITION", "NO_ACTION", "STUDY_", "BOMB", "DEFUSE", "DEAD", "END_GAME", "DRAW", "RANK",
	"SETTINGS", "POINTS", "SNAKES", "EVENTS", "SCORES", "OBJECTS", "COLONIES", "COOKIE", "QUEEN",
}

// longestName is how many bytes a name has at most: the games pack their lines
// by it.
const longestName = 30

// badName tells what keeps a nick from being a player's name: a key of the
// catalogue and what goes with it, or "". A file of a match is UTF-8, so a name
// is too.
func badName(nick string) (key string, args []any) {
	if word := reservedIn(nick); word != "" {
		return "nick-reserved", []any{strings.ToLower(word)}
	}
	if !utf8.ValidString(nick) {
		return "nick-not-utf8", nil
	}
	if !isPlain(nick) {
		return "nick-hidden", nil
	}
	if len(nick) > longestName {
		return "nick-long", []any{longestName}
	}
	return "", nil
}

// reservedIn is the protocol word in a name, or "".
func reservedIn(name string) string {
	for _, word := range reserved {
		if strings.Contains(name, word) {
			return word
		}
	}
	return ""
}

func lobbyLine(gameName string) string {
	if gameName == classicGame {
		return beginGame
	}
	return newGame + " " + gameName
}

func tourLine(turn int) string       { return "TOUR " + strconv.Itoa(turn) }
func playersLine(players int) string { return "JOUEURS " + strconv.Itoa(players) }

// roundLine gives the time for answering in whole seconds, rounded up.
func roundLine(round time.Duration) string {
	return "ROUND_LENGHT " + strconv.Itoa(int((round+time.Second-1)/time.Second))
}

func rankLine(place int, name string, score int) string {
	return fmt.Sprintf("RANK %d %s %d", place, name, score)
}

// EndLines are END_GAME and the RANK lines.
func EndLines(end *End, players []string) []string {
	var winners []string
	for _, seat := range end.Winners {
		winners = append(winners, players[seat])
	}
	lines := []string{endLine(winners)}
	for _, rank := range end.Ranking {
		lines = append(lines, rankLine(rank.Place, players[rank.Seat], rank.Score))
	}
	return lines
}

// endLine names the winner, the winners of a draw, or nobody.
func endLine(winners []string) string {
	switch len(winners) {
	case 0:
		return "END_GAME -"
	case 1:
		return "END_GAME " + winners[0]
	}
	return "END_GAME DRAW " + strings.Join(winners, " ")
}

// cutTag takes the turn off an order that names it: "@12 NORTH 1". A number is
// one to nine ASCII digits without sign.
func cutTag(text string) (turn int, order string, tagged bool) {
	tag, order, _ := strings.Cut(text, " ")
	digits, tagged := strings.CutPrefix(tag, "@")
	if !tagged || len(digits) == 0 || len(digits) > 9 {
		return 0, text, false
	}
	for i := range len(digits) {
		if !isDigit(digits[i]) {
			return 0, text, false
		}
	}
	turn, _ = strconv.Atoi(digits)
	return turn, strings.TrimSpace(order), true
}

// quoted is an order as a NOTICE may show it: in quotes and lower case, short,
// and without anything that a terminal would take for more than text.
func quoted(order string) string {
	const most = 60
	order = strings.ToLower(strings.ToValidUTF8(order, "?"))
	dots := ""
	for len(order) > most || len(strconv.QuoteToGraphic(order)) > most+20 {
		order, dots = strings.ToValidUTF8(order[:min(len(order)-1, most)], ""), "..."
	}
	return strconv.QuoteToGraphic(order + dots)
}

// shown is words of a command as a NOTICE may show them: like quoted, without the
// quotes.
func shown(words []string) string {
	text := quoted(strings.Join(words, " "))
	return text[1 : len(text)-1]
}

// isPlain tells whether a word is as it looks.
func isPlain(word string) bool {
	return utf8.ValidString(word) && strings.IndexFunc(word, func(r rune) bool { return !unicode.IsGraphic(r) }) < 0
}
