-- A video may be encrypted anew: each time counts one generation of keys and of files up.
ALTER TABLE videos ADD COLUMN key_generation integer NOT NULL DEFAULT 1;
ALTER TABLE content_keys ADD COLUMN generation integer NOT NULL DEFAULT 1;
ALTER TABLE content_keys DROP CONSTRAINT content_keys_video_id_quality_class_key;
ALTER TABLE content_keys
  ADD CONSTRAINT content_keys_of_generation UNIQUE (video_id, quality_class, generation);

-- The last renewal of a video's keys: one that a worker is to do, or how it ended.
CREATE TABLE key_renewals (
  video_id   uuid PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
  generation integer NOT NULL,
  state      text NOT NULL CHECK (state IN ('waiting', 'done', 'failed')),
  asked_by   uuid REFERENCES users (id) ON DELETE SET NULL,
  asked_at   timestamptz NOT NULL,
  ended_at   timestamptz,
  -- Whether files and keys of earlier generations are gone.
  is_cleared boolean NOT NULL DEFAULT false
);
CREATE INDEX key_renewals_to_clear ON key_renewals (ended_at) WHERE state = 'done' AND NOT is_cleared;
