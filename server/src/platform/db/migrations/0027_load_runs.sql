-- Load tests that are started from the performance page. What one found is a row of load_tests.
CREATE TABLE load_runs (
  id            uuid PRIMARY KEY,
  state         text NOT NULL CHECK (state IN ('running', 'done', 'failed', 'cancelled')),
  phase         text NOT NULL,
  phase_since   timestamptz NOT NULL,
  video_id      uuid NOT NULL,
  lesson        text NOT NULL,
  learners      integer NOT NULL,
  seconds       integer NOT NULL,
  requests      integer NOT NULL DEFAULT 0,
  failed        integer NOT NULL DEFAULT 0,
  failure       text,
  failure_text  text,
  started_at    timestamptz NOT NULL,
  started_by    uuid NOT NULL,
  started_from  text NOT NULL,
  ended_at      timestamptz,
  -- The lease of the process that carries it out (platform/jobs/lease.ts).
  fence         integer NOT NULL DEFAULT 0,
  leased_until  timestamptz,
  attempts      integer NOT NULL DEFAULT 0,
  attempt_limit integer NOT NULL DEFAULT 1,
  disk_wait     text,
  disk_wanted_bytes double precision,
  disk_free_bytes   double precision
);
CREATE INDEX load_runs_newest ON load_runs (started_at DESC, id DESC);
-- One at a time.
CREATE UNIQUE INDEX load_runs_running ON load_runs (state) WHERE state = 'running';
