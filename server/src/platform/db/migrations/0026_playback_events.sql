-- What happened in playbacks. Partitioned by the day on which the playback was opened, which is the
-- same for all its events: so that an event sent again meets itself, whenever it comes in.
CREATE TABLE playback_events (
  opened_at   timestamptz NOT NULL,
  playback_session_id uuid NOT NULL,
  -- Made by the browser.
  id          uuid NOT NULL,
  user_id     uuid NOT NULL,
  video_id    uuid NOT NULL,
  event       text NOT NULL,
  position_seconds double precision NOT NULL,
  duration_seconds double precision NOT NULL,
  -- By the browser's clock.
  happened_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  detail      jsonb NOT NULL,
  PRIMARY KEY (opened_at, playback_session_id, id)
) PARTITION BY RANGE (opened_at);
CREATE TABLE playback_events_default PARTITION OF playback_events DEFAULT;
CREATE INDEX playback_events_of_video ON playback_events (video_id, opened_at);
CREATE INDEX playback_events_of_user ON playback_events (user_id, opened_at);

-- What protects a playback, as its player saw it.
ALTER TABLE playback_sessions
  ADD COLUMN protection jsonb,
  ADD COLUMN protection_at timestamptz;
CREATE INDEX playback_sessions_newest ON playback_sessions (opened_at DESC, id DESC);
CREATE INDEX playback_sessions_of_video ON playback_sessions (video_id, opened_at DESC);
