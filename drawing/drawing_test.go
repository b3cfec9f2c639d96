package drawing

import (
	"strings"
	"testing"
)

func TestColumns(t *testing.T) {
	for width, want := range map[int]string{
		3:  "   0 1 2\n",
		10: "   0 1 2 3 4 5 6 7 8 9\n",
		12: "   0                   1\n   0 1 2 3 4 5 6 7 8 9 0 1\n",
	} {
		if got := string(AppendDigits(AppendTens(nil, width, 2), width, 2)); got != want {
			t.Errorf("%d columns:\n%swant\n%s", width, got, want)
		}
	}
	tens, _, _ := strings.Cut(string(AppendTens(nil, 1000, 3)), "\n")
	if at := strings.LastIndex(tens, "99"); at != len("999")+len(" ")+2*990 || len(tens) != at+2 {
		t.Errorf("of 1000 columns the last ten begins at byte %d of %d", at, len(tens))
	}
	if got, want := string(AppendRow(AppendRow(nil, 9, 2), 10, 2)), " 910"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestFields(t *testing.T) {
	f := Fields{Rest: strings.Fields("after turn 4")}
	if f.Want("after"); f.Next() != "turn" || *f.Number() != 4 || f.Bad || len(f.Rest) != 0 {
		t.Errorf("%+v", f)
	}
	for what, read := range map[string]func(*Fields){
		"another word": func(f *Fields) { f.Want("turn") },
		"no number":    func(f *Fields) { f.Number() },
		"no more":      func(f *Fields) { f.Next(); f.Next() },
	} {
		f := Fields{Rest: []string{"idle"}}
		if read(&f); !f.Bad {
			t.Errorf("%s: taken", what)
		}
	}
}

func TestCheck(t *testing.T) {
	if err := Check("idle 0\n", []byte("idle 0\n")); err != nil {
		t.Error(err)
	}
	if err := Check("idle 0", []byte("idle 0\n")); err == nil || err.Error() != "the drawing of these lines is\nidle 0\n" {
		t.Error(err)
	}
}
