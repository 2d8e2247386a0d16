-- Lectures on their way (tus 1.0). A row goes when its file has become a job, or after its time.
CREATE TABLE resumable_uploads (
  id               uuid PRIMARY KEY,
  owner_id         uuid NOT NULL REFERENCES users (id),
  title            text NOT NULL,
  description      text NOT NULL,
  publish          boolean NOT NULL,
  file_name        text NOT NULL,
  file_size_bytes  double precision NOT NULL CHECK (file_size_bytes > 0),
  file_modified_at timestamptz,
  -- Never more than what was synced to disk.
  offset_bytes     double precision NOT NULL DEFAULT 0
    CHECK (offset_bytes >= 0 AND offset_bytes < file_size_bytes),
  -- Of the request that may move the offset: a later one takes over, and the earlier is told.
  writer           uuid,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL
);
CREATE INDEX resumable_uploads_of_owner ON resumable_uploads (owner_id, created_at DESC);
CREATE INDEX resumable_uploads_expiry ON resumable_uploads (expires_at);
CREATE INDEX upload_jobs_open_of_user ON upload_jobs (created_by)
  WHERE state IN ('queued', 'running');
