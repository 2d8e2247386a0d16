-- A video may be encrypted in several schemes side by side, each under keys of its own.
ALTER TABLE videos ADD COLUMN encryption_schemes text[] NOT NULL DEFAULT '{cbcs}'
  CHECK (encryption_schemes <@ '{cbcs,cenc}' AND cardinality(encryption_schemes) > 0);
ALTER TABLE content_keys ADD COLUMN scheme text NOT NULL DEFAULT 'cbcs'
  CHECK (scheme IN ('cbcs', 'cenc'));
ALTER TABLE content_keys DROP CONSTRAINT content_keys_of_generation;
ALTER TABLE content_keys
  ADD CONSTRAINT content_keys_of_package UNIQUE (video_id, quality_class, generation, scheme);

-- A playback is of one scheme, and gets the keys of that one alone.
ALTER TABLE playback_sessions ADD COLUMN scheme text NOT NULL DEFAULT 'cbcs'
  CHECK (scheme IN ('cbcs', 'cenc'));
