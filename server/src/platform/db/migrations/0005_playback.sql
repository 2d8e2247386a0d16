CREATE TABLE playback_sessions (
  id             uuid PRIMARY KEY,
  session_id     uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  -- The key that opened it: RFC 7638 thumbprint.
  device_id      text NOT NULL,
  user_id        uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  video_id       uuid NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  -- Shown in the watermark; leads an administrator to learner, session and time.
  code           text NOT NULL UNIQUE,
  opened_at      timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  ended_at       timestamptz,
  -- Why it ended before its time.
  ended_cause    text CHECK (ended_cause IN ('replaced', 'moved', 'terminated', 'withdrawn')),
  -- When it last reported that it plays; null after it reported that it does not.
  last_active_at timestamptz,
  -- Its protection, as reported by its player.
  protection     jsonb,
  protection_at  timestamptz,
  -- A user token opens one playback session, and its terms apply to that session.
  user_token_id  text UNIQUE,
  licence_policy jsonb NOT NULL DEFAULT '{"hdNeedsHardware": false, "persistent": false}',
  -- Null for a playback opened ahead of a click that has not been played.
  started_at     timestamptz,
  -- It has one scheme, and gets only the keys of that one.
  scheme         text NOT NULL DEFAULT 'cbcs' CHECK (scheme IN ('cbcs', 'cenc'))
);
-- One at a time of a sign-in and a video.
CREATE UNIQUE INDEX playback_sessions_live ON playback_sessions (session_id, video_id)
  WHERE ended_at IS NULL AND started_at IS NOT NULL;
-- Finds the last playback of a video in a sign-in, needed whenever one is opened.
CREATE INDEX playback_sessions_last ON playback_sessions (session_id, video_id, opened_at DESC, id DESC);
CREATE INDEX playback_sessions_newest ON playback_sessions (opened_at DESC, id DESC);
CREATE INDEX playback_sessions_of_user ON playback_sessions (user_id, opened_at DESC);
CREATE INDEX playback_sessions_of_video ON playback_sessions (video_id, opened_at DESC);
CREATE INDEX playback_sessions_by_expiry ON playback_sessions (expires_at);

CREATE TABLE playback_positions (
  user_id          uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  video_id         uuid NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  position_seconds double precision NOT NULL CHECK (position_seconds >= 0),
  updated_at       timestamptz NOT NULL,
  -- The parts of a video that its learner has watched, derived by the server from reported
  -- progress: spans of seconds, and the position of the last report.
  watched          jsonb NOT NULL DEFAULT '{}',
  completed_at     timestamptz,
  PRIMARY KEY (user_id, video_id)
);

-- How often playback of a video was opened. Playback sessions are removed with old sign-ins, these
-- numbers stay. Each is the sum of some rows, so that simultaneous openings of one video don't wait
-- for each other.
CREATE TABLE video_views (
  video_id uuid NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  part     smallint NOT NULL,
  views    bigint NOT NULL,
  PRIMARY KEY (video_id, part)
) WITH (fillfactor = 50);

-- Metrics that players reported with their requests for segments (CMCD), one row for each playback.
-- Sums, so that several processes can add to one row. All except `requests` are claims of clients.
CREATE TABLE playback_supply (
  playback_session_id uuid PRIMARY KEY REFERENCES playback_sessions (id) ON DELETE CASCADE,
  requests            bigint NOT NULL,
  reports             bigint NOT NULL,
  -- Reports under another name than this playback's.
  foreign_reports     bigint NOT NULL,
  starved             bigint NOT NULL,
  urgent              bigint NOT NULL,
  bitrate_sum_kbps    bigint NOT NULL,
  bitrates            bigint NOT NULL,
  throughput_sum_kbps bigint NOT NULL,
  throughputs         bigint NOT NULL,
  least_buffer_ms     integer,
  first_at            timestamptz NOT NULL,
  last_at             timestamptz NOT NULL
);

-- Events of playbacks. Partitioned by the day on which the playback was opened, which is the same
-- for all its events, so that a repeated event is found whenever it arrives.
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
-- Events of days without a partition.
CREATE TABLE playback_events_default PARTITION OF playback_events DEFAULT;
CREATE INDEX playback_events_of_video ON playback_events (video_id, opened_at);
CREATE INDEX playback_events_of_user ON playback_events (user_id, opened_at);

-- Incidents reported by players: evidence, stored once however often it is sent.
CREATE TABLE security_incidents (
  id            uuid PRIMARY KEY,
  -- Made by the browser.
  client_id     uuid NOT NULL,
  user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  received_at   timestamptz NOT NULL,
  -- By the browser's clock.
  occurred_at   timestamptz NOT NULL,
  type          text NOT NULL,
  severity      text NOT NULL CHECK (severity IN ('low', 'medium', 'high', 'critical')),
  confidence    text NOT NULL CHECK (confidence IN ('low', 'medium', 'high')),
  is_violation  boolean NOT NULL,
  message       text NOT NULL,
  warning_count integer NOT NULL,
  url           text NOT NULL,
  metadata      jsonb NOT NULL,
  -- Without references: incidents outlive playbacks and videos.
  video_id      uuid,
  playback_session_id uuid,
  -- Facts that the server itself knows.
  session_id    uuid NOT NULL,
  device_id     text NOT NULL,
  address       text NOT NULL,
  user_agent    text NOT NULL,
  UNIQUE (user_id, client_id)
);
CREATE INDEX security_incidents_newest ON security_incidents (received_at DESC, id DESC);
CREATE INDEX security_incidents_of_user ON security_incidents (user_id, received_at DESC);
CREATE INDEX security_incidents_violations ON security_incidents (user_id, video_id, received_at)
  WHERE is_violation;

-- Access of a learner to a video that ended by violations.
CREATE TABLE video_terminations (
  id                  uuid PRIMARY KEY,
  user_id             uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  video_id            uuid NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  playback_session_id uuid,
  violations          integer NOT NULL,
  terminated_at       timestamptz NOT NULL,
  lifted_at           timestamptz,
  lifted_by           uuid,
  lift_reason         text
);
CREATE UNIQUE INDEX video_terminations_active ON video_terminations (user_id, video_id)
  WHERE lifted_at IS NULL;
CREATE INDEX video_terminations_of_user ON video_terminations (user_id, video_id, lifted_at);
CREATE INDEX video_terminations_newest ON video_terminations (terminated_at DESC, id DESC);
CREATE INDEX video_terminations_of_video ON video_terminations (video_id);

-- A learner's note at a moment of a video.
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
