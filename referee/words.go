package referee

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// catalogue is the sentences of a language for people; the protocol's lines
// never change. A sentence starts with its key in brackets where a program may
// want to read it.
type catalogue map[string]string

// Languages are those that there is a catalogue of.
func Languages() []string { return []string{"en", "fr", "ru"} }

func catalogueOf(language string) catalogue {
	switch language {
	case "fr":
		return french
	case "ru":
		return russian
	}
	return english
}

func (c catalogue) say(key string, args ...any) string {
	return fmt.Sprintf(c[key], args...)
}

// list is names in a sentence. One line holds some of them; of the others it tells
// how many they are.
func (c catalogue) list(names []string) string {
	const most = 140 // bytes
	length := 0
	for i, name := range names {
		if length += len(name) + len(", "); length > most {
			return c.say("and-more", strings.Join(names[:i], ", "), len(names)-i)
		}
	}
	return strings.Join(names, ", ")
}

// about is a length of time that is not known to the second, as people say it.
func (c catalogue) about(d time.Duration) string {
	switch hours := d.Round(time.Minute); {
	case hours >= time.Hour && hours%time.Hour != 0:
		return c.say("hours", hours/time.Hour) + " " + c.say("minutes", hours%time.Hour/time.Minute)
	case hours > 2*time.Minute:
		return c.duration(hours)
	case d < 10*time.Second && d%time.Second != 0:
		return c.say("seconds", strings.Replace(strconv.FormatFloat(d.Seconds(), 'f', 1, 64), ".", c["point"], 1))
	}
	return c.duration(d)
}

// duration is a length of time as people say it.
func (c catalogue) duration(d time.Duration) string {
	d = d.Round(time.Second)
	if d >= time.Hour && d%time.Hour == 0 {
		return c.say("hours", d/time.Hour)
	}
	if d >= 2*time.Minute && d%time.Minute == 0 {
		return c.say("minutes", d/time.Minute)
	}
	return c.say("seconds", strconv.Itoa(int(d/time.Second)))
}
