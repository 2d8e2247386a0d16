-- What players saw: evidence, kept once however often it is sent.
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
  -- Without references: what was seen outlives plays and videos.
  video_id      uuid,
  playback_session_id uuid,
  -- What the server knows by itself.
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

-- Why a play ended before its time, and when it last said that it plays.
ALTER TABLE playback_sessions
  ADD COLUMN ended_cause text CHECK (ended_cause IN ('replaced', 'moved', 'terminated')),
  ADD COLUMN last_active_at timestamptz;
