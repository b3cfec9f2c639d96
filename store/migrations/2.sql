-- Scripts that people have handed in under their accounts.
CREATE TABLE scripts (
	network TEXT    NOT NULL,
	account TEXT    NOT NULL COLLATE NOCASE, -- folded
	name    TEXT    NOT NULL,
	text    TEXT    NOT NULL,
	public  INTEGER NOT NULL, -- everybody may read it
	since   TEXT    NOT NULL, -- when this text came
	PRIMARY KEY (network, account, name)
) STRICT;
