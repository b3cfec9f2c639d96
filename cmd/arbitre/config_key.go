package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// key is a key of a table of the configuration: set takes its value as TOML has
// it, and an error says what was expected; or its value is a table in the table.
type key struct {
	name  string
	set   func(value any) error
	table []key
}

// expected is the error for a value that does not fit.
func expected(value any, format string, args ...any) error {
	return fmt.Errorf("%s: expected %s", literal(value), fmt.Sprintf(format, args...))
}

// literal is a value much as it stands in the file.
func literal(value any) string {
	switch v := value.(type) {
	case string:
		return fmt.Sprintf("%q", v)
	case map[string]any, []map[string]any:
		return "a table"
	default:
		return fmt.Sprint(v)
	}
}

// phrase is a key for one line of text.
func phrase(name string, to *string, least, most int) key {
	return key{name: name, set: func(value any) error {
		text, ok := value.(string)
		if !ok || len(text) < least || len(text) > most || strings.ContainsFunc(text, isControl) {
			return expected(value, "one line of text of %d to %d bytes", least, most)
		}
		*to = text
		return nil
	}}
}

// word is a key for text without spaces.
func word(name string, to *string, least, most int) key {
	return key{name: name, set: func(value any) error {
		text, ok := value.(string)
		if !ok || !isWord(text) && text != "" || len(text) < least || len(text) > most {
			return expected(value, "a text of %d to %d bytes without spaces", least, most)
		}
		*to = text
		return nil
	}}
}

// matching is a key for text that a regular expression matches whole.
func matching(name string, to *string, pattern, what string) key {
	whole := regexp.MustCompile(`^(?:` + pattern + `)$`)
	return key{name: name, set: func(value any) error {
		text, ok := value.(string)
		if !ok || !whole.MatchString(text) {
			return expected(value, "%s", what)
		}
		*to = text
		return nil
	}}
}

// words is a key for a list of texts, each of which must be good.
func words(name string, to *[]string, good func(string) bool, what string) key {
	return key{name: name, set: func(value any) error {
		list, ok := value.([]any)
		if !ok {
			return expected(value, "a list of %s", what)
		}
		texts := make([]string, 0, len(list))
		for _, element := range list {
			text, ok := element.(string)
			if !ok || !good(text) {
				return expected(element, "a list of %s", what)
			}
			texts = append(texts, text)
		}
		*to = texts
		return nil
	}}
}

// oneOf is a key for one of a few words.
func oneOf(name string, to *string, choices ...string) key {
	return key{name: name, set: func(value any) error {
		text, ok := value.(string)
		if !ok || !slices.Contains(choices, text) {
			return expected(value, "one of %q", choices)
		}
		*to = text
		return nil
	}}
}

func number(name string, to *int, least, most int) key {
	return key{name: name, set: func(value any) error {
		n, ok := value.(int64)
		if !ok || n < int64(least) || n > int64(most) {
			return expected(value, "a whole number from %d to %d", least, most)
		}
		*to = int(n)
		return nil
	}}
}

func boolean(name string, to *bool) key {
	return key{name: name, set: func(value any) error {
		b, ok := value.(bool)
		if !ok {
			return expected(value, "true or false")
		}
		*to = b
		return nil
	}}
}

// duration is a key for a time: "1m30s".
func duration(name string, to *time.Duration, least, most time.Duration) key {
	return key{name: name, set: func(value any) error {
		text, ok := value.(string)
		d, err := time.ParseDuration(text)
		if !ok || err != nil || d < least || d > most {
			return expected(value, `a time from %q to %q, such as "1m30s"`, least, most)
		}
		*to = d
		return nil
	}}
}

// file is a key for a file; a relative path starts in the folder of the
// configuration.
func file(name string, to *string, folder string) key {
	return key{name: name, set: func(value any) error {
		text, ok := value.(string)
		if !ok {
			return expected(value, "the path of a file")
		}
		if *to = text; text != "" && !filepath.IsAbs(text) {
			*to = filepath.Join(folder, text)
		}
		return nil
	}}
}

// secret is the keys name, name_file and name_env for a password: itself, a file
// that holds it, or an environment variable. No error shows it.
func (n *networkTable) secret(name string, to *string) []key {
	taken := ""
	take := func(key, text string) error {
		if taken != "" {
			return fmt.Errorf("expected only one of it and %s", taken)
		}
		if strings.ContainsFunc(text, isControl) {
			return errors.New("expected one line without control characters")
		}
		*to, taken = text, key
		return nil
	}
	return []key{
		{name: name, set: func(value any) error {
			text, ok := value.(string)
			if !ok {
				return errors.New("expected a text")
			}
			if text == "" {
				return nil
			}
			return take(name, text)
		}},
		{name: name + "_file", set: func(value any) error {
			var path string
			if err := file(name, &path, n.folder).set(value); err != nil || path == "" {
				return err
			}
			text, err := n.readPassword(path)
			if err != nil {
				return fmt.Errorf("read the password: %w", err)
			}
			return take(name+"_file", strings.TrimRight(string(text), "\r\n"))
		}},
		{name: name + "_env", set: func(value any) error {
			variable, ok := value.(string)
			if !ok {
				return expected(value, "the name of an environment variable")
			}
			if variable == "" {
				return nil
			}
			text, ok := os.LookupEnv(variable)
			if !ok {
				return fmt.Errorf("the environment has no %s", variable)
			}
			return take(name+"_env", text)
		}},
	}
}

func isWord(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r == ' ' || isControl(r) })
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }
