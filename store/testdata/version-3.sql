-- What version 2 of the program leaves behind. Never edited: databases like this
-- one are out there.

CREATE TABLE players (
	id      INTEGER PRIMARY KEY,
	network TEXT NOT NULL,
	account TEXT NOT NULL COLLATE NOCASE,
	nick    TEXT NOT NULL COLLATE NOCASE,
	UNIQUE (network, account, nick)
) STRICT;

CREATE TABLE matches (
	id       TEXT    NOT NULL PRIMARY KEY,
	network  TEXT    NOT NULL,
	channel  TEXT    NOT NULL COLLATE NOCASE,
	game     TEXT    NOT NULL,
	freeplay INTEGER NOT NULL,
	started  TEXT    NOT NULL,
	ended    TEXT,
	aborted  INTEGER NOT NULL DEFAULT 0,
	turns    INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX matches_of_channel ON matches (network, channel, ended, id);
CREATE INDEX matches_by_end ON matches (network, game, ended, id);

CREATE TABLE results (
	match  TEXT    NOT NULL REFERENCES matches (id),
	seat   INTEGER NOT NULL,
	player INTEGER NOT NULL REFERENCES players (id),
	name   TEXT    NOT NULL,
	place  INTEGER NOT NULL DEFAULT 0,
	score  INTEGER NOT NULL DEFAULT 0,
	cause  TEXT    NOT NULL DEFAULT '',
	PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE sightings (
	player INTEGER NOT NULL REFERENCES players (id),
	nick   TEXT    NOT NULL COLLATE NOCASE,
	host   TEXT    NOT NULL,
	first  TEXT    NOT NULL,
	last   TEXT    NOT NULL,
	PRIMARY KEY (player, nick, host)
) STRICT, WITHOUT ROWID;

CREATE INDEX sightings_of_nick ON sightings (nick);

CREATE TABLE channels (
	network  TEXT NOT NULL,
	name     TEXT NOT NULL COLLATE NOCASE,
	inviter  TEXT NOT NULL,
	settings TEXT NOT NULL,
	PRIMARY KEY (network, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE bans (
	network TEXT NOT NULL,
	channel TEXT NOT NULL COLLATE NOCASE,
	who     TEXT NOT NULL COLLATE NOCASE,
	banner  TEXT NOT NULL,
	reason  TEXT NOT NULL,
	since   TEXT NOT NULL,
	until   TEXT,
	PRIMARY KEY (network, channel, who)
) STRICT, WITHOUT ROWID;

CREATE TABLE scripts (
	network TEXT    NOT NULL,
	account TEXT    NOT NULL COLLATE NOCASE,
	name    TEXT    NOT NULL,
	text    TEXT    NOT NULL,
	public  INTEGER NOT NULL,
	since   TEXT    NOT NULL,
	PRIMARY KEY (network, account, name)
) STRICT;
ALTER TABLE channels ADD COLUMN plan TEXT NOT NULL DEFAULT '';
PRAGMA application_id = 0x41524249;
PRAGMA user_version = 3;

INSERT INTO players VALUES (1, 'hackbbs', 'ann', ''), (2, 'hackbbs', '', 'bob');
INSERT INTO matches VALUES
	('20260719T201500-000000000001', 'hackbbs', '#arena', 'bomber', 0, '2026-07-19T20:15:00.000Z', '2026-07-19T20:20:00.500Z', 0, 42),
	('20260719T202500-000000000002', 'hackbbs', '#arena', 'bomber', 1, '2026-07-19T20:25:00.000Z', NULL, 0, 0);
INSERT INTO results VALUES
	('20260719T201500-000000000001', 0, 1, 'Ann', 1, 0, 'alive'),
	('20260719T201500-000000000001', 1, 2, 'Bob', 2, 0, 'blast'),
	('20260719T202500-000000000002', 0, 1, 'Ann', 0, 0, ''),
	('20260719T202500-000000000002', 1, 2, 'Bob', 0, 0, '');
INSERT INTO sightings VALUES (1, 'ann', 'ann@example.org', '2026-07-19T20:15:00.000Z', '2026-07-19T20:25:00.000Z');
INSERT INTO channels VALUES ('hackbbs', '#arena', 'example.org', 'language=fr
lobby=2m', '');
INSERT INTO bans VALUES ('hackbbs', '#arena', 'eve', 'op', 'flood', '2026-07-19T20:00:00.000Z', NULL);
INSERT INTO scripts VALUES ('hackbbs', 'ann', 'digger', 'def ant(view): return dig(UP)
', 1, '2026-07-19T20:00:00.000Z');
