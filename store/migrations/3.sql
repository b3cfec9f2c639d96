-- What a channel plays next by itself: JSON, '' for nothing.
ALTER TABLE channels ADD COLUMN plan TEXT NOT NULL DEFAULT '';
