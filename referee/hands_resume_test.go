package referee

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbitre/game"
)

// rehearsal is what a journal does: it lets hands play the turns again.
func (j *memory) rehearsal(g game.Game) func(context.Context, []Hand) error {
	return func(ctx context.Context, hands []Hand) error {
		rules, err := g.New(j.opening.Settings, len(j.opening.Players), j.opening.Seed)
		if err != nil {
			return err
		}
		for _, turn := range slices.Clone(j.turns) {
			for seat, hand := range hands {
				if hand != nil && turn.Millis[seat] != nil {
					hand.Play(ctx, rules.(game.Sensed).AppendSenses(nil, game.Seat(seat)))
				}
			}
			rules.Resolve(0, 0, nil)
		}
		return nil
	}
}

// The program ends at each turn and starts again: the scripts remember what they
// did and how often they were cut off, and the match is that of a run that nothing disturbed.
func TestScriptsAreResumed(t *testing.T) {
	g := sensingGame(5)
	play := func(crash int) *memory {
		journal := &memory{}
		scripts := newFakeScripts(Script{"forager", "say F\ncut\ncut\nsay G\ncut\n"})
		prepare := func(d *Desk) {
			d.UseScripts(scripts)
			d.Keep(journal)
		}
		inNewRoom(t, DefaultConfig(), []game.Game{g}, prepare, func(r *room) {
			r.happen(LinkUp{})
			r.arrive("op").Channels["#arena"] = Operator
			r.happen(Entered{Channel: "#arena"})
			r.arrive("ann")
			r.handsIn("ann", "mine", "say M")
			r.says("op", "!begin sensing seed=1 with=forager")
			r.tells("ann", "join_game mine")
			r.says("op", "!go")
			time.Sleep(time.Duration(crash)*5*time.Second + time.Second)
		})
		if crash == 5 {
			return journal
		}
		inNewRoom(t, DefaultConfig(), []game.Game{g}, func(d *Desk) {
			prepare(d)
			u := journal.unfinished(t, g)
			u.Rehearse, u.Cut = journal.rehearsal(g), []int{0, 0}
			for _, turn := range journal.turns {
				u.Cut[0] += len(turn.Void)
			}
			if err := d.Resume(u); err != nil {
				t.Error(err)
			}
		}, func(r *room) {
			r.happen(LinkUp{})
			r.happen(Entered{Channel: "#arena"}) // nobody else is there, and nobody is waited for
			time.Sleep(time.Duration(5-crash)*5*time.Second + time.Second)
		})
		scripts.allClosed(t)
		return journal
	}
	undisturbed := play(5)
	if undisturbed.end == nil || undisturbed.turns[3].Public[0] != "G-2 forager" || len(undisturbed.turns[4].Out) != 1 {
		t.Fatal(undisturbed.turns)
	}
	for crash := range 5 {
		if diff := cmp.Diff(facts(undisturbed), facts(play(crash))); diff != "" {
			t.Errorf("crash after turn %d (-undisturbed +resumed):\n%s", crash, diff)
		}
	}
}

// The channel does not hear the referee while the scripts still remember: the match
// goes on when they have and it does.
func TestSilencedWhileScriptsRemember(t *testing.T) {
	g, journal := sensingGame(3), &memory{}
	scripts := newFakeScripts(Script{"forager", "say F"})
	inWorkshop(t, DefaultConfig(), scripts, func(d *Desk) { d.Keep(journal) }, func(r *room) {
		r.says("op", "!begin sensing seed=1 with=forager,forager")
		r.says("op", "!go")
		time.Sleep(6 * time.Second)
	})
	inNewRoom(t, DefaultConfig(), []game.Game{g}, func(d *Desk) {
		d.UseScripts(scripts)
		d.Keep(journal)
		u := journal.unfinished(t, g)
		u.Cut = []int{0, 0}
		u.Rehearse = func(ctx context.Context, hands []Hand) error {
			time.Sleep(5 * time.Second)
			return journal.rehearsal(g)(ctx, hands)
		}
		if err := d.Resume(u); err != nil {
			t.Error(err)
		}
	}, func(r *room) {
		r.happen(LinkUp{})
		r.happen(Entered{Channel: "#arena"})
		r.happen(Undelivered{Target: "#arena", Code: "404"})
		r.heard()
		time.Sleep(19 * time.Second)
		r.wants()
		time.Sleep(time.Second)
		r.wantsSome("20s (The match goes on at turn 2.)", "20s TOUR 1", "20s F-1 forager", "20s TOUR 2")
		time.Sleep(5 * time.Second)
		r.wantsSome("25s F-2 forager")
	})
	scripts.allClosed(t)
}

// A match whose scripts can't be played here, or are not those of its head, is not
// taken up.
func TestScriptsAreNotResumed(t *testing.T) {
	g := sensingGame(4)
	for _, text := range []string{"say F\n", "another\n"} {
		inNewRoom(t, DefaultConfig(), []game.Game{g}, func(d *Desk) {
			want := "resume a match in #arena: scripts play in it, and here none can"
			if text == "another\n" {
				d.UseScripts(newFakeScripts())
				want = "resume a match in #arena: script forager: the text is another one"
			}
			journal := &memory{opening: Opening{
				Players: []string{"forager", "bob"}, Settings: []byte("{}"),
				Scripts: []Scripted{{Name: "forager", SHA256: textHash("say F\n")}},
			}, private: Private{
				Channel: "#arena", Round: "5s", Seed: strings.Repeat("0", 64), Identity: make([]PrivatePlayer, 2), Scripts: []string{text},
			}}
			if err := d.Resume(journal.unfinished(t, g)); err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
		}, func(*room) {})
	}
}
