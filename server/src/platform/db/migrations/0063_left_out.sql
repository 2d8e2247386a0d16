-- What the uploaded file held that nothing became of: tracks, each with kind, codec and language.
ALTER TABLE videos ADD COLUMN left_out jsonb NOT NULL DEFAULT '[]';
