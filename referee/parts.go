package referee

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arbitre/game"
)

// UseScripts lets seats be played by scripts. Call it before Resume
// and Run.
func (d *Desk) UseScripts(scripts Scripts) { d.scripts = scripts }

// takesScripts tells whether the game can be played by scripts.
func (l *lobby) takesScripts() bool {
	_, sensed := l.small.(game.Sensed)
	return sensed
}

// takesScripts tells the same of a game as it is here.
func (d *Desk) takesScripts(g game.Game) bool {
	settings, err := merge(d.config.Settings[g.Name], nil)
	if err != nil {
		return false
	}
	rules, err := g.New(settings, max(2, g.MinSeats), [32]byte{})
	_, sensed := rules.(game.Sensed)
	return err == nil && sensed
}

// joinByScript seats a person who lets a script play for him. Said again it
// changes which.
func (d *Desk) joinByScript(who *Person, in *channel, name string) {
	switch {
	case !who.entries.Allow():
		return
	case d.scripts == nil:
		d.answer(who, "scripts-none")
		return
	case !IsScriptName(name):
		d.answer(who, "script-name", longestScriptName, quoted(name))
		return
	}
	d.shelf(who, func(kept []Kept) {
		var part *Kept
		if i := slices.IndexFunc(kept, named(name)); i >= 0 {
			part = &kept[i]
		} else if script := d.offered(name); script != nil {
			part = &Kept{Script: *script, Public: true}
		}
		ch := d.lobbyFor(who, in)
		switch {
		case ch == nil:
			d.answer(who, "no-lobby")
		case !ch.lobby.takesScripts():
			d.answerIn(ch, who, "scripts-game", ch.lobby.game.Name)
		case part == nil:
			d.answerIn(ch, who, "script-unknown", quoted(name))
		default:
			d.takePlace(who, ch, part)
		}
	})
}

// sparring is the scripts that the words of !begin ask for, as seats that belong
// to nobody.
func (d *Desk) sparring(l *lobby, names []string) *wrong {
	switch {
	case len(names) == 0:
		return nil
	case d.scripts == nil:
		return &wrong{"scripts-none", nil}
	case !l.takesScripts():
		return &wrong{"scripts-game", []any{l.game.Name}}
	case len(names) > l.game.MaxSeats:
		return &wrong{"lobby-full", []any{l.game.MaxSeats}}
	}
	for _, name := range names {
		script := d.offered(name)
		if script == nil {
			return &wrong{"script-offers", []any{quoted(name), d.words.list(d.offers())}}
		}
		l.sparring = append(l.sparring, Kept{Script: *script, Public: true})
	}
	return nil
}

// offers are the names of the scripts that everybody may play.
func (d *Desk) offers() (names []string) {
	for _, script := range d.scripts.Offered() {
		names = append(names, script.Name)
	}
	return names
}

// seatSparring gives the scripts that the organiser asked for their places.
func (d *Desk) seatSparring(ch *channel) {
	if len(ch.lobby.sparring) == 0 {
		return
	}
	for i := range ch.lobby.sparring {
		part := &ch.lobby.sparring[i]
		p := newPlayer(ch, proof{})
		p.part, p.called = part, part.Name
		ch.players = append(ch.players, p)
	}
	d.renameSparring(ch)
	d.announce(ch, "sparring", d.wordsIn(ch).list(d.playerNames(ch)))
	d.hastenWhenFull(ch)
}

// renameSparring gives each seat that belongs to nobody a name that no other seat
// has: the script's, with a number behind it if need be. People keep their nicks.
func (d *Desk) renameSparring(ch *channel) {
	if ch.lobby == nil {
		return
	}
	taken := map[string]bool{}
	for _, p := range ch.players {
		if !p.sparring() && p.person != nil {
			taken[d.network.Fold(p.person.Nick())] = true
		}
	}
	for _, p := range ch.players {
		if !p.sparring() {
			continue
		}
		p.called = p.part.Name
		for n := 2; taken[d.network.Fold(p.called)]; n++ {
			p.called = p.part.Name + strconv.Itoa(n)
		}
		taken[d.network.Fold(p.called)] = true
		// No nick of a network is like this, so nobody ever proves to be him, and
		// his results are nobody's.
		p.proof.Nick = "*" + p.called
	}
}

// sparring tells whether a seat belongs to nobody.
func (p *player) sparring() bool { return p.called != "" }

// name is what a player is called before the match, "" if he is away.
func (p *player) name() string {
	switch {
	case p.sparring():
		return p.called
	case p.person != nil:
		return p.person.Nick()
	}
	return ""
}

// scripted is what the head of a match tells of the seats that scripts play, and
// the texts of these.
func scripted(players []*player) (told []Scripted, texts []string) {
	for _, p := range players {
		if p.part == nil {
			continue
		}
		s := Scripted{Seat: int(p.seat), Name: p.part.Name, SHA256: textHash(p.part.Text)}
		if p.part.Public {
			s.Text = p.part.Text
		}
		told = append(told, s)
		texts = append(texts, p.part.Text)
	}
	return told, texts
}

// sparringNames are those of with=forager,fighter; an empty one is kept, and is
// the name of nothing.
func sparringNames(value string) []string { return strings.Split(strings.ToLower(value), ",") }

// castScripts notes which seats scripts play.
func (m *match) castScripts() {
	for _, s := range m.opening.Scripts {
		m.seats[s.Seat].script = s.Name
	}
}

// checkCast checks that the scripts of a match that a journal brought can be
// played.
func (d *Desk) checkCast(u Unfinished) error {
	if len(u.Opening.Scripts) == 0 {
		return nil
	}
	if _, sensed := u.Rules.(game.Sensed); d.scripts == nil || !sensed {
		return errors.New("scripts play in it, and here none can")
	}
	if len(u.Private.Scripts) != len(u.Opening.Scripts) {
		return fmt.Errorf("%d scripts, but %d texts", len(u.Opening.Scripts), len(u.Private.Scripts))
	}
	for i, s := range u.Opening.Scripts {
		if s.Seat < 0 || s.Seat >= len(u.Opening.Players) || textHash(u.Private.Scripts[i]) != s.SHA256 {
			return fmt.Errorf("script %s: the text is another one", s.Name)
		}
	}
	return nil
}
