package journal_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"arbitre/journal"
)

// TestPage: the match of docs/replay.md is one.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../docs/replay.md")
	must(t, err)
	_, text, _ := strings.Cut(string(page), "```jsonl\n")
	text, _, _ = strings.Cut(text, "```")
	must(t, verify([]byte(text)))
}

// schema is as much of JSON Schema as docs/replay.schema.json needs.
type schema struct {
	Ref                  string             `json:"$ref"`
	Defs                 map[string]*schema `json:"$defs"`
	OneOf                []*schema          `json:"oneOf"`
	Type                 any
	Required             []string
	Properties           map[string]*schema
	AdditionalProperties *bool
	Items                *schema
	Enum                 []any
	Const                any
}

// misfit is what of the value the schema does not allow, "" if it allows all.
func (s *schema) misfit(root *schema, value any) string {
	switch {
	case s.Ref != "":
		return root.Defs[strings.TrimPrefix(s.Ref, "#/$defs/")].misfit(root, value)
	case s.OneOf != nil:
		var misfits []string
		for _, one := range s.OneOf {
			misfits = append(misfits, one.misfit(root, value))
		}
		if fits := len(misfits) - len(slices.DeleteFunc(slices.Clone(misfits), func(m string) bool { return m == "" })); fits != 1 {
			return strings.Join(misfits, "; or ")
		}
		return ""
	case s.Enum != nil && !slices.Contains(s.Enum, value), s.Const != nil && s.Const != value:
		return "is not one of the values"
	}
	switch value := value.(type) {
	case map[string]any:
		return s.misfitMembers(root, value)
	case []any:
		for _, element := range value {
			if m := s.Items.misfit(root, element); m != "" {
				return "[]: " + m
			}
		}
	}
	return ""
}

func (s *schema) misfitMembers(root *schema, object map[string]any) string {
	for _, key := range s.Required {
		if _, ok := object[key]; !ok {
			return key + " is missing"
		}
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		member, ok := s.Properties[key]
		switch {
		case !ok && s.AdditionalProperties == nil:
			continue // settings
		case !ok:
			return key + " is one too many"
		}
		if m := member.misfit(root, object[key]); m != "" {
			return key + ": " + m
		}
	}
	return ""
}

// TestSchema: every line that is written fits docs/replay.schema.json, and all
// that it knows is written.
func TestSchema(t *testing.T) {
	text, err := os.ReadFile("../docs/replay.schema.json")
	must(t, err)
	root := &schema{}
	must(t, json.Unmarshal(text, root))
	written := map[string]bool{}
	for _, g := range games() {
		for seed := range uint64(12) {
			s := playScript(g, rand.New(rand.NewPCG(seed, 9)), 2, 40)
			for line := range strings.Lines(string(journal.Text(s.opening, s.turns, s.end))) {
				var value map[string]any
				must(t, json.Unmarshal([]byte(line), &value))
				if m := root.misfit(root, value); m != "" {
					t.Errorf("%s: %.200s", m, line)
				}
				for key := range value {
					written[key] = true
				}
			}
		}
	}
	for _, name := range []string{"head", "turn", "end"} {
		for key := range root.Defs[name].Properties {
			if !written[key] {
				t.Errorf("no match has %s", key)
			}
		}
	}
	var causes []string
	for _, cause := range root.Defs["cause"].Enum {
		causes = append(causes, cause.(string)) // a panic says it as well
	}
	if got := strings.Join(causes, ", "); got != journal.Causes {
		t.Errorf("causes %s, want %s", got, journal.Causes)
	}
}
