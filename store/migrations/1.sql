-- A time is UTC and 24 bytes long, 2026-07-19T20:15:00.000Z, so that texts sort
-- as times do. What IRC folds has been folded by who wrote it; NOCASE is for who
-- reads with a shell.

-- Who plays: an account of a network, or, of who has none, a nick.
CREATE TABLE players (
	id      INTEGER PRIMARY KEY,
	network TEXT NOT NULL,
	account TEXT NOT NULL COLLATE NOCASE, -- '' without
	nick    TEXT NOT NULL COLLATE NOCASE, -- '' with an account
	UNIQUE (network, account, nick)
) STRICT;

CREATE TABLE matches (
	id       TEXT    NOT NULL PRIMARY KEY,
	network  TEXT    NOT NULL,
	channel  TEXT    NOT NULL COLLATE NOCASE,
	game     TEXT    NOT NULL,
	freeplay INTEGER NOT NULL,
	started  TEXT    NOT NULL,
	ended    TEXT,                       -- NULL while it runs
	aborted  INTEGER NOT NULL DEFAULT 0,
	turns    INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX matches_of_channel ON matches (network, channel, ended, id);
CREATE INDEX matches_by_end ON matches (network, game, ended, id);

-- A seat of a match, with a place once the match has ended with one.
CREATE TABLE results (
	match  TEXT    NOT NULL REFERENCES matches (id),
	seat   INTEGER NOT NULL,
	player INTEGER NOT NULL REFERENCES players (id),
	name   TEXT    NOT NULL, -- in this match
	place  INTEGER NOT NULL DEFAULT 0, -- 1 is best, 0: none
	score  INTEGER NOT NULL DEFAULT 0,
	cause  TEXT    NOT NULL DEFAULT '',
	PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

-- From where a player was seen to play, and under which nick.
CREATE TABLE sightings (
	player INTEGER NOT NULL REFERENCES players (id),
	nick   TEXT    NOT NULL COLLATE NOCASE,
	host   TEXT    NOT NULL, -- user@host
	first  TEXT    NOT NULL,
	last   TEXT    NOT NULL,
	PRIMARY KEY (player, nick, host)
) STRICT, WITHOUT ROWID;

CREATE INDEX sightings_of_nick ON sightings (nick);

-- Where to be after a restart.
CREATE TABLE channels (
	network  TEXT NOT NULL,
	name     TEXT NOT NULL COLLATE NOCASE,
	inviter  TEXT NOT NULL, -- host of who invited us, '' if the configuration says so
	settings TEXT NOT NULL, -- key=value, one a line
	PRIMARY KEY (network, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE bans (
	network TEXT NOT NULL,
	channel TEXT NOT NULL COLLATE NOCASE, -- '' everywhere
	who     TEXT NOT NULL COLLATE NOCASE, -- an account, or a mask nick!user@host
	banner  TEXT NOT NULL,
	reason  TEXT NOT NULL,
	since   TEXT NOT NULL,
	until   TEXT, -- NULL: for ever
	PRIMARY KEY (network, channel, who)
) STRICT, WITHOUT ROWID;
