-- Making a lecture ready is a row of steps, each of which can be repeated alone.

ALTER TABLE videos ADD COLUMN media_revision integer NOT NULL DEFAULT 0;

ALTER TABLE upload_jobs
  ADD COLUMN attempt_limit integer NOT NULL DEFAULT 4,
  ADD COLUMN source_kept_until timestamptz,
  DROP CONSTRAINT upload_jobs_state_check,
  DROP CONSTRAINT upload_jobs_step_check;

UPDATE upload_jobs
   SET step = CASE step WHEN 'transcode' THEN 'transcode_low' WHEN 'package' THEN 'package_low' ELSE step END;

ALTER TABLE upload_jobs
  ADD CONSTRAINT upload_jobs_state_check
    CHECK (state IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
  ADD CONSTRAINT upload_jobs_step_check
    CHECK (step IN ('probe', 'validate', 'poster', 'transcode_low', 'package_low', 'publish_low',
                    'transcode_high', 'package_high', 'storyboard', 'publish'));

CREATE TABLE processing_steps (
  job_id      uuid NOT NULL REFERENCES upload_jobs (id) ON DELETE CASCADE,
  step        text NOT NULL
    CHECK (step IN ('probe', 'validate', 'poster', 'transcode_low', 'package_low', 'publish_low',
                    'transcode_high', 'package_high', 'storyboard', 'publish')),
  state       text NOT NULL
    CHECK (state IN ('waiting', 'running', 'completed', 'failed', 'skipped')),
  progress    double precision NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  speed       double precision,
  eta_seconds double precision,
  attempts    integer NOT NULL DEFAULT 0,
  started_at  timestamptz,
  finished_at timestamptz,
  -- What later steps need to know of it.
  result      jsonb,
  PRIMARY KEY (job_id, step)
);

CREATE TABLE processing_log (
  job_id  uuid NOT NULL REFERENCES upload_jobs (id) ON DELETE CASCADE,
  number  integer NOT NULL,
  at      timestamptz NOT NULL,
  step    text,
  message text NOT NULL,
  PRIMARY KEY (job_id, number)
);
