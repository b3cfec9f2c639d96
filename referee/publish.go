package referee

import (
	"slices"
	"strconv"
	"strings"

	"arbitre/game"
)

// put lets something out of the match: the watchers see it first, then it is
// said in the channel.
func (m *match) put(record Record, lines []string) {
	m.show(record)
	m.say(lines)
}

func (m *match) show(record Record) {
	record.Network, record.Channel, record.Match = m.network.Name(), m.channel, &m.opening
	if record.Turn == nil {
		record.Known = slices.Clone(m.private.Identity)
	}
	if len(m.watchers) > 0 {
		record.Drawing = string(m.rules.AppendDrawing(nil, m.names))
	}
	for _, watcher := range m.watchers {
		if _, trusted := watcher.(Trusted); m.game.Fog && !m.allScripted() && !trusted {
			watcher.Watch(record.inFog())
		} else {
			watcher.Watch(record)
		}
	}
}

func (m *match) say(lines []string) {
	for _, line := range lines {
		m.network.Send(Post{Channel: m.channel, Class: Protocol, Text: line, Stale: m.saidAgain()})
	}
}

// saidAgain tells of what waits to be said in the channel whether we have been out
// of it since: the turn is then said again whole.
func (m *match) saidAgain() func() bool {
	now := m.outages.Load()
	return func() bool { return m.outages.Load() != now }
}

// announce says something to the people in the channel, in its place between
// the lines of the protocol.
func (m *match) announce(key string, args ...any) {
	m.network.Send(Post{
		Channel: m.channel, Notice: true, Class: Protocol, Text: m.words.say(key, args...), Stale: m.saidAgain(),
	})
}

// render sends the events that are for one seat and returns the lines that are
// for everyone. A fact that writes nothing is not said.
func (m *match) render(events []game.Event) (public []string) {
	public = []string{}
	for _, event := range events {
		line := m.line(event.Fact)
		switch {
		case line == "":
		case event.To == game.Everyone:
			public = append(public, line)
		default:
			m.tell(event.To, line)
		}
	}
	return public
}

func (m *match) line(fact game.Fact) string {
	return string(fact.AppendLine(nil, m.names))
}

// view sends a seat what it may know before it chooses.
func (m *match) view(seat game.Seat) {
	if m.seats[seat].person == nil || m.scripted(seat) || !m.standings[seat].Alive {
		return
	}
	m.events = m.rules.View(seat, m.events[:0])
	m.render(m.events)
}

// tell sends a player a private line of the protocol. To somebody who plays in
// several channels at once it starts with the channel, as his orders do.
func (m *match) tell(to game.Seat, line string) {
	person := m.seats[to].person
	if person == nil || line == "" {
		return
	}
	if person.playing.Load() > 1 {
		line = m.channel + " " + line
	}
	m.network.Send(Post{To: person, Class: Views, Text: line, Stale: m.outdated(0)})
}

// outdated tells of what waits to be sent whether more turns than these have
// been closed since: what has become pointless is dropped, never sent late.
func (m *match) outdated(turns uint64) func() bool {
	now := m.generation.Load()
	return func() bool { return m.generation.Load() > now+turns }
}

// notice answers a player, at most three times a turn; beyond that, silence.
func (m *match) notice(to game.Seat, text string) {
	s := &m.seats[to]
	if s.person == nil || s.notices >= maxNotices {
		return
	}
	s.notices++
	m.network.Send(Post{To: s.person, Notice: true, Class: Talk, Text: text, Stale: m.outdated(1)})
}

// inform tells a player what he must know, however much he was told before, and
// however much waits: it goes with the views, since where these fill the network
// nothing behind them leaves before it is stale.
func (m *match) inform(to game.Seat, text string) {
	if person := m.seats[to].person; person != nil {
		m.network.Send(Post{To: person, Notice: true, Class: Views, Text: text})
	}
}

// refuse words a game's refusal: a stable code, the order, what was expected.
func (m *match) refuse(to game.Seat, refusal *game.Refusal) {
	m.notice(to, "["+refusal.Key+"] "+quoted(refusal.Order)+": "+
		Worded(m.game.Words(m.words["language"], refusal.Key), refusal.Args))
}

// Worded is a game's sentence with its numbers in place of {0}, {1} and {2}.
func Worded(sentence string, args [3]int) string {
	return strings.NewReplacer("{0}", strconv.Itoa(args[0]), "{1}", strconv.Itoa(args[1]), "{2}", strconv.Itoa(args[2])).Replace(sentence)
}
