-- What a report's events measured, derived when they arrive, so that a sum needs no other row.
ALTER TABLE playback_events
  -- Its place in the order in which readers take events.
  ADD COLUMN transaction_id bigint NOT NULL DEFAULT 0,
  -- The part of the video that counts as watched up to this event, in seconds.
  ADD COLUMN seen_from      double precision,
  ADD COLUMN seen_to        double precision,
  -- From the learner's click to the first picture; of the event that began the playback.
  ADD COLUMN start_ms       integer,
  -- How long playback stood still.
  ADD COLUMN stall_ms       integer,
  -- Of the rendition that played.
  ADD COLUMN kbps           integer;
ALTER TABLE playback_events
  ALTER COLUMN transaction_id SET DEFAULT pg_current_xact_id()::text::bigint;
CREATE INDEX playback_events_in_order ON playback_events (transaction_id);

-- What it plays on, for reports; empty where unknown.
ALTER TABLE playback_sessions
  ADD COLUMN browser text NOT NULL DEFAULT '',
  ADD COLUMN system  text NOT NULL DEFAULT '',
  ADD COLUMN network text NOT NULL DEFAULT '';

-- The rollups. Each row is a sum to which more is added; days are those of REPORT_TIME_ZONE. Places
-- are those of the users, empty where unknown; '*' in all three is the sum of all places.

-- How often each kind of event happened.
CREATE TABLE event_rollups (
  grain       text NOT NULL CHECK (grain IN ('minutes', 'hour', 'day')),
  bucket      timestamptz NOT NULL,
  name        text NOT NULL,
  reason      text NOT NULL,
  country     text NOT NULL,
  district    text NOT NULL,
  kendra_type text NOT NULL,
  count       bigint NOT NULL,
  PRIMARY KEY (grain, name, bucket, reason, country, district, kendra_type)
);

-- How lessons played: in all, and by video, browser, system and network.
CREATE TABLE playback_rollups (
  grain               text NOT NULL CHECK (grain IN ('minutes', 'hour', 'day')),
  bucket              timestamptz NOT NULL,
  dimension           text NOT NULL CHECK (dimension IN ('all', 'video', 'browser', 'system', 'network')),
  value               text NOT NULL,
  country             text NOT NULL,
  district            text NOT NULL,
  kendra_type         text NOT NULL,
  opened              bigint NOT NULL,
  starts              bigint NOT NULL,
  failed              bigint NOT NULL,
  failed_before_start bigint NOT NULL,
  completed           bigint NOT NULL,
  watch_seconds       double precision NOT NULL,
  stalls              bigint NOT NULL,
  stall_ms            bigint NOT NULL,
  start_ms            bigint NOT NULL,
  -- The bitrate of each watched second, and how many have one.
  kbps_seconds        double precision NOT NULL,
  measured_seconds    double precision NOT NULL,
  PRIMARY KEY (grain, dimension, bucket, value, country, district, kendra_type)
);
CREATE INDEX playback_rollups_of_value ON playback_rollups (dimension, value, grain, bucket)
  WHERE dimension = 'video';

-- How many playbacks took so long to start, in steps of a twentieth (`start-time.rules.ts`).
CREATE TABLE start_time_rollups (
  grain       text NOT NULL CHECK (grain IN ('minutes', 'hour', 'day')),
  bucket      timestamptz NOT NULL,
  dimension   text NOT NULL CHECK (dimension IN ('all', 'video', 'browser', 'system', 'network')),
  value       text NOT NULL,
  country     text NOT NULL,
  district    text NOT NULL,
  kendra_type text NOT NULL,
  step        smallint NOT NULL,
  starts      bigint NOT NULL,
  PRIMARY KEY (grain, dimension, bucket, value, country, district, kendra_type, step)
);

-- How long each fiftieth of a video was watched, repeats included.
CREATE TABLE retention_rollups (
  day         timestamptz NOT NULL,
  video_id    uuid NOT NULL,
  country     text NOT NULL,
  district    text NOT NULL,
  kendra_type text NOT NULL,
  seconds     double precision[] NOT NULL,
  PRIMARY KEY (video_id, day, country, district, kendra_type)
);

-- What a learner did with a video on a day.
CREATE TABLE learner_days (
  user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day           timestamptz NOT NULL,
  video_id      uuid NOT NULL,
  opened        integer NOT NULL,
  watch_seconds double precision NOT NULL,
  last_at       timestamptz NOT NULL,
  PRIMARY KEY (user_id, day, video_id)
);
CREATE INDEX learner_days_of_video ON learner_days (video_id, day);

-- When a user last signed in or watched.
CREATE TABLE user_activity (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  last_at timestamptz NOT NULL
);
CREATE INDEX user_activity_latest ON user_activity (last_at);

-- How many users had been active within a range of time, every hour: what a later range is compared
-- with.
CREATE TABLE activity_snapshots (
  range       text NOT NULL CHECK (range IN ('1h', '24h', '7d', '30d', '90d')),
  taken_at    timestamptz NOT NULL,
  country     text NOT NULL,
  district    text NOT NULL,
  kendra_type text NOT NULL,
  users       bigint NOT NULL,
  PRIMARY KEY (range, taken_at, country, district, kendra_type)
);
