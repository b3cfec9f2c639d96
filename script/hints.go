package script

import (
	"regexp"
	"slices"
	"strings"

	"go.starlark.net/starlark"
)

// The hints that stand in several rows.
const (
	hintImport    = "a script is one file and takes nothing from outside; draws are view.random(6) and view.choice(list)"
	hintException = "there are no exceptions: ask before you do, as in if x:"
	hintGlobal    = "what stands outside of functions never changes; what lasts from turn to turn goes into view.memory"
	hintTypes     = "names have no types here: def f(x):"
	hintBraces    = "a block is a colon and the lines below it, four spaces further in"
	hintIndent    = "the lines of a block begin below each other, four spaces further in than the line with the colon"
	hintNone      = "this is None, as where there is nothing to be found: ask before, as in if x:"
	hintLogic     = "write and, or, not"
)

// hints are looked through from the top: the first one counts whose message the
// mistake has and whose pattern its line has.
var hints = []struct {
	message string // part of it
	line    *regexp.Regexp
	hint    string
}{
	{"got import,", nil, hintImport},
	{"got from,", nil, hintImport},
	{"got class,", nil, "there are no classes: functions are enough, and dicts for what belongs together"},
	{"got try,", nil, hintException},
	{"got except,", nil, hintException},
	{"got raise,", nil, hintException},
	{"got finally,", nil, hintException},
	{"got global,", nil, hintGlobal},
	{"got nonlocal,", nil, hintGlobal},
	{"got del,", nil, "write d.pop(key), or list.pop(i)"},
	{"got is,", nil, "write == for is, and != for is not"},
	{"got with,", nil, "there is no with"},
	{"got yield,", nil, "there is no yield: collect the values in a list and return it"},
	{"support while loops", nil, "write for i in range(100): and leave it by break"},
	{"cannot reassign global", nil, hintGlobal},
	{"if statement not within", nil, hintIndent},
	{"", regexp.MustCompile(`\belse\s+if\b`), "write elif"},
	{"got '{'", nil, hintBraces},
	{"", regexp.MustCompile(`^\s*(function|func|fn|void)\b`), "write def name(view):"},
	{"", regexp.MustCompile(`^\s*(const|let|var)\b`), "write name = value"},
	{"", regexp.MustCompile(`^\s*assert\b`), "there is no assert: write if not x: fail(\"...\")"},
	{"", regexp.MustCompile(`(\+\+|--)\s*$`), "write x += 1"},
	{"", regexp.MustCompile(`^\s*print\s+[^\s(]`), "write print(...)"},
	{"got string literal, want", regexp.MustCompile(`\b[fF][rR]?["']`), "there are no f-strings: write \"at %d, %d\" % (x, y)"},
	{"got string literal, want", nil, "an operator or a comma is missing before the text"},
	{"got '='", regexp.MustCompile(`^\s*(if|elif|while)\b`), "write == to compare"},
	{"got '='", nil, "assign one name at a time"},
	{"got '-', want ':'", nil, hintTypes},
	{"got ':', want ')'", nil, hintTypes},
	{"got ':', want newline", nil, hintTypes},
	{"got newline, want ':'", nil, "a colon is missing at the end of the line"},
	{"want ':'", regexp.MustCompile(`^\s*(if|elif|else|for|def)\b[^:]*$`), "a colon is missing"},
	{"want indent", regexp.MustCompile(`\t`), "there are tabs and spaces: write spaces only; " + hintIndent},
	{"want indent", nil, hintIndent},
	{"unindent does not match", regexp.MustCompile(`\t`), "there are tabs and spaces: write spaces only"},
	{"unindent does not match", nil, hintIndent},
	{"got indent", nil, hintIndent},
	{"got else", nil, "else stands right below its if, as far in as that"},
	{"got '&'", nil, hintLogic},
	{"got '|'", nil, hintLogic},
	{"input character '!'", nil, hintLogic},
	{"got '**'", nil, "there is no power: multiply"},
	{"input character '\\u00a0'", nil, "this is no plain space: it came with something copied; write it anew"},
	{"input character", regexp.MustCompile(`[“”„‘’«»]`), "write plain quotes: \" or '"},
	{"input character '@'", nil, "there are no decorators"},
	{"input character '?'", nil, "write a if condition else b"},
	{"without else clause", nil, "write a if condition else b"},
	{"in string", nil, "the quote is not closed on this line"},
	{"excessive nesting", nil, "take the expression apart: give parts of it names"},
	{"got end of file, want", nil, "something is still open above: a bracket, or a block without lines"},
	{"got outdent", nil, "something is still open above: a bracket, or a block without lines"},
	{"want ')'", nil, "a bracket or a comma is missing"},
	{"want ']'", nil, "a bracket or a comma is missing"},
	{"want '}'", nil, "a bracket or a comma is missing"},
	{"want primary expression", nil, "a value is missing before this, or a bracket above is still open"},
	{"does not associate", nil, "write 1 < x and x < 3"},
	{"return statement not within", nil, "return stands in a function, further in than its def"},
	{"not in a loop", nil, "break and continue stand in a for"},
}

// foreign are names of other languages and of Python's library.
var foreign = map[string]string{
	"true": "write True", "false": "write False", "null": "write None", "nil": "write None", "none": "write None",
	"undefined": "write None", "this": "there are no objects: what an ant knows is in view", "self": "there are no objects: what an ant knows is in view",
	"random": "draws are view.random(6) and view.choice(list)", "randint": "draws are view.random(6) and view.choice(list)",
	"choice": "write view.choice(list)", "math": "there is no math: + - * / // % and abs, min, max are all",
	"sum": "add in a loop: for x in list: total += x", "isinstance": "write type(x) == \"list\"", "round": "write int(x + 0.5)",
	"map": "write [f(x) for x in list]", "filter": "write [x for x in list if f(x)]", "pow": "there is no power: multiply",
	"input": "nobody answers: a script only sees its view", "open": "a script has no files", "time": "a script has no clock: view.turn counts the turns",
	"format": "write \"at %d, %d\" % (x, y)", "memory": "write view.memory", "view": "only functions with the parameter view have it: hand it on",
	"Exception": hintException, "object": "there are no classes", "super": "there are no classes",
}

// hint finds what to do about a mistake.
func hint(m *Mistake, lines []string) string {
	line := ""
	if 1 <= m.Line && m.Line <= len(lines) {
		line = lines[m.Line-1]
	}
	for _, h := range hints {
		if strings.Contains(m.Message, h.message) && (h.line == nil || h.line.MatchString(line)) {
			return h.hint
		}
	}
	return ""
}

// hintName is about a name that nobody knows. Own are those of the script itself.
func hintName(name string, own []string) string {
	if known := foreign[name]; known != "" {
		return known
	}
	if near := nearestName(name, slices.Concat(own, knownNames(), starlark.Universe.Keys())); near != "" {
		return "did you mean " + near + "?"
	}
	if near := nearestName(name, newView(&Colony{}).AttrNames()); near != "" {
		return "did you mean view." + near + "?"
	}
	return ""
}

// nearestName is the name with the fewest letters changed, case aside, "" if it
// would be more than a third of them.
func nearestName(name string, names []string) string {
	best, least := "", len(name)/3+1
	if len(name) > 40 {
		return ""
	}
	for _, candidate := range names {
		if d := changes(strings.ToLower(name), strings.ToLower(candidate)); d < least {
			best, least = candidate, d
		}
	}
	return best
}

// changes is how many letters have to be put in, left out or changed to make one
// word of another.
func changes(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := corner
			if a[i] != b[j] {
				cost++
			}
			corner = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
