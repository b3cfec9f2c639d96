package referee

import (
	"sort"
	"time"

	"arbitre/game"
)

// forecaster is what the rules of a game have that can tell how much they will
// have to say.
type forecaster interface{ Forecast() game.Forecast }

// outlook is how a match goes on a network.
type outlook struct {
	usual   time.Duration // a turn takes
	most    time.Duration // a full one
	longest time.Duration // the match, at most; 0: there is no limit
}

// What is not known before a match, about, in bytes.
const (
	usualNick   = 9
	usualTour   = len("TOUR 100")
	usualPrompt = len(sendYourAction) + len("prompt-12345678901")
)

// forecast reckons how long the turns of a match take and how long it lasts, where
// so large a part of the seats is sent what is for them alone (1: all); false if
// its game can't tell.
func forecast(rules game.Rules, b Budget, channel string, round time.Duration, views float64) (o outlook, ok bool) {
	f, ok := rules.(forecaster)
	if !ok {
		return o, false
	}
	expected := f.Forecast()
	takes := func(v game.Volume) time.Duration {
		public := v.Public.Plus(game.Lines{Lines: 3, Bytes: usualTour + usualPrompt}) // the PING is a line
		cost := framed(b, public, len(channel)) + time.Duration(views*float64(framed(b, v.Views, usualNick)))
		return b.turn(round, cost)
	}
	o.usual, o.most = takes(expected.Usual), takes(expected.Most)
	o.longest = time.Duration(expected.Turns) * o.most
	return o, true
}

// framed is what lines cost with all that stands around their text, for targets of
// so many bytes.
func framed(b Budget, lines game.Lines, target int) time.Duration {
	var frame Post
	return b.Cost(lines.Lines, lines.Bytes+lines.Lines*(frame.Size()+target))
}

// boardsTake is how long the network takes for the boards of a turn, 0 in a game
// that can't do without what it sends to each seat.
func boardsTake(rules game.Rules, b Budget) time.Duration {
	_, optional := rules.(boards)
	f, ok := rules.(forecaster)
	if !optional || !ok {
		return 0
	}
	return framed(b, f.Forecast().Usual.Views, usualNick)
}

func (l *lobby) fewest() int { return max(2, l.game.MinSeats) }

// setUp is the match for so many players, not to be played.
func (l *lobby) setUp(seats int) (game.Rules, error) {
	switch {
	case seats == l.fewest():
		return l.small, nil
	case seats == l.game.MaxSeats && l.full != nil:
		return l.full, nil
	}
	return l.game.New(l.settings, seats, l.seed)
}

// outlook is how a lobby's match would go with so many players, of whom so many are
// scripts and sent nothing; false if its game can't tell.
func (d *Desk) outlook(ch *channel, l *lobby, seats, scripts int) (o outlook, ok bool) {
	rules, err := l.setUp(seats)
	if err != nil {
		return o, false
	}
	b, views := d.network.Budget(), float64(seats-scripts)/float64(seats)
	if boardsTake(rules, b) > l.round {
		views = 0
	}
	return forecast(rules, b, ch.name, l.round, views)
}

// scripts is how many of the players are scripts.
func (ch *channel) scripts() (count int) {
	for _, p := range ch.players {
		if p.part != nil {
			count++
		}
	}
	return count
}

// tooLong tells whether a match would last longer than a match may, unless its
// organiser allowed it.
func (d *Desk) tooLong(l *lobby, o outlook) bool {
	return !l.slow && d.config.MaxMatch > 0 && o.longest > d.config.MaxMatch
}

// fitSeats leaves a lobby as many places as a match may have that is not too long
// on this network, and tells what is wrong if even the smallest would be.
func (d *Desk) fitSeats(ch *channel, l *lobby) *wrong {
	scripts := len(l.sparring)
	least := max(l.fewest(), scripts)
	few, ok := d.outlook(ch, l, least, scripts)
	switch {
	case !ok:
		return nil
	case d.tooLong(l, few):
		return d.wrongLength(ch, few, least)
	}
	l.few = few
	l.many, _ = d.outlook(ch, l, l.game.MaxSeats, scripts)
	if !d.tooLong(l, l.many) {
		return nil
	}
	l.full = nil
	more := sort.Search(l.game.MaxSeats-least, func(i int) bool {
		o, _ := d.outlook(ch, l, least+1+i, scripts)
		return d.tooLong(l, o)
	})
	l.fewer, l.game.MaxSeats = true, least+more
	l.many, _ = d.outlook(ch, l, l.game.MaxSeats, scripts)
	return nil
}

// wrongLength words that a match would last too long.
func (d *Desk) wrongLength(ch *channel, o outlook, seats int) *wrong {
	words := d.wordsIn(ch)
	return &wrong{"match-long", []any{seats, words.about(o.longest), words.about(d.config.MaxMatch)}}
}

// announceLimits tells, when a lobby opens, what this network makes of it: as long
// as something can be done about it.
func (d *Desk) announceLimits(ch *channel, l *lobby) {
	words, b := d.wordsIn(ch), d.network.Budget()
	if l.fewer {
		d.announce(ch, "fewer-seats", l.game.MaxSeats, words.about(d.config.MaxMatch))
	}
	if l.many.most > l.round {
		least := max(l.fewest(), len(l.sparring))
		d.announce(ch, "slow-here", least, words.about(l.few.usual), l.game.MaxSeats, words.about(l.many.most))
	}
	if b.Targets > 0 && !d.network.Voiced(ch.name) {
		d.announce(ch, "few-targets", b.Targets, words.duration(b.TargetEvery))
	}
}

// announceOutlook tells what a turn takes here and how long the match can last, as
// its lobby closes.
func (m *match) announceOutlook() {
	seeing := 0
	for i := range m.seats {
		if seat := game.Seat(i); m.seesBoard(seat) && !m.scripted(seat) {
			seeing++
		}
	}
	views := float64(seeing) / float64(len(m.seats))
	o, ok := forecast(m.rules, m.network.Budget(), m.channel, m.round, views)
	if !ok {
		return
	}
	turn := m.words.say("turn-takes", m.words.about(o.usual))
	switch {
	case o.most > o.usual:
		turn = m.words.say("turn-grows", m.words.about(o.usual), m.words.about(o.most))
	case o.most == m.round:
		turn = m.words.say("turn-is", m.words.about(m.round))
	}
	if o.longest == 0 {
		m.announce("match-endless", turn)
		return
	}
	m.announce("match-lasts", turn, m.words.about(o.longest+m.config.FirstTurn))
}
