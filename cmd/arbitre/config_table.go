package main

import (
	"path"
	"time"

	"arbitre/referee"
)

func logKeys(c *logConfig) []key {
	return []key{
		oneOf("level", &c.level, "debug", "info", "warn", "error"),
		oneOf("format", &c.format, "auto", "console", "json"),
	}
}

func dataKeys(c *dataConfig, folder string) []key {
	return []key{file("folder", &c.folder, folder)}
}

func operationsKeys(c *operationsConfig) []key {
	return []key{
		listenAddress("address", &c.address),
		duration("drain", &c.drain, 0, 24*time.Hour),
	}
}

func refereeKeys(c *referee.Config) []key {
	return []key{
		word("prefix", &c.Prefix, 1, 5),
		oneOf("language", &c.Language, "en", "fr", "ru"),
		duration("lobby", &c.Lobby, 5*time.Second, time.Hour),
		{name: "round_length", table: roundKeys(c)},
		duration("first_turn", &c.FirstTurn, 0, 10*time.Minute),
		boolean("early_end", &c.EarlyEnd),
		oneOf("disqualify", &c.Disqualify, "turn", "match"),
		number("absent_turns", &c.AbsentTurns, 0, 10_000),
		duration("max_match", &c.MaxMatch, 0, 1000*time.Hour),
		duration("split_wait", &c.SplitWait, 0, time.Hour),
		words("guest", &c.Guest, isPattern, `patterns of nicks, such as "Guest*"`),
		number("seats_per_host", &c.SeatsPerHost, 1, 64),
		words("admins", &c.Admins, isWord, "accounts and masks nick!user@host"),
		words("organisers", &c.Organisers, isWord, rightsFormat),
		{name: "rights", table: rightsKeys(c)},
		oneOf("invite", &c.Invite, "anyone", "admins", "nobody"),
		number("max_channels", &c.MaxChannels, 1, 1000),
	}
}

// roundKeys are the keys of referee.round_length: the games.
func roundKeys(c *referee.Config) []key {
	var keys []key
	for _, g := range games() {
		keys = append(keys, key{name: g.Name, set: func(value any) error {
			var round time.Duration
			if err := duration(g.Name, &round, 200*time.Millisecond, 10*time.Minute).set(value); err != nil {
				return err
			}
			if c.Rounds == nil {
				c.Rounds = map[string]time.Duration{}
			}
			c.Rounds[g.Name] = round
			return nil
		}})
	}
	return keys
}

const rightsFormat = "operator, halfop, voice, everyone, accounts and masks nick!user@host"

// rightsKeys are the keys of referee.rights: the commands.
func rightsKeys(c *referee.Config) []key {
	var keys []key
	for _, command := range referee.CommandNames() {
		keys = append(keys, key{name: command, set: func(value any) error {
			var rights []string
			if err := words(command, &rights, isWord, rightsFormat).set(value); err != nil {
				return err
			}
			if c.Rights == nil {
				c.Rights = map[string][]string{}
			}
			c.Rights[command] = rights
			return nil
		}})
	}
	return keys
}

func isPattern(text string) bool {
	_, err := path.Match(text, "")
	return isWord(text) && err == nil
}
