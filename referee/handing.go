package referee

import (
	"context"
	"maps"
	"strings"
	"time"

	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

// What people may hand in. What has begun is never cut short for being quick: who
// has handed in much waits before the next.
const (
	scriptBudget = longestScript // bytes a minute
	scriptCost   = 8 << 10       // what each script takes off the budget beside its bytes
	checkCost    = 12 << 10      // for each second that checking it takes
	mostUploads  = 64            // at once, over all people
)

// newScriptBudget is how much somebody may hand in.
func newScriptBudget() *rate.Limiter {
	return rate.NewLimiter(rate.Limit(float64(scriptBudget)/time.Minute.Seconds()), scriptBudget)
}

// scriptWords is the table of the words of scripts, as people say them in
// private.
func scriptWords() map[string]func(*Desk, *Person, string) {
	return map[string]func(*Desk, *Person, string){
		wordScript:       (*Desk).scriptLine,
		wordScriptBegin:  (*Desk).beginScript,
		wordScriptEnd:    (*Desk).endScript,
		wordScriptPublic: (*Desk).publishScript,
		wordScriptList:   (*Desk).listScripts,
		wordScriptShow:   (*Desk).showScript,
		wordScriptDelete: (*Desk).deleteScript,
	}
}

// hearScript takes a private line that has to do with scripts, and tells whether
// it was one. Behind the first word it is taken as it came: a script has spaces
// that count.
func (d *Desk) hearScript(from *Person, line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	do := scriptWords()[strings.ToUpper(word)]
	switch {
	case do == nil:
		return false
	case d.scripts == nil:
		d.answer(from, "scripts-none")
	case len(from.Channels) == 0: // then we don't learn when he goes
		if strings.ToUpper(word) != wordScript { // he has been told so at its beginning
			d.answer(from, "script-inside")
		}
	default:
		do(d, from, rest)
	}
	return true
}

// beginScript begins to take a script. One that he has not ended is forgotten.
func (d *Desk) beginScript(from *Person, word string) {
	now, name := time.Now(), strings.TrimSpace(word)
	delete(d.uploads, from)
	maps.DeleteFunc(d.uploads, func(_ *Person, u *upload) bool { return u.old(now) })
	tokens := from.scripts.TokensAt(now)
	switch {
	case !IsScriptName(name):
		d.answer(from, "script-name", longestScriptName, quoted(name))
	case d.offered(name) != nil:
		d.answer(from, "script-offered", name)
	case tokens <= 0:
		wait := time.Duration((1 - tokens) / float64(from.scripts.Limit()) * float64(time.Second))
		d.answer(from, "script-later", d.words.duration(max(wait, time.Second)))
	case len(d.uploads)+d.checks >= mostUploads:
		d.answer(from, "script-busy")
	default:
		from.scripts.ReserveN(now, scriptCost)
		d.uploads[from] = &upload{name: name, begun: now, at: now}
	}
}

// scriptLine takes a line of a script.
func (d *Desk) scriptLine(from *Person, line string) {
	u, now := d.uploads[from], time.Now()
	if u == nil || u.old(now) {
		d.noUpload(from)
		return
	}
	from.scripts.ReserveN(now, len(line))
	u.at = now
	u.take(line)
}

func (d *Desk) noUpload(from *Person) {
	delete(d.uploads, from)
	if from.answers.Allow() {
		d.tellScript(from, wordScriptError+" 0:0 nothing is being handed in: expected "+wordScriptBegin+" name")
	}
}

// endScript has a script checked, while the desk goes on.
func (d *Desk) endScript(from *Person, _ string) {
	u := d.uploads[from]
	if u == nil || u.old(time.Now()) {
		d.noUpload(from)
		return
	}
	delete(d.uploads, from)
	u.finish()
	if u.wrong != "" {
		d.scriptError(from, u.wrong)
		return
	}
	script := Script{Name: u.name, Text: string(u.text)}
	d.checks++
	d.running.Go(func() {
		took, wrong := d.checkScript(script)
		d.later(func() {
			d.checks--
			from.scripts.ReserveN(time.Now(), min(int(took.Seconds()*checkCost), scriptBudget))
			if wrong != "" {
				d.scriptError(from, wrong)
				return
			}
			d.keepScript(from, script)
		})
	})
}

// checkScript compiles a script and tells what is wrong with it. It ends with the
// desk: nobody waits at the program's end for what people have handed in.
func (d *Desk) checkScript(script Script) (took time.Duration, wrong string) {
	defer func() {
		if broken := recover(); broken != nil { // of the compiler, on this text
			d.log.Error("check a script", zap.Any("panic", broken), zap.Stack("stack"))
			wrong = "0:0 the script can't be checked: it breaks the compiler"
		}
	}()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	d.running.Go(func() {
		select {
		case <-d.over:
			cancel()
		case <-ctx.Done():
		}
	})
	took, err := d.scripts.Check(ctx, script.Name, script.Text)
	if err != nil {
		return took, err.Error()
	}
	return took, ""
}

// mostMistakes is how many mistakes of a script are told.
const mostMistakes = 3

func (d *Desk) scriptError(to *Person, mistakes string) {
	told := 0
	for line := range strings.Lines(mistakes) {
		if line = onOneLine(line); line == "" || told == mostMistakes {
			continue
		}
		told++
		d.tellScript(to, wordScriptError+" "+line)
	}
}

// tellScript sends a line of the protocol of scripts.
func (d *Desk) tellScript(to *Person, line string) {
	d.tellLines(to, []string{line})
}

// longestTold is how many bytes of a text that a script has made are told.
const longestTold = 300

// onOneLine is a text of somebody else's making as one line shows it.
func onOneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	if len(text) > longestTold {
		text = strings.ToValidUTF8(text[:longestTold], "") + "..."
	}
	return strings.TrimSpace(text)
}
