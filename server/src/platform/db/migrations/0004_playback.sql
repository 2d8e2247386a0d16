CREATE TABLE playback_sessions (
  id         uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  device_id  text NOT NULL,
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  video_id   uuid NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  code       text NOT NULL UNIQUE,
  opened_at  timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at   timestamptz
);
-- One at a time of a sign-in and a video.
CREATE UNIQUE INDEX playback_sessions_live ON playback_sessions (session_id, video_id)
  WHERE ended_at IS NULL;
CREATE INDEX playback_sessions_of_user ON playback_sessions (user_id, opened_at DESC);

CREATE TABLE playback_positions (
  user_id          uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  video_id         uuid NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  position_seconds double precision NOT NULL CHECK (position_seconds >= 0),
  updated_at       timestamptz NOT NULL,
  PRIMARY KEY (user_id, video_id)
);
