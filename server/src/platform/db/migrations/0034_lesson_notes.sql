-- A learner's own words at a moment of a lesson.
CREATE TABLE lesson_notes (
  id               uuid PRIMARY KEY,
  user_id          uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  video_id         uuid NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  position_seconds double precision NOT NULL CHECK (position_seconds >= 0),
  text             text NOT NULL,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL
);
CREATE INDEX lesson_notes_of_lesson ON lesson_notes (user_id, video_id, position_seconds, id);
CREATE INDEX lesson_notes_of_video ON lesson_notes (video_id);
