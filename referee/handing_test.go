package referee

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// bookcase is a memory of scripts.
type bookcase struct {
	noMemory
	mu   sync.Mutex
	kept map[string]map[string]Kept // by account and name
	err  error
}

func (b *bookcase) Scripts(_ context.Context, account string) (kept []Kept, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(b.kept[account])) {
		kept = append(kept, b.kept[account][name])
	}
	return kept, b.err
}

func (b *bookcase) KeepScript(_ context.Context, account string, k Kept) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.kept == nil {
		b.kept = map[string]map[string]Kept{}
	}
	if b.kept[account] == nil {
		b.kept[account] = map[string]Kept{}
	}
	b.kept[account][k.Name] = k
	return b.err
}

func (b *bookcase) DropScript(_ context.Context, account, name string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.kept[account], name)
	return b.err
}

func (b *bookcase) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.err = err
}

// ok is the answer to a script that is taken.
func ok(nick, name, text string) string {
	return fmt.Sprintf("0s %s< SCRIPT_OK %s %d HEX", nick, name, strings.Count(text, "\n"))
}

func TestHandIn(t *testing.T) {
	inWorkshop(t, DefaultConfig(), newFakeScripts(Script{"forager", "say F\n"}), nil, func(r *room) {
		r.arrive("ann")
		r.tells("ann", "script_begin digger")
		r.tells("ann", "SCRIPT |def ant(view):")
		r.tells("ann", "SCRIPT |    return  dig(UP)\t\x02# ")
		r.tells("ann", "SCRIPT +bold")
		r.tells("ann", "SCRIPT |")
		r.tells("ann", "SCRIPT_END")
		text := "def ant(view):\n    return  dig(UP)\t\x02# bold\n\n"
		r.wants(ok("ann", "digger", text))
		if got := r.desk.shelves[r.people["ann"]][0]; got.Text != text || got.Public {
			t.Errorf("%v is kept", got)
		}
		r.tells("ann", "SCRIPT_LIST")
		r.wants("0s ann< SCRIPT_LIST digger 3 HEX private", "0s ann< SCRIPT_LIST forager 1 HEX offered", "0s ann< SCRIPT_LIST_END 2")
		r.tells("ann", "SCRIPT_SHOW digger")
		r.wants("0s ann< SCRIPT_BEGIN digger", "0s ann< SCRIPT |def ant(view):",
			"0s ann< SCRIPT |    return  dig(UP)\t\x02# bold", "0s ann< SCRIPT |", "0s ann< SCRIPT_END")
		r.arrive("bob")
		r.tells("bob", "SCRIPT_SHOW forager")
		r.wants("0s bob< SCRIPT_BEGIN forager", "0s bob< SCRIPT |say F", "0s bob< SCRIPT_END")
		r.tells("bob", "SCRIPT_SHOW ann/digger")
		unknown := `0s bob< ([script] there is no script "ann/digger". Yours, and those that everybody may play: script_list)`
		r.wants(unknown)
		r.tells("ann", "SCRIPT_PUBLIC digger")
		r.tells("bob", "SCRIPT_SHOW ann/digger")
		r.wantsSome("0s ann< SCRIPT_PUBLIC digger", "0s bob< SCRIPT_BEGIN digger", "0s bob< SCRIPT_END")
		r.handsIn("ann", "digger", "say new")
		r.heard()
		r.tells("bob", "SCRIPT_SHOW ann/digger")
		r.wants(unknown) // a new text is private again
		r.tells("ann", "SCRIPT_DELETE digger")
		r.wants("0s ann< SCRIPT_DELETE digger")
		time.Sleep(time.Minute)
		r.tells("ann", "SCRIPT_LIST")
		r.wants("1m0s ann< SCRIPT_LIST forager 1 HEX offered", "1m0s ann< SCRIPT_LIST_END 1")
	})
}

// A long line goes out in pieces that come in as one again.
func TestShowLongLines(t *testing.T) {
	text := strings.Repeat("é", 500) + "\n\nx\n"
	u := upload{name: "long"}
	for _, line := range written(Script{"long", text})[1:] {
		if len(line) > 350 {
			t.Errorf("%d bytes", len(line))
		}
		if rest, more := strings.CutPrefix(line, "SCRIPT "); more {
			u.take(rest)
		}
	}
	if u.finish(); string(u.text) != text || u.wrong != "" {
		t.Errorf("%q %q", u.text, u.wrong)
	}
}

func TestHandInMistakes(t *testing.T) {
	tests := map[string]struct {
		lines []string
		want  string
	}{
		"compiler":      {[]string{"|say A", "|wrong"}, "SCRIPT_ERROR 2:1 wrong is  no word"},
		"no lines":      {nil, "SCRIPT_ERROR 1:1 the script has no lines"},
		"no bar":        {[]string{"|say A", "say B"}, `SCRIPT_ERROR 2:1 expected "|" or "+", and the text right behind it`},
		"empty":         {[]string{""}, `SCRIPT_ERROR 1:1 expected "|" or "+", and the text right behind it`},
		"plus first":    {[]string{"+say A"}, `SCRIPT_ERROR 1:1 "+" continues the line before, and there is none: expected "|"`},
		"not UTF-8":     {[]string{"|say", "|é\xff"}, "SCRIPT_ERROR 2:2 the text is not UTF-8"},
		"broken":        {[]string{"|panic check"}, "SCRIPT_ERROR 0:0 the script can't be checked: it breaks the compiler"},
		"64 KiB and 1":  {slices.Repeat([]string{"|" + strings.Repeat("x", 255)}, 256+1), "SCRIPT_ERROR 257:1 the script is longer than 65536 bytes"},
		"first mistake": {[]string{"+a", "b"}, `SCRIPT_ERROR 1:1 "+" continues the line before, and there is none: expected "|"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			inWorkshop(t, DefaultConfig(), newFakeScripts(), nil, func(r *room) {
				r.arrive("ann")
				r.tells("ann", "SCRIPT_BEGIN x")
				for _, line := range test.lines {
					r.tells("ann", "SCRIPT "+line)
				}
				r.tells("ann", "SCRIPT_END")
				r.wantsSome("0s ann< " + test.want)
				if len(r.desk.shelves)+len(r.desk.uploads) > 0 {
					t.Error("something of it is kept")
				}
			})
		})
	}
}

// 64 KiB are taken whole; who has handed in so much waits before the next.
func TestHandInBudget(t *testing.T) {
	inWorkshop(t, DefaultConfig(), newFakeScripts(), nil, func(r *room) {
		r.arrive("ann")
		big := slices.Repeat([]string{strings.Repeat("x", 255)}, 256)
		r.handsIn("ann", "big", big...)
		r.wants("0s ann< SCRIPT_OK big 256 HEX")
		r.tells("ann", "SCRIPT_BEGIN next")
		r.wants("0s ann< ([script] you have handed in much just now. Try again in 8 s.)")
		r.tells("ann", "SCRIPT |say A") // of nothing
		r.wants("0s ann< SCRIPT_ERROR 0:0 nothing is being handed in: expected SCRIPT_BEGIN name")
		time.Sleep(8 * time.Second)
		r.handsIn("ann", "next", "say A")
		r.wants("8s ann< SCRIPT_OK next 1 HEX")
	})
}

// Names are what they look like, and nobody takes the name of an offered script.
func TestScriptNames(t *testing.T) {
	for _, name := range []string{"a", "a-b_9", strings.Repeat("a", 20)} {
		if !IsScriptName(name) {
			t.Errorf("%q is one", name)
		}
	}
	for _, name := range []string{"", "A", "1a", "-a", "a b", "é", "a/b", "a\x00", "a\x03", "\xff", strings.Repeat("a", 21), "TOUR"} {
		if IsScriptName(name) {
			t.Errorf("%q is none", name)
		}
	}
	inWorkshop(t, DefaultConfig(), newFakeScripts(Script{"forager", "say F\n"}), nil, func(r *room) {
		r.arrive("ann")
		r.tells("ann", "SCRIPT_BEGIN A\x01\xff")
		r.tells("ann", "SCRIPT_BEGIN")
		r.tells("ann", "SCRIPT_BEGIN forager")
		r.wants(
			`0s ann< ([script] a script's name is a small letter, then small letters, digits, - and _, at most 20 in all, not "a\x01?".)`,
			`0s ann< ([script] a script's name is a small letter, then small letters, digits, - and _, at most 20 in all, not "".)`,
			"0s ann< ([script] a script called forager is offered to everybody here: take another name.)")
	})
}

// A hundred people at once: some wait, nobody is disturbed, nothing is left.
func TestHandInCrowd(t *testing.T) {
	inWorkshop(t, DefaultConfig(), newFakeScripts(), nil, func(r *room) {
		var crowd []string
		for i := range 100 {
			crowd = append(crowd, fmt.Sprintf("guest%d", i))
			r.arrive(crowd[i])
		}
		for _, nick := range crowd {
			r.tells(nick, "SCRIPT_BEGIN x")
			r.tells(nick, "SCRIPT |say "+nick)
		}
		if said := r.heard(); len(said) != 72 { // 36 are refused, and told that their line is of nothing
			t.Errorf("%d lines: %q", len(said), said)
		}
		for _, nick := range crowd[:64] {
			r.tells(nick, "SCRIPT_END")
		}
		if said := r.heard(); len(said) != 64 || !strings.Contains(said[63], "guest63< SCRIPT_OK x 1 ") {
			t.Errorf("%d lines: %q", len(said), said)
		}
		// Half an upload is forgotten after a while, or when its author goes.
		for _, nick := range crowd[64:] {
			r.tells(nick, "SCRIPT_BEGIN x")
		}
		for _, nick := range crowd[:80] {
			r.departs(nick, Quit)
		}
		if n := len(r.desk.uploads); n != 20 {
			t.Errorf("%d uploads of 20 people", n)
		}
		if n := len(r.desk.shelves); n != 0 {
			t.Errorf("scripts of %d people who are gone", n)
		}
		time.Sleep(uploadIdle + time.Second)
		r.heard()
		r.tells("guest99", "SCRIPT_END")
		r.wants("2m1s guest99< SCRIPT_ERROR 0:0 nothing is being handed in: expected SCRIPT_BEGIN name")
		r.tells("guest98", "SCRIPT_BEGIN y")
		if n := len(r.desk.uploads); n != 1 {
			t.Errorf("%d uploads, 1 is alive", n)
		}
	})
}

// A person keeps so many scripts, and people without accounts together so many.
func TestScriptsAreBounded(t *testing.T) {
	inWorkshop(t, DefaultConfig(), newFakeScripts(), nil, func(r *room) {
		r.arrive("ann")
		for i := range mostScripts + 1 {
			r.handsIn("ann", fmt.Sprintf("s%d", i), "say A")
			time.Sleep(time.Minute)
		}
		r.wantsSome("7m0s ann< SCRIPT_OK s7 1 HEX", "8m0s ann< SCRIPT_ERROR 0:0 you have 8 scripts already: SCRIPT_DELETE one first")
		r.handsIn("ann", "s7", "say B") // in place of one
		r.wants("9m0s ann< SCRIPT_OK s7 1 HEX")
		r.desk.shelves[r.people["op"]] = make([]Kept, mostUnowned)
		r.arrive("bob")
		r.handsIn("bob", "x", "say B")
		r.wants("9m0s bob< SCRIPT_ERROR 0:0 no more scripts are kept here of people without an account")
	})
}

// Scripts of an account are in the memory, and there when he is back.
func TestScriptsOfAnAccount(t *testing.T) {
	memory := &bookcase{}
	inWorkshop(t, DefaultConfig(), newFakeScripts(), func(d *Desk) { d.Recall(memory) }, func(r *room) {
		r.arrive("ann").Account = "Ann"
		r.handsIn("ann", "x", "say A")
		r.wants("0s ann< SCRIPT_OK x 1 HEX")
		if len(r.desk.shelves) > 0 || memory.kept["ann"]["x"].Text != "say A\n" {
			t.Errorf("%v", memory.kept)
		}
		r.departs("ann", Quit)
		r.arrive("anna").Account = "Ann"
		r.tells("anna", "SCRIPT_PUBLIC x")
		r.tells("anna", "SCRIPT_LIST")
		r.wants("0s anna< SCRIPT_PUBLIC x", "0s anna< SCRIPT_LIST x 1 HEX public", "0s anna< SCRIPT_LIST_END 1")
		r.arrive("bob")
		r.departs("anna", Quit)
		r.tells("bob", "SCRIPT_SHOW Ann/x") // by the account
		r.wantsSome("0s bob< SCRIPT_BEGIN x", "0s bob< SCRIPT |say A", "0s bob< SCRIPT_END")
		memory.fail(errors.New("disk"))
		r.arrive("anna").Account = "Ann"
		r.tells("anna", "join_game x")
		r.wants("0s anna< ([script] scripts can't be read or kept just now. Try again later.)")
	})
}

// Who is in no channel of ours, or where no scripts are, is told so.
func TestNoScripts(t *testing.T) {
	inWorkshop(t, DefaultConfig(), newFakeScripts(Script{"forager", "say F\n"}), nil, func(r *room) {
		r.people["eve"] = NewPerson("eve", "eve", "eve.example")
		r.tells("eve", "SCRIPT_BEGIN x")
		r.wants("0s eve< ([script] scripts are for who is in a channel of mine: enter it first.)")
		r.arrive("ann")
		r.says("op", "!begin counting")
		r.heard()
		r.handsIn("ann", "x", "say A")
		r.tells("ann", "join_game x")
		r.wantsSome("0s ann< ([script] counting can't be played by scripts.)")
		r.tells("ann", "!rules sensing")
		r.wantsSome("0s ann< (Well.)", "0s ann< (Scripts can play it too. To play by one that is offered here: join_game NAME (forager). By one of yours: hand it in with script_begin.)")
		r.tells("ann", "join_game y z")
		r.tells("ann", "SCRIPT_DELETE y")
		r.wantsSome(`0s ann< ([script] there is no script "y". Yours, and those that everybody may play: script_list)`)
	})
	inWorkshop(t, DefaultConfig(), nil, nil, func(r *room) {
		r.arrive("ann")
		r.tells("ann", "SCRIPT |x")
		r.tells("ann", "join_game x")
		r.wants("0s ann< ([script] no scripts are played here.)", "0s ann< ([script] no scripts are played here.)")
		r.says("op", "!begin sensing with=forager")
		r.wants("0s op< ([script] no scripts are played here.)")
	})
}

// A long text goes out line by line, so that nobody waits behind it; what somebody
// asks for next ends it.
func TestShowIsPaced(t *testing.T) {
	long := Script{"long", strings.Repeat("say A\n", 1000)}
	inWorkshop(t, DefaultConfig(), newFakeScripts(long), nil, func(r *room) {
		r.arrive("ann")
		r.hold = true
		for range 3 {
			r.tells("ann", "SCRIPT_SHOW long")
		}
		synctest.Wait()
		if n := len(r.queue); n != 3 {
			t.Errorf("%d lines wait", n)
		}
		r.release()
		if said := r.heard(); len(said) != 1002 {
			t.Errorf("%d lines", len(said))
		}
	})
}

// Whatever comes in is taken or refused, within bounds, and what is taken goes out
// as it came.
func FuzzUpload(f *testing.F) {
	f.Add("|def ant(view):\n|    return dig(UP)\n+ # on")
	f.Add("+\n|\xff\n|" + strings.Repeat("é", 400))
	f.Add("|\n\n|x")
	f.Fuzz(func(t *testing.T, lines string) {
		u := upload{name: "x"}
		for line := range strings.SplitSeq(lines, "\n") {
			u.take(line)
		}
		u.finish()
		if (u.wrong == "") != (len(u.text) > 0) || len(u.text) > longestScript {
			t.Fatalf("%q: %d bytes", u.wrong, len(u.text))
		}
		if u.wrong != "" {
			return
		}
		again := upload{name: "x"}
		for _, line := range written(Script{"x", string(u.text)}) {
			if rest, more := strings.CutPrefix(line, wordScript+" "); more {
				again.take(rest)
			}
		}
		if again.finish(); again.wrong != "" || string(again.text) != string(u.text) || again.lines != u.lines {
			t.Errorf("%q goes out as %q (%s)", u.text, again.text, again.wrong)
		}
	})
}
