package journal_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"arbitre/bomber"
	"arbitre/game"
	"arbitre/journal"
)

// grown writes the start of a match and returns the text of its two files.
func grown(t *testing.T, s script) (match, private []byte) {
	t.Helper()
	dir := t.TempDir()
	j := open(t, dir)
	log, err := j.Begin(s.opening, s.private)
	must(t, err)
	for _, turn := range s.turns {
		must(t, log.Append(turn))
	}
	must(t, j.Close())
	name := only(t, dir)
	return read(t, name), read(t, strings.TrimSuffix(name, ".jsonl")+".private")
}

// TestCutAtEveryByte: a crash can leave any part of the last line. Wherever the
// file ends, its whole turns are resumed, or it is reported and left alone.
func TestCutAtEveryByte(t *testing.T) {
	for _, g := range games() {
		s := playScript(g, rand.New(rand.NewPCG(7, 7)), 2, 2)
		match, private := grown(t, s)
		dir := t.TempDir()
		name := func(cut int) string { return filepath.Join(dir, fmt.Sprintf("%06d", cut)) }
		step := 1 + len(match)/places(1000) // of long lines not every byte
		var cuts []int
		for cut := 0; cut <= len(match); cut += step {
			cuts = append(cuts, cut)
			must(t, os.WriteFile(name(cut)+".jsonl", match[:cut], 0o600))
			must(t, os.WriteFile(name(cut)+".private", private, 0o600))
		}
		j := open(t, dir)
		matches, problems := j.Unfinished()
		must(t, j.Close())
		for _, cut := range cuts {
			text, whole := read(t, name(cut)+".jsonl"), bytes.Count(match[:cut], []byte("\n"))
			if whole == 0 { // not even the head: it has been made with one rename, so this is no crash
				if len(problems) == 0 || !strings.Contains(problems[0].Error(), name(cut)+".jsonl:1: ") || len(text) != cut {
					t.Fatalf("%s cut at %d: %v; file\n%s", g.Name, cut, problems, text)
				}
				problems = problems[1:]
				continue
			}
			turn := 0
			if m := matches[0]; m.Turn != nil {
				turn = m.Turn.Turn
			}
			matches = matches[1:]
			if want := match[:bytes.LastIndexByte(match[:cut], '\n')+1]; turn != whole-1 || !bytes.Equal(text, want) {
				t.Errorf("%s cut at %d: turn %d, want %d; file\n%s\nwant\n%s", g.Name, cut, turn, whole-1, text, want)
			}
		}
		if len(matches) != 0 || len(problems) != 0 {
			t.Error(g.Name, matches, problems)
		}
	}
}

// verify runs a text as the file x.jsonl.
func verify(text []byte) error {
	replay, err := journal.NewReplay("x.jsonl", bytes.NewReader(text), gameTable(), nil)
	for err == nil {
		_, _, err = replay.Next()
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// TestEveryFlippedByte: a finished match in which any byte is another is found.
func TestEveryFlippedByte(t *testing.T) {
	for _, g := range games() {
		text := read(t, write(t, t.TempDir(), playScript(g, rand.New(rand.NewPCG(3, 1)), 2, 4)))
		must(t, verify(text))
		step := 1 + len(text)/places(2000)
		for at := 0; at < len(text); at += step {
			bit := []byte{0x01, 0x20, 0x80}[at%3]
			text[at] ^= bit
			if err := verify(text); err == nil || !strings.HasPrefix(err.Error(), "x.jsonl:") {
				t.Errorf("%s: byte %d ^ %#x: %v", g.Name, at, bit, err)
			}
			text[at] ^= bit
		}
		for cut := 0; cut < len(text); cut += step {
			if err := verify(text[:cut]); err == nil || !strings.HasPrefix(err.Error(), "x.jsonl:") {
				t.Errorf("%s: cut at %d: %v", g.Name, cut, err)
			}
		}
	}
}

// places is at how many a text is harmed, of the short tests a tenth.
func places(all int) int {
	if testing.Short() {
		return all / 10
	}
	return all
}

// smallMatch is a finished match of two and its text by lines.
func smallMatch(t *testing.T) []string {
	t.Helper()
	s := playScript(games()[0], rand.New(rand.NewPCG(8, 0)), 2, 100)
	return strings.SplitAfter(string(read(t, write(t, t.TempDir(), s))), "\n")
}

// TestBadInput: each gets a message that names file, line and what was expected.
func TestBadInput(t *testing.T) {
	lines := smallMatch(t)
	end := len(lines) - 2
	head, turn, last := lines[0], lines[3], lines[end]
	with := func(line int, text string) string {
		changed := append([]string{}, lines...)
		changed[line-1] = text
		return strings.Join(changed, "")
	}
	for text, want := range map[string]string{
		"":     `1: the file is empty: expected the head of a match`,
		"\n":   `1: a blank line: expected the head of a match`,
		"{}\n": `1: expected the head of a match: {"replay":1,...`,
		turn:   `1: expected the head of a match: {"replay":1,...`,
		with(1, strings.Replace(head, `"replay":1`, `"replay":2`, 1)):          `1: replay format 2, of a newer version of arbitre: expected at most 1`,
		with(1, strings.Replace(head, `"replay":1`, `"replay":0`, 1)):          `1: replay format 0: expected 1`,
		with(1, strings.Replace(head, `bomber`, `chess`, 1)):                   `1: there is no game "chess": expected one of bomber, sentiant, snake`,
		with(1, strings.Replace(head, `ann0`, `a b`, 1)):                       `1: players: "a b": expected a name without spaces`,
		with(1, strings.Replace(head, `{"map`, `{"maps`, 1)):                   `1: settings: `,
		with(1, strings.Replace(head, `"seed"`, `"sead"`, 1)):                  `1: unknown field "sead": expected the head of a match`,
		with(1, strings.Replace(head, `"seed":"`, `"seed":"z`, 1)):             `1: seed "z`,
		with(1, strings.Replace(head, `"commitment":"`, `"commitment":"z`, 1)): `1: commitment "z`,
		with(1, strings.Replace(head, `"game"`, ` "game"`, 1)):                 `1: column 13: expected "\"game\":\"bomber\",`,
		with(4, turn[:50]): `4: column `,
		with(4, ""):        `4: turn 4: expected turn 3`,
		with(4, strings.Replace(turn, `"turn":3`, `"turn":33`, 1)):          `4: turn 33: expected turn 3`,
		with(4, strings.Replace(turn, `,"ms":`, `,"void":[2],"ms":`, 1)):    `4: turn 3: void: 2: expected seats from 0 to 1, each once and in order`,
		with(4, strings.Replace(turn, `,"ms":`, `,"out":[1],"ms":`, 1)):     `4: turn 3: causes of 0 players: expected 1`,
		with(4, strings.Replace(turn, `,"ms":[`, `,"ms":[1,`, 1)):           `4: turn 3: ms of 3 players: expected 2`,
		with(4, strings.Replace(turn, `"orders":[`, `"orders":[[],`, 1)):    `4: turn 3: orders of 3 players: expected 2`,
		with(4, strings.Replace(turn, `"public":["`, `"public":["X","`, 1)): `4: turn 3, public line 1: "X": by the rules it is "`,
		with(4, strings.Replace(turn, `"hash":"`, `"hash":"0`, 1)):          `4: turn 3: the hash is "0`,
		strings.Join(lines, "") + "x":                                       fmt.Sprintf(`%d: expected nothing behind the end of the match`, end+2),
		strings.Join(lines, "") + turn:                                      fmt.Sprintf(`%d: expected nothing behind the end of the match`, end+2),
		strings.Join(lines[:end], ""):                                       fmt.Sprintf(`%d: the file stops after turn %d: expected the next turn or the end`, end+1, end-1),
		strings.Join(lines[:end], "") + last[:9]:                            fmt.Sprintf(`%d: cut off in mid-line: expected a whole line, ended by a line feed`, end+1),
		strings.Join(lines[:3], "") + strings.Repeat("x", 9<<20):            `4: longer than 8388608 bytes: expected a line of a replay`,
		with(end+1, strings.Replace(last, `"sha256":"`, `"sha256":"0`, 1)):  fmt.Sprintf(`%d: sha256: "0`, end+1),
		with(end+1, strings.Replace(last, `"place":1`, `"place":3`, 1)):     fmt.Sprintf(`%d: ranking [`, end+1),
		with(end+1, `{"end":null}`+"\n"):                                    fmt.Sprintf(`%d: expected the end of a match`, end+1),
	} {
		err := verify([]byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), "x.jsonl:"+want) {
			t.Errorf("%.60q...\n got %v\nwant x.jsonl:%s", text, err, want)
		}
	}
}

// TestOddFiles: what is no file of ours is refused before it is read.
func TestOddFiles(t *testing.T) {
	dir := t.TempDir()
	huge := filepath.Join(dir, "huge.jsonl")
	must(t, os.WriteFile(huge, nil, 0o600))
	must(t, os.Truncate(huge, 10<<30))
	for name, want := range map[string]string{
		dir:                        dir + " is a directory: expected a match's file, .jsonl at its end",
		os.DevNull:                 os.DevNull + " is no regular file: expected a match's file, .jsonl at its end",
		huge:                       huge + ":1: longer than 8388608 bytes: expected a line of a replay",
		filepath.Join(dir, "none"): "no such file",
	} {
		if _, _, err := journal.Verify(name, gameTable()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	_, err := journal.NewReplay("x", iotest.ErrReader(fs.ErrPermission), gameTable(), nil)
	if err == nil || err.Error() != "x:1: permission denied" && !errors.Is(err, fs.ErrPermission) {
		t.Error(err)
	}
}

// TestLeftAlone: a match that cannot be resumed is reported, left as it is, and
// no hindrance to the others; of what is done the rest is done.
func TestLeftAlone(t *testing.T) {
	s := playScript(games()[0], rand.New(rand.NewPCG(7, 7)), 2, 2)
	match, private := grown(t, s)
	done := strings.Join(smallMatch(t), "")
	var donePrivate []byte
	{
		finished := playScript(games()[0], rand.New(rand.NewPCG(8, 0)), 2, 100)
		finished.turns = nil
		_, donePrivate = grown(t, finished)
	}
	dir := t.TempDir()
	files := map[string][]byte{
		"a.jsonl": bytes.Replace(match, []byte(`"turn":2`), []byte(`"turn":3`), 1), "a.private": private,
		"b.jsonl": match, "b.private": bytes.Replace(private, []byte(`"seed":"`), []byte(`"seed":"f`), 1),
		"c.jsonl": match, "c.private": bytes.Replace(private, []byte(`"seed":"`), []byte(`"sead":"`), 1),
		"d.jsonl": match, "d.private": {},
		"e.jsonl": match, "e.private": bytes.Replace(private, []byte(`"identity":[`), []byte(`"identity":[{},`), 1),
		"f.jsonl": match, "f.private": private,
		"g.private": private, // begun by half
		"h.jsonl":   []byte(done), "h.private": donePrivate,
		"i.jsonl.new": []byte("half"),
		"j.jsonl":     match,
	}
	for name, text := range files {
		must(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	j := open(t, dir)
	matches, problems := j.Unfinished()
	must(t, j.Close())
	if len(matches) != 1 || len(problems) != 5 {
		t.Error(matches, problems)
	}
	for i, want := range []string{
		"a.jsonl:3: turn 3: expected turn 2", "b.private:1: seed: expected 64 hex digits",
		`c.private:1: unknown field "sead"`, "d.private:1: the file is empty", "e.private: identity of 3 players: expected 2",
	} {
		if err := problems[i]; !strings.Contains(err.Error(), filepath.Join(dir, want)) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for name, text := range files {
		got, err := os.ReadFile(filepath.Join(dir, name))
		gone := name == "g.private" || name == "h.private" || name == "i.jsonl.new"
		if gone != errors.Is(err, fs.ErrNotExist) || !gone && !bytes.Equal(got, text) {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
}

// TestTwoPrograms: the second one on a folder is told who has it.
func TestTwoPrograms(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "[er]*")
	j := open(t, dir)
	want := fmt.Sprintf("open journal: %s is in use by process %d, arbitre v1.2.3, since ", dir, os.Getpid())
	if _, err := journal.Open(dir, "v2", gameTable(), nil); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	must(t, j.Close())
	must(t, open(t, dir).Close())
	file := filepath.Join(dir, "lock")
	if _, err := journal.Open(file, "v2", gameTable(), nil); err == nil || !strings.Contains(err.Error(), file) {
		t.Error(err)
	}
}

// TestBrokenRules: a fault of the rules keeps one match from being resumed, and
// nothing else.
func TestBrokenRules(t *testing.T) {
	match, private := grown(t, playScript(games()[0], rand.New(rand.NewPCG(7, 7)), 2, 2))
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "x.jsonl"), match, 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "x.private"), private, 0o600))
	broken := bomber.Game()
	broken.New = func([]byte, int, [32]byte) (game.Rules, error) { panic("broken") }
	j, err := journal.Open(dir, "v1", []game.Game{broken}, nil)
	must(t, err)
	matches, problems := j.Unfinished()
	must(t, j.Close())
	if len(matches) != 0 || len(problems) != 1 || !strings.HasSuffix(problems[0].Error(), "x.jsonl: a fault of the rules: broken") {
		t.Error(matches, problems)
	}
}
