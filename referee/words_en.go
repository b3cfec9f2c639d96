package referee

var english = catalogue{
	// lobby
	"lobby-open":     "A lobby for %s is open for %s, for %d to %d players. To play, send me privately: join_game",
	"commitment":     "SHA-256 of the seed, which is revealed at the end: %s",
	"seed-public":    "The seed was chosen by the organiser, so it is public.",
	"freeplay":       "FreePlay: nobody is disqualified for anything. The match is not rated.",
	"countdown":      "The lobby closes in %s; %d have joined.",
	"full":           "The lobby is full and closes in %s.",
	"cannot-start":   "The match can't start: %s",
	"unreachable":    "%s can't be reached by private message (%s) and does not play.",
	"token":          "Your seat in %s: should you lose your connection, come back with: resume %s",
	"no-lobby":       "No lobby is open here. An operator of the channel opens one.",
	"lobby-full":     "The lobby is full: %d players.",
	"nick-reserved":  "Your nick contains a word of the protocol, \"%s\": take another one, then join.",
	"account-seated": "The account %s has a seat already.",
	"host-seated":    "Your host has %d seats already, and more are not allowed here.",
	"left-lobby":     "You have left the lobby.",
	"not-started":    "The match in %s has not begun; your orders count once it has. To leave: leave_game",

	// orders
	"too-early":    "[too-early] turn %d is not open for orders yet.",
	"too-late":     "[too-late] turn %d is over.",
	"wrong-turn":   "[wrong-turn] your order names turn %d; this is turn %d.",
	"counted":      "[ack] turn %d: %s counts.",
	"ack-on":       "Each order that counts is confirmed from now on.",
	"ack-off":      "Orders are no longer confirmed.",
	"ack-what":     "[ack] say: ack on, or: ack off",
	"state-budget": "[state] at most %d times a turn.",

	// order in the channel
	"void-spoke": "[disqualified] you spoke in the channel during the match: your order of turn %d is void.",
	"void-nick":  "[disqualified] you changed your nick during the match: your order of turn %d is void.",
	"void-quit":  "[disqualified] you left the channel during the match: your order of turn %d is void.",
	"void-flood": "[disqualified] you sent too many lines in one turn: your order of turn %d is void.",
	"left-match": "You leave the match with the end of turn %d.",

	// who is who
	"seat-taken":    "Your seat in %s was taken over from another connection with its token.",
	"no-such-token": "No seat has this token. The token came with the answer to join_game and is new after each use.",
	"which-channel": "You play in several channels: start your line with the one that you mean, like %s north 1",

	// end
	"suspended":     "The referee can't keep its journal, so the match stands still and takes no orders. It goes on by itself once it can.",
	"no-orders":     "[suspended] the match stands still at turn %d.",
	"goes-on":       "The match goes on at turn %d.",
	"seed-revealed": "The seed was %s: with it and the orders anyone can play the match again.",

	// commands
	"help":             "For players, privately: join_game, leave_game, resend, state, ack on|off, resume. For everybody: %[1]sstatus, %[1]splayers, %[1]srules [game], %[1]shelp",
	"help-organiser":   "For operators: %[1]sbegin GAME [freeplay] [key=value ...] opens a lobby, %[1]sgo closes it and starts, %[1]sabort ends lobby or match.",
	"hint":             "I don't understand. To play in a lobby: join_game. For what else I can do: %shelp",
	"name-channel":     "Name the channel: %s #channel",
	"organisers-only":  "%s is for the channel's operators.",
	"match-running":    "A match of %s is being played here; it has to end first.",
	"lobby-running":    "A lobby for %s is open here already.",
	"begin-what":       "Begin which game? There are: %s",
	"no-such-game":     "There is no game %s. There are: %s",
	"rules-which":      "The rules of which game? There are: %s",
	"bad-setting":      "That can't be set: %s",
	"option-what":      "What is %s? Options are freeplay and key=value.",
	"option-number":    "%s is a number from %d to %d, not %s.",
	"option-duration":  "%s is a time from %s to %s like 500ms, 5s or 2m, not %s.",
	"option-unknown":   "The key %s can't be set from a channel.",
	"lobby-aborted":    "The lobby is closed; no match.",
	"nothing-to-abort": "There is no lobby and no match here.",
	"status-lobby":     "A lobby for %s: %d have joined, it closes in %s.",
	"status-match":     "A match of %s: turn %d, %d of %d players in play.",
	"status-idle":      "Nothing is being played. An operator opens a lobby: %sbegin GAME",
	"players":          "%d players: %s",

	// invitations
	"invite-not-you": "I come to a channel only if one of my admins invites me.",
	"invite-full":    "I am in %d channels already and go to no more.",
	"invite-one":     "You have invited me to a channel already. Let me leave that one first.",
	"invite-later":   "I have just been invited elsewhere. Try again in a minute.",
}
