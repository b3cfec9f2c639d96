package referee

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Kept is a script that somebody has handed in.
type Kept struct {
	Script
	Public bool // its author lets everybody read it
}

// How many scripts are kept: of one person, and of all those together who have
// no account, whose scripts are in memory.
const (
	mostScripts  = 8
	mostUnowned  = 256
	linesOfShown = 300 // bytes of a script's line that one line of ours shows
)

// shelf is where scripts are kept: those of an account in the memory, those of
// who has none at the desk, for as long as he is in a channel of ours.
func (d *Desk) shelf(of *Person, then func([]Kept)) {
	own := slices.Clone(d.shelves[of])
	if of.Account == "" {
		then(own)
		return
	}
	account := d.network.Fold(of.Account)
	d.fetch(of, func(ctx context.Context) ([]Kept, error) { return d.memory.Scripts(ctx, account) },
		func(kept []Kept) {
			for _, k := range own {
				if !slices.ContainsFunc(kept, named(k.Name)) {
					kept = append(kept, k)
				}
			}
			then(kept)
		})
}

func named(name string) func(Kept) bool { return func(k Kept) bool { return k.Name == name } }

// fetch reads scripts from the memory, and goes on with them at the desk.
func (d *Desk) fetch(who *Person, read func(context.Context) ([]Kept, error), then func([]Kept)) {
	d.chore("read scripts", func(ctx context.Context) error {
		kept, err := read(ctx)
		d.later(func() {
			if err != nil {
				d.answer(who, "script-away")
				return
			}
			then(kept)
		})
		return err
	})
}

// keepScript keeps a script that is in order.
func (d *Desk) keepScript(of *Person, script Script) {
	d.shelf(of, func(kept []Kept) {
		if !slices.ContainsFunc(kept, named(script.Name)) && len(kept) >= mostScripts {
			d.scriptError(of, fmt.Sprintf("0:0 you have %d scripts already: %s one first", mostScripts, wordScriptDelete))
			return
		}
		d.putScript(of, Kept{Script: script}, wordScriptOK+" "+summary(script))
	})
}

// putScript puts a script on its author's shelf, and tells him so.
func (d *Desk) putScript(of *Person, k Kept, told string) {
	done := func() {
		d.renewScript(of, k)
		d.tellScript(of, told)
	}
	if of.Account != "" {
		account := d.network.Fold(of.Account)
		d.fetch(of, func(ctx context.Context) ([]Kept, error) { return nil, d.memory.KeepScript(ctx, account, k) },
			func([]Kept) { done() })
		return
	}
	if d.unowned() >= mostUnowned || len(of.Channels) == 0 {
		d.scriptError(of, "0:0 no more scripts are kept here of people without an account")
		return
	}
	rest := slices.DeleteFunc(slices.Clone(d.shelves[of]), named(k.Name))
	d.shelves[of] = append(rest, k)
	done()
}

// forgetHandedIn forgets what people handed in who are in no channel of ours any
// more.
func (d *Desk) forgetHandedIn() {
	maps.DeleteFunc(d.uploads, func(who *Person, _ *upload) bool { return len(who.Channels) == 0 })
	maps.DeleteFunc(d.shelves, func(who *Person, _ []Kept) bool { return len(who.Channels) == 0 })
}

func (d *Desk) unowned() (scripts int) {
	for _, kept := range d.shelves {
		scripts += len(kept)
	}
	return scripts
}

// renewScript lets the seats that play a script in a lobby play its new text.
func (d *Desk) renewScript(of *Person, k Kept) {
	for _, p := range d.seated[of] {
		if p.channel.lobby != nil && p.part != nil && p.part.Name == k.Name {
			p.part = &k
		}
	}
}

// publishScript lets everybody read a script.
func (d *Desk) publishScript(from *Person, word string) {
	d.ownScript(from, word, func(k Kept) {
		k.Public = true
		d.putScript(from, k, wordScriptPublic+" "+k.Name)
	})
}

// ownScript does something with one of a person's own scripts.
func (d *Desk) ownScript(of *Person, word string, do func(Kept)) {
	if !of.answers.Allow() {
		return
	}
	name := strings.TrimSpace(word)
	d.shelf(of, func(kept []Kept) {
		i := slices.IndexFunc(kept, named(name))
		if i < 0 {
			d.notify(nil, of, Talk, "script-unknown", quoted(name))
			return
		}
		do(kept[i])
	})
}

// deleteScript forgets a script. A match that it plays goes on with it.
func (d *Desk) deleteScript(from *Person, word string) {
	d.ownScript(from, word, func(k Kept) {
		told := func() { d.tellScript(from, wordScriptDelete+" "+k.Name) }
		if slices.ContainsFunc(d.shelves[from], named(k.Name)) {
			d.shelves[from] = slices.DeleteFunc(d.shelves[from], named(k.Name))
			told()
			return
		}
		account := d.network.Fold(from.Account)
		d.fetch(from, func(ctx context.Context) ([]Kept, error) { return nil, d.memory.DropScript(ctx, account, k.Name) },
			func([]Kept) { told() })
	})
}

// listScripts tells which scripts somebody can play.
func (d *Desk) listScripts(from *Person, _ string) {
	if !from.answers.Allow() {
		return
	}
	d.shelf(from, func(kept []Kept) {
		var lines []string
		for _, k := range kept {
			kind := "private"
			if k.Public {
				kind = "public"
			}
			lines = append(lines, wordScriptList+" "+summary(k.Script)+" "+kind)
		}
		for _, script := range d.scripts.Offered() {
			lines = append(lines, wordScriptList+" "+summary(script)+" offered")
		}
		d.tellLines(from, append(lines, fmt.Sprintf("%s %d", wordScriptListEnd, len(lines))))
	})
}

// showScript sends the text of a script as it is handed in: one's own, one that is
// offered, or OWNER/NAME, one that its author has made public.
func (d *Desk) showScript(from *Person, word string) {
	if !from.answers.Allow() {
		return
	}
	name := strings.TrimSpace(word)
	show := func(kept []Kept, visible func(Kept) bool) {
		i := slices.IndexFunc(kept, func(k Kept) bool { return k.Name == name && visible(k) })
		if i < 0 {
			d.notify(nil, from, Talk, "script-unknown", quoted(word))
			return
		}
		d.tellLines(from, written(kept[i].Script))
	}
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		owner := name[:i]
		name = name[i+1:]
		d.shelfOf(from, owner, func(kept []Kept) { show(kept, func(k Kept) bool { return k.Public }) })
		return
	}
	if script := d.offered(name); script != nil {
		d.tellLines(from, written(*script))
		return
	}
	d.shelf(from, func(kept []Kept) { show(kept, func(Kept) bool { return true }) })
}

// shelfOf is the shelf of somebody else: who is here under this nick, or else an
// account.
func (d *Desk) shelfOf(asks *Person, owner string, then func([]Kept)) {
	folded := d.network.Fold(owner)
	for who := range d.present {
		if d.network.Fold(who.Nick()) == folded {
			d.shelf(who, then)
			return
		}
	}
	d.fetch(asks, func(ctx context.Context) ([]Kept, error) { return d.memory.Scripts(ctx, folded) }, then)
}

// offered is the script of this name that everybody may play, nil if there is
// none.
func (d *Desk) offered(name string) *Script {
	for _, script := range d.scripts.Offered() {
		if script.Name == name {
			return &script
		}
	}
	return nil
}

// summary is a script's name, how many lines it has, and the SHA-256 of its text.
func summary(script Script) string {
	return fmt.Sprintf("%s %d %s", script.Name, strings.Count(script.Text, "\n"), textHash(script.Text))
}

func textHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// written is a script as it is handed in.
func written(script Script) []string {
	lines := []string{wordScriptBegin + " " + script.Name}
	for line := range strings.SplitSeq(strings.TrimSuffix(script.Text, "\n"), "\n") {
		mark := " |"
		for len(line) > linesOfShown {
			cut := linesOfShown
			for !utf8.RuneStart(line[cut]) {
				cut--
			}
			lines = append(lines, wordScript+mark+line[:cut])
			line, mark = line[cut:], " +"
		}
		lines = append(lines, wordScript+mark+line)
	}
	return append(lines, wordScriptEnd)
}

// tellLines sends many lines to one person: each is queued when the one before it
// leaves, so that nobody else waits for more than one of them. What he is told
// next ends it.
func (d *Desk) tellLines(to *Person, lines []string) {
	if d.spares(to) {
		return
	}
	telling := to.telling.Add(1)
	var tell func(int)
	tell = func(i int) {
		post := Post{To: to, Class: Talk, Text: lines[i]}
		if i+1 < len(lines) {
			post.Stale = func() bool { return to.telling.Load() != telling }
			post.Open = func(time.Time) { tell(i + 1) }
		}
		d.network.Send(post)
	}
	tell(0)
}
