package strictjson

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestDecode(t *testing.T) {
	for text, want := range map[string]string{
		`{"side":10,"names":["ann"]}`: "",
		``:                            "empty: want JSON",
		`[]`:                          "array: want an object",
		`{"side":"ten"}`:              "side: string: want a whole number",
		`{"names":{}}`:                "names: object: want a list",
		`{"fun":1}`:                   `unknown field "fun"`,
		`{} {}`:                       "something follows the JSON",
		`{"side":`:                    "unexpected EOF",
	} {
		var into struct {
			Side  int      `json:"side"`
			Names []string `json:"names"`
		}
		if got := said(Decode([]byte(text), &into)); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestMembersInTheOrderInWhichTheyStand(t *testing.T) {
	var taken []string
	err := Members([]byte(`{"b":1,"a":[2],"b":"x"}`), func(key string, value []byte) error {
		taken = append(taken, key+string(value))
		return nil
	})
	if got, want := strings.Join(taken, " "), `b1 a[2] b"x"`; got != want || err != nil {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
	for text, want := range map[string]string{
		"": "", "  ": "", "{}": "",
		"7": "want a JSON object", `{"a":`: "unexpected end of JSON input", "{}{}": "invalid character '{' after top-level value",
		`{"a":1}`: "a: no",
	} {
		got := said(Members([]byte(text), func(key string, _ []byte) error { return fmt.Errorf("%s: %w", key, errors.New("no")) }))
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestCheckerKeepsTheFirst(t *testing.T) {
	var c Checker
	two := 2
	if n := c.Number(&two, 0, 5, "good"); n != 2 || c.Err != nil {
		t.Errorf("%d, %v", n, c.Err)
	}
	c.Name("ann", nil, "name")
	if n := c.Number(&two, 3, 5, "cells[%d].x", 7); n != 3 {
		t.Errorf("out of range it is %d", n)
	}
	c.Number(nil, 0, 1, "missing")
	c.Name("a b", nil, "name")
	if got, want := said(c.Err), "cells[7].x: 2: want 3 to 5"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for name, want := range map[string]string{
		"":                      `n[1]: "": want 1 to 30 bytes without spaces`,
		"a b":                   `n[1]: "a b": want 1 to 30 bytes without spaces`,
		strings.Repeat("x", 31): `n[1]: "` + strings.Repeat("x", 31) + `": want 1 to 30 bytes without spaces`,
		"b\xf6b":                `n[1]: "b\xf6b": want UTF-8`,
		"bob":                   `n[1]: "bob": another player has this name`,
	} {
		var c Checker
		if c.Name(name, []string{"bob"}, "n[%d]", 1); said(c.Err) != want {
			t.Errorf("%q, want %q", said(c.Err), want)
		}
	}
}

func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
