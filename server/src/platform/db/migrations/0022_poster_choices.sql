-- Posters that administrators chose and a worker is to make: a moment of the lecture, or a picture.
-- At most one a video, the last chosen; the row goes when the poster is there.
CREATE TABLE poster_choices (
  video_id   uuid PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
  -- Becomes the id of the poster.
  id         uuid NOT NULL,
  at_seconds double precision,
  picture    bytea,
  state      text NOT NULL CHECK (state IN ('waiting', 'failed')),
  chosen_by  uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  CHECK (state = 'failed' OR (at_seconds IS NULL) <> (picture IS NULL))
);
