package referee

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"go.uber.org/zap"

	"arbitre/game"
)

// lobby is a match that people can join.
type lobby struct {
	game       game.Game
	settings   json.RawMessage
	round      time.Duration
	seed       [32]byte
	seedPublic bool
	freePlay   bool
	slow       bool   // it may be longer than max_match
	fewer      bool   // places than the game has, or it could be too long here
	number     uint32 // of all lobbies, in the order in which they opened
	closes     time.Time
	next       time.Time // of the countdown
	sparring   []Kept    // scripts with seats that belong to nobody
	few, many  outlook   // with the fewest players, and with the most
	planned    *plan     // what has opened it, nil if somebody did

	// The match set up for the fewest and for the most, full nil if it is not: to
	// ask them what it would be like. It takes a while on a large map, and the desk
	// has other things to do.
	small, full game.Rules
}

// The countdown of a lobby, and how long a full one still waits.
const fullLobby = 10 * time.Second

var countdown = []time.Duration{30 * time.Second, 10 * time.Second, 0}

func (l *lobby) commitment() string {
	sum := sha256.Sum256(l.seed[:])
	return hex.EncodeToString(sum[:])
}

// schedule finds the countdown's next step.
func (l *lobby) schedule(now time.Time) {
	l.next = l.closes
	for _, before := range countdown {
		if at := l.closes.Add(-before); at.After(now) {
			l.next = at
			return
		}
	}
}

// openLobby announces a game. The seed is committed to before anybody can join.
func (d *Desk) openLobby(ch *channel, l *lobby, wait time.Duration) {
	now := time.Now()
	ch.lobby, ch.lastWords = l, nil // from here on they would end the new match
	d.opened++
	l.number, l.closes = d.opened, now.Add(wait)
	l.schedule(now)
	d.network.Send(Post{Channel: ch.name, Class: Protocol, Text: lobbyLine(l.game.Name)})
	d.network.Send(Post{Channel: ch.name, Notice: true, Class: Protocol, Text: d.wordsIn(ch).say("commitment", l.commitment())})
	if l.game.MinSeats == l.game.MaxSeats {
		d.announce(ch, "lobby-open-for", l.game.Name, d.words.duration(wait), l.game.MaxSeats)
	} else {
		d.announce(ch, "lobby-open", l.game.Name, d.words.duration(wait), l.game.MinSeats, l.game.MaxSeats)
	}
	if l.seedPublic {
		d.announce(ch, "seed-public")
	}
	if l.freePlay {
		d.announce(ch, "freeplay")
	}
	d.seatSparring(ch)
	d.announceLimits(ch, l)
	d.log.Info("lobby open", zap.String("channel", ch.name), zap.String("game", l.game.Name))
}

// join seats a person who plays himself.
func (d *Desk) join(who *Person, ch *channel) {
	if who.entries.Allow() {
		d.takePlace(who, ch, nil)
	}
}

// takePlace gives a person a place in a lobby, or says why not. If he has one it
// changes who plays for him: the script, or without one he himself.
func (d *Desk) takePlace(who *Person, ch *channel, part *Kept) {
	if p := d.placeIn(who, ch.name); p != nil {
		p.part = part
		d.joinOK(p)
		return
	}
	nick := who.Nick()
	bad, args := badName(nick)
	switch {
	case d.isBanned(who, ch):
		d.answerOnce(ch, who, "you-are-banned", ch.name)
	case bad != "":
		d.answerIn(ch, who, bad, args...)
	case len(ch.players) >= ch.lobby.game.MaxSeats:
		d.answerIn(ch, who, "lobby-full", ch.lobby.game.MaxSeats)
	case d.accountSeated(ch, who.Account):
		d.answerIn(ch, who, "account-seated", who.Account)
	case d.seatsOfHost(ch, who.Host) >= d.config.SeatsPerHost:
		d.answerIn(ch, who, "host-seated", d.config.SeatsPerHost)
	default:
		known, token := d.newProof(who)
		p := newPlayer(ch, known)
		p.part = part
		ch.players = append(ch.players, p)
		d.seatPerson(p, who)
		d.joinOK(p)
		d.sendToken(p, token)
		d.renameSparring(ch)
		d.hastenWhenFull(ch)
	}
}

func (d *Desk) joinOK(p *player) {
	d.network.Send(Post{To: p.person, Class: Views, Text: joinOK, Stale: p.left.Load})
}

func (d *Desk) accountSeated(ch *channel, account string) bool {
	for _, p := range ch.players {
		if account != "" && (p.proof.Account == account || p.person != nil && p.person.Account == account) {
			return true
		}
	}
	return false
}

// noteAccounts notes who has logged in since he joined, so that he comes back by
// his account. A second seat of an account stays known by its connection.
func (d *Desk) noteAccounts(ch *channel) {
	for _, p := range ch.players {
		if p.sparring() {
			continue
		}
		taken := slices.ContainsFunc(ch.players, func(other *player) bool {
			return other != p && other.proof.Account == p.person.Account
		})
		if p.proof.Account == "" && !taken {
			p.proof.Account = p.person.Account
		}
	}
}

func (d *Desk) seatsOfHost(ch *channel, host string) (seats int) {
	for _, p := range ch.players {
		if p.person != nil && p.person.Host == host {
			seats++
		}
	}
	return seats
}

func (d *Desk) hastenWhenFull(ch *channel) {
	now := time.Now()
	if soon := now.Add(fullLobby); len(ch.players) == ch.lobby.game.MaxSeats && soon.Before(ch.lobby.closes) {
		ch.lobby.closes = soon
		ch.lobby.schedule(now)
		d.announce(ch, "full", d.words.duration(fullLobby))
	}
}

// leaveLobby frees a place and tells its player why.
func (d *Desk) leaveLobby(p *player, key string, args ...any) {
	d.answerIn(p.channel, p.person, key, args...)
	d.unseat(p)
	p.channel.drop(p)
}

// countDown says how long a lobby is still open, and closes it.
func (d *Desk) countDown(ctx context.Context, ch *channel, now time.Time) {
	l := ch.lobby
	switch {
	case !ch.entered: // the connection is down: nobody can join, so the clock stands still
		l.closes = l.closes.Add(fullLobby)
		l.next = now.Add(fullLobby)
	case now.Before(l.closes):
		d.announce(ch, "countdown", d.words.duration(l.closes.Sub(now)), len(ch.players))
		l.schedule(now)
	default:
		d.closeLobby(ctx, ch)
	}
}

// closeLobby starts the match, or says that too few have come.
func (d *Desk) closeLobby(ctx context.Context, ch *channel) {
	l := ch.lobby
	d.endLobby(ch)
	for _, p := range append([]*player(nil), ch.players...) {
		if p.name() == "" {
			ch.drop(p) // lost in an outage of ours and not back yet
		}
	}
	if len(ch.players) < max(2, l.game.MinSeats) {
		d.dismiss(ch)
		d.sayNotEnough(ch)
		return
	}
	if o, _ := d.outlook(ch, l, len(ch.players), ch.scripts()); d.tooLong(l, o) { // the network has become slower
		wrong := d.wrongLength(ch, o, len(ch.players))
		d.dismiss(ch)
		d.announce(ch, wrong.key, wrong.args...)
		return
	}
	if err := d.start(ctx, ch, l); err != nil {
		d.dismiss(ch)
		d.announce(ch, "cannot-start", err.Error())
		d.log.Error("start match", zap.String("channel", ch.name), zap.Error(err))
	}
}

func (d *Desk) sayNotEnough(ch *channel) {
	ch.noMatch = time.Now()
	d.network.Send(Post{Channel: ch.name, Class: Protocol, Text: notEnough})
}

// closeWithoutMatch ends a lobby.
func (d *Desk) closeWithoutMatch(ch *channel) {
	d.endLobby(ch)
	d.dismiss(ch)
}

func (d *Desk) endLobby(ch *channel) {
	planned := ch.lobby.planned != nil
	ch.lobby = nil
	ch.closed.Add(1)
	if planned {
		d.remember(ch) // the plan has been carried out
	}
}

// start begins a match with the players of a lobby. Their names are fixed now.
func (d *Desk) start(ctx context.Context, ch *channel, l *lobby) error {
	rules, err := l.game.New(l.settings, len(ch.players), l.seed)
	if err != nil {
		return fmt.Errorf("start %s: %w", l.game.Name, err)
	}
	m := d.newMatch(l.game, rules, ch, len(ch.players))
	m.linked = true
	m.round = l.round
	m.opening = Opening{
		Game: l.game.Name, Settings: l.settings, Commitment: l.commitment(), Seed: l.seed,
		FreePlay: l.freePlay, Started: time.Now(),
	}
	m.private = Private{
		Network: d.network.Name(), Channel: ch.name, Round: l.round.String(), Seed: hex.EncodeToString(l.seed[:]),
	}
	ch.match, ch.kicks = m, 0
	d.noteAccounts(ch)
	for i, p := range ch.players {
		p.seat = game.Seat(i)
		if p.part == nil {
			p.person.playing.Add(1)
		}
		m.seats[i].person, m.seats[i].wish = p.person, p.wish
		m.names = append(m.names, p.name())
		m.private.Identity = append(m.private.Identity, p.proof.PrivatePlayer)
	}
	m.opening.Players = m.names
	m.opening.Scripts, m.private.Scripts = scripted(ch.players)
	m.castScripts()
	for _, p := range ch.players {
		p.attend()
	}
	m.log.Info("match started", zap.String("id", m.opening.ID()), zap.String("game", l.game.Name), zap.Strings("players", m.names))
	m.fitBoards()
	m.announceOutlook()
	d.play(ctx, m)
	return nil
}

// newMatch is a match that nobody has been seated in yet.
func (d *Desk) newMatch(g game.Game, rules game.Rules, ch *channel, seats int) *match {
	d.begun++
	withBoards, _ := rules.(boards)
	sensed, _ := rules.(game.Sensed)
	m := &match{
		id: d.begun, game: g, rules: rules, boards: withBoards, network: d.network, config: d.config, words: d.wordsIn(ch),
		watchers: d.watchers, journal: d.journal, meter: d.meter, channel: ch.name,
		log:   d.log.With(zap.String("channel", ch.name), zap.Uint32("match", d.begun)),
		inbox: make(chan func(*match) error, inboxSize), done: make(chan struct{}),
		bell: make(chan struct{}, 1), seats: make([]seat, seats), hands: hands{scripts: d.scripts, sensed: sensed},
	}
	m.at(phaseBegin)
	return m
}

// play lets a match run.
func (d *Desk) play(ctx context.Context, m *match) {
	d.matches[m.id] = m
	d.running.Go(func() {
		m.run(ctx)
		select {
		case d.ended <- m:
		case <-ctx.Done():
		}
	})
}
