CREATE TABLE videos (
  id                 uuid PRIMARY KEY,
  title              text NOT NULL,
  description        text NOT NULL,
  status             text NOT NULL CHECK (status IN ('processing', 'ready', 'failed')),
  published          boolean NOT NULL,
  publish_when_ready boolean NOT NULL,
  duration_seconds   double precision,
  media_prefix       text,
  created_by         uuid NOT NULL REFERENCES users (id),
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL
);
CREATE INDEX videos_newest ON videos (created_at DESC, id DESC);
CREATE INDEX videos_to_watch ON videos (created_at DESC, id DESC) WHERE published AND status = 'ready';

CREATE TABLE content_keys (
  key_id        bytea PRIMARY KEY CHECK (octet_length(key_id) = 16),
  video_id      uuid NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  quality_class text NOT NULL CHECK (quality_class IN ('AUDIO', 'SD', 'HD')),
  sealed_key    bytea NOT NULL,
  created_at    timestamptz NOT NULL,
  UNIQUE (video_id, quality_class)
);

CREATE TABLE upload_jobs (
  id              uuid PRIMARY KEY,
  video_id        uuid NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  file_name       text NOT NULL,
  file_size_bytes double precision NOT NULL,
  source_path     text NOT NULL,
  state           text NOT NULL CHECK (state IN ('queued', 'running', 'completed', 'failed')),
  step            text CHECK (step IN ('probe', 'transcode', 'package', 'poster', 'publish')),
  progress        double precision NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  speed           double precision,
  eta_seconds     double precision,
  failure_code    text,
  failure_message text,
  attempts        integer NOT NULL DEFAULT 0,
  created_by      uuid NOT NULL REFERENCES users (id),
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL
);
CREATE INDEX upload_jobs_newest ON upload_jobs (created_at DESC, id DESC);
CREATE INDEX upload_jobs_of_video ON upload_jobs (video_id);
