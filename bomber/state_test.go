package bomber

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"arbitre/chance"
	"arbitre/game/gametest"

	"arbitre/game"
)

// written is the state of docs: everything that a state can hold.
const written = `{"turn":4,"side":10,"players":[` +
	`{"name":"ann","x":3,"y":5,"firepower":1,"speed":2,"timer":1,"busy":"STUDY_SPEED","busy_turns":2,"died":0,"out":0,"cause":""},` +
	`{"name":"bob","x":9,"y":0,"firepower":2,"speed":1,"timer":3,"busy":"","busy_turns":0,"died":4,"out":0,"cause":"blast"},` +
	`{"name":"carl","x":0,"y":9,"firepower":1,"speed":1,"timer":1,"busy":"DEFUSE","busy_turns":1,"died":2,"out":2,"cause":"quit"},` +
	`{"name":"dora","x":0,"y":0,"firepower":1,"speed":1,"timer":1,"busy":"","busy_turns":0,"died":0,"out":0,"cause":""}],` +
	`"bombs":[{"owner":"bob","x":1,"y":1,"due":6},{"owner":"ann","x":3,"y":4,"due":5}],"idle":0,` +
	`"rng":"636861636861383a00000000000000010000000000000000000000000000000000000000000000000000000000000000"}`

func TestStateIsTakenUpAsItWasWritten(t *testing.T) {
	r, names, err := restore(nil, []byte(written))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"ann", "bob", "carl", "dora"}; !slices.Equal(names, want) {
		t.Errorf("names %q", names)
	}
	if got := string(r.AppendState([]byte("# "), names)); got != "# "+written {
		t.Errorf("got  %s\nwant %s", got, written)
	}
	if !json.Valid([]byte(written)) {
		t.Error("no JSON")
	}
	standings, over := r.Standings(nil)
	want := []game.Standing{{Alive: true, Place: 1}, {Place: 3, Cause: "blast"}, {Place: 4, Cause: "quit"}, {Alive: true, Free: true, Place: 1}}
	if over || !slices.Equal(standings, want) {
		t.Errorf("%+v, over %t", standings, over)
	}
}

// TestStateMadeByHand: what may be left out, and what no match comes to by
// itself.
func TestStateMadeByHand(t *testing.T) {
	gametest.MadeByHand(t, tested(), written, map[string][2]string{
		"no generator":        {`,"rng":"636861636861383a00000000000000010000000000000000000000000000000000000000000000000000000000000000"`, ``},
		"no idle turns":       {`"idle":0,`, ``},
		"no out nor cause":    {`,"out":0,"cause":"blast"`, ``},
		"not busy":            {`"busy":"","busy_turns":0,`, ``},
		"no points":           {`"firepower":1,"speed":2,"timer":1`, `"firepower":0,"speed":0,"timer":0`},
		"many points":         {`"firepower":2`, `"firepower":1000000000`},
		"an odd side":         {`"side":10`, `"side":999`},
		"two on a cell":       {`"x":0,"y":0`, `"x":3,"y":5`},
		"a bomb far ahead":    {`"due":6`, `"due":500`},
		"a long study":        {`"busy_turns":2`, `"busy_turns":77`},
		"a cause of referees": {`"cause":"quit"`, `"cause":"organiser"`},
		"out after his death": {`"died":2,"out":2`, `"died":2,"out":1`},
	})
}

// TestStateWithoutCauses: who is out left, any other of the dead was blown up.
func TestStateWithoutCauses(t *testing.T) {
	given := strings.NewReplacer(`,"cause":"quit"`, "", `,"cause":"blast"`, "").Replace(written)
	r, names, err := restore(nil, []byte(given))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(r.AppendState(nil, names)); got != written {
		t.Errorf("got  %s\nwant %s", got, written)
	}
}

// TestStateWithoutGenerator: a draw comes from the seed 0.
func TestStateWithoutGenerator(t *testing.T) {
	before, _, _ := strings.Cut(written, `,"rng"`)
	r, _, err := restore(nil, []byte(before+"}"))
	if err != nil {
		t.Fatal(err)
	}
	c := chance.Usual()
	if a, b := r.(*match).chance.Below(1<<30), c.Below(1<<30); a != b {
		t.Errorf("draws %d, want %d", a, b)
	}
}

// TestStateErrors: an error says where it stands, what was given and what was
// expected.
func TestStateErrors(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`"turn":4,`, ``, "turn: missing: want 0 to 1000000000"},
		{`"turn":4`, `"turn":-1`, "turn: -1: want 0 to 1000000000"},
		{`"turn":4`, `"turn":"four"`, "turn: string: want a whole number"},
		{`"turn":4`, `"turn":4.5`, "turn: number 4.5: want a whole number"},
		{`"turn":4`, `"round":4`, `unknown field "round"`},
		{`"side":10`, `"side":0`, "side: 0: want 1 to 1000"},
		{`"side":10`, `"side":1001`, "side: 1001: want 1 to 1000"},
		{`"x":3,"y":5`, `"x":10,"y":5`, "players[0].x: 10: want 0 to 9"},
		{`"x":3,"y":5`, `"x":3`, "players[0].y: missing: want 0 to 9"},
		{`"firepower":2`, `"firepower":-2`, "players[1].firepower: -2: want 0 to 1000000000"},
		{`"firepower":2,`, ``, "players[1].firepower: missing: want 0 to 1000000000"},
		{`"name":"bob"`, `"name":"ann"`, `players[1].name: "ann": another player has this name`},
		{`"name":"bob"`, `"name":""`, `players[1].name: "": want 1 to 30 bytes without spaces`},
		{`"name":"bob"`, `"name":"b b"`, `players[1].name: "b b": want 1 to 30 bytes without spaces`},
		{`"name":"bob"`, `"name":"b\u0000b"`, `players[1].name: "b\x00b": want 1 to 30 bytes without spaces`},
		{`"name":"bob"`, `"name":"` + strings.Repeat("b", 31) + `"`, `players[1].name: "` + strings.Repeat("b", 31) + `": want 1 to 30 bytes without spaces`},
		{`"busy":"STUDY_SPEED"`, `"busy":"STUDY_LUCK"`, `players[0].busy: "STUDY_LUCK": want a study, "DEFUSE" or nothing`},
		{`"name":"bob"`, `"name":2`, "players.name: number: want a text"},
		{`"busy":"STUDY_SPEED"`, `"busy":"NORTH"`, `players[0].busy: "NORTH": want a study, "DEFUSE" or nothing`},
		{`"busy":"STUDY_SPEED"`, `"busy":""`, "players[0].busy_turns: 2: want 0 to 0"},
		{`"busy_turns":2`, `"busy_turns":0`, "players[0].busy_turns: 0: want 1 to 1000000000"},
		{`"died":4`, `"died":5`, "players[1].died: 5: want 0 to 4"},
		{`"died":2`, `"died":0`, "players[2].out: 2: want 0 to 0"},
		{`"cause":"blast"`, `"cause":"luck"`, `players[1].cause: "luck": want one of blast, quit, kicked, absent, spoke, nick, flood, organiser`},
		{`"cause":""`, `"cause":"blast"`, `players[0].cause: "blast": want none while died is 0`},
		{`"owner":"bob"`, `"owner":"zed"`, `bombs[0].owner: "zed": no player has this name`},
		{`"due":6`, `"due":4`, "bombs[0].due: 4: want 5 to 2000000000"},
		{`"due":6`, `"x":2`, "bombs[0].due: missing: want 5 to 2000000000"},
		{`"x":1,"y":1`, `"x":-1,"y":1`, "bombs[0].x: -1: want 0 to 9"},
		{`"rng":"63`, `"rng":"`, "rng: want the text that an earlier state gave"},
		{`"rng":"63`, `"rng":"zz`, "rng: want the text that an earlier state gave"},
		{written, ``, "empty: want JSON"},
		{written, `[]`, "array: want an object"},
		{written, written + written, "something follows the JSON"},
		{written, `{"turn":`, "unexpected EOF"},
		{written, `{"turn":1,"side":3,"players":{}}`, "players: object: want a list"},
		{written, `{"turn":1,"side":3,"players":[]}`, "players: 0: want 2 to 16"},
	} {
		given := strings.Replace(written, c.old, c.new, 1)
		if _, _, err := restore(nil, []byte(given)); err == nil || err.Error() != c.want {
			t.Errorf("%s for %s: %v\nwant %s", c.new, c.old, err, c.want)
		}
	}
}

// TestNamesAreEscaped: a name is a label and breaks nothing.
func TestNamesAreEscaped(t *testing.T) {
	names := []string{`a"n\n`, "б[]^`{|}é"}
	r, err := start(nil, 2, [32]byte{})
	if err != nil {
		t.Fatal(err)
	}
	_, again, err := restore(nil, r.AppendState(nil, names))
	if err != nil || !slices.Equal(again, names) {
		t.Errorf("%q, %v", again, err)
	}
	_, again, err = Parse(nil, string(r.AppendDrawing(nil, names)))
	if err != nil || !slices.Equal(again, names) {
		t.Errorf("%q, %v", again, err)
	}
}

// FuzzRestore: nothing upsets it, and what it takes it writes the same again,
// also by way of a drawing, and can be played.
func FuzzRestore(f *testing.F) {
	f.Add([]byte(written))
	f.Add([]byte(`{"turn":0,"side":1,"players":[{"name":"a","x":0,"y":0,"firepower":0,"speed":0,"timer":0},{"name":"b","x":0,"y":0,"firepower":9,"speed":9,"timer":9}]}`))
	f.Add([]byte(`{"turn":-1}`))
	f.Fuzz(func(t *testing.T, given []byte) {
		r, names, err := restore(nil, given)
		if err != nil {
			return
		}
		gametest.TakesUp(t, tested(), r, names)
		drawing := r.AppendDrawing(nil, names)
		if _, _, err := Parse(nil, string(drawing)); err != nil {
			t.Fatalf("%s%v", drawing, err)
		}
		r.Order(0, "BOMB 5")
		gametest.AppendLines(nil, r.Resolve(0, 0, r.Catchup(0, nil)), names)
		r.Standings(nil)
	})
}
