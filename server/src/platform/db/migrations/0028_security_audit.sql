-- Audits of this installation by itself. At most one is queued or running.
CREATE TABLE audit_runs (
  id                uuid PRIMARY KEY,
  audit_type        text NOT NULL,
  scope             text[] NOT NULL,
  severities        text[] NOT NULL,
  -- The checks that this run makes, in their order.
  check_ids         text[] NOT NULL,
  trigger           text NOT NULL CHECK (trigger IN ('manual', 'schedule', 'recheck')),
  started_by        uuid REFERENCES users (id) ON DELETE SET NULL,
  state             text NOT NULL
    CHECK (state IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
  created_at        timestamptz NOT NULL,
  started_at        timestamptz,
  ended_at          timestamptz,
  estimated_seconds integer NOT NULL,
  current_check     text,
  failure           text,
  -- When an administrator took it off the list.
  cleared_at        timestamptz,
  attempts          integer NOT NULL DEFAULT 0,
  attempt_limit     integer NOT NULL DEFAULT 4,
  fence             integer NOT NULL DEFAULT 0,
  leased_until      timestamptz,
  disk_wait         text,
  disk_wanted_bytes double precision,
  disk_free_bytes   double precision,
  -- Written when it ends: so that trends need no sums over results.
  summary           jsonb
);
CREATE UNIQUE INDEX audit_runs_one ON audit_runs ((true)) WHERE state IN ('queued', 'running');
CREATE INDEX audit_runs_newest ON audit_runs (created_at DESC, id DESC);

-- One check in one run, written when it has ended: a run that is killed goes on behind it.
CREATE TABLE audit_results (
  run_id      uuid NOT NULL REFERENCES audit_runs (id) ON DELETE CASCADE,
  check_id    text NOT NULL,
  status      text NOT NULL,
  note        text,
  components  text[] NOT NULL,
  evidence    jsonb NOT NULL,
  duration_ms integer NOT NULL,
  at          timestamptz NOT NULL,
  PRIMARY KEY (run_id, check_id)
);
CREATE INDEX audit_results_of_check ON audit_results (check_id, at DESC);

-- A weakness, however many audits find it: the fingerprint is of the check and what it affects.
CREATE TABLE audit_findings (
  id              uuid PRIMARY KEY,
  fingerprint     bytea NOT NULL UNIQUE,
  check_id        text NOT NULL,
  category        text NOT NULL,
  severity        text NOT NULL,
  severity_rank   smallint NOT NULL,
  risk_score      real NOT NULL,
  components      text[] NOT NULL,
  status          text NOT NULL CHECK (status IN ('open', 'reopened', 'accepted', 'resolved')),
  first_seen_at   timestamptz NOT NULL,
  last_seen_at    timestamptz NOT NULL,
  resolved_at     timestamptz,
  last_run_id     uuid REFERENCES audit_runs (id) ON DELETE SET NULL,
  times_seen      integer NOT NULL,
  evidence        jsonb NOT NULL,
  accepted_by     uuid REFERENCES users (id) ON DELETE SET NULL,
  accepted_reason text,
  accepted_at     timestamptz,
  accepted_until  timestamptz
);
CREATE INDEX audit_findings_order ON audit_findings (severity_rank, last_seen_at DESC, id);

CREATE TABLE audit_finding_events (
  finding_id uuid NOT NULL REFERENCES audit_findings (id) ON DELETE CASCADE,
  at         timestamptz NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('found', 'resolved', 'reopened', 'accepted', 'expired')),
  run_id     uuid,
  user_id    uuid REFERENCES users (id) ON DELETE SET NULL,
  note       text
);
CREATE INDEX audit_finding_events_of ON audit_finding_events (finding_id, at);
