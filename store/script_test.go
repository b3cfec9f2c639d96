package store

import (
	"testing"

	"arbitre/referee"
)

// An account's scripts are its own, on its network; the last text of a name is the
// one that is kept.
func TestScripts(t *testing.T) {
	s := newStore(t)
	ctx, net, other := t.Context(), s.Memory("net"), s.Memory("other")
	digger := referee.Kept{Script: referee.Script{Name: "digger", Text: "def ant(view):\n\t'é'\n"}}
	for _, k := range []referee.Kept{
		{Script: referee.Script{Name: "runner", Text: "1\n"}, Public: true},
		{Script: referee.Script{Name: "digger", Text: "2\n"}, Public: true},
		digger,
	} {
		if err := net.KeepScript(ctx, "ann", k); err != nil {
			t.Fatal(err)
		}
	}
	got, err := net.Scripts(ctx, "ann")
	check(t, err, got, []referee.Kept{digger, {Script: referee.Script{Name: "runner", Text: "1\n"}, Public: true}})
	got, err = net.Scripts(ctx, "bob")
	check(t, err, got, nil)
	got, err = other.Scripts(ctx, "ann")
	check(t, err, got, nil)
	for range 2 { // the second time there is nothing to forget
		if err = net.DropScript(ctx, "ann", "runner"); err != nil {
			t.Fatal(err)
		}
	}
	got, err = net.Scripts(ctx, "ann")
	check(t, err, got, []referee.Kept{digger})
}
