-- How the processes answered, by minute; hours and days are folded from these.
CREATE TABLE performance_calls (
  span     text NOT NULL CHECK (span IN ('minute', 'hour', 'day')),
  at       timestamptz NOT NULL,
  -- Which process it was; empty for hours and days, which are of all processes.
  process  text NOT NULL,
  kind     text NOT NULL,
  -- Method and pattern; empty for sums of several.
  route    text NOT NULL,
  calls    bigint NOT NULL,
  failed   bigint NOT NULL,
  limited  bigint NOT NULL,
  slow     bigint NOT NULL,
  critical bigint NOT NULL,
  bytes    bigint NOT NULL,
  -- Latencies: how many fell into which bin.
  bins     smallint[] NOT NULL,
  counts   bigint[] NOT NULL,
  PRIMARY KEY (span, kind, at, route, process)
);

-- What the processes took, by minute. In hours and days, of all processes: the highest.
CREATE TABLE performance_processes (
  span         text NOT NULL CHECK (span IN ('minute', 'hour', 'day')),
  at           timestamptz NOT NULL,
  process      text NOT NULL,
  role         text NOT NULL,
  loop_p50_ms  real NOT NULL,
  loop_p99_ms  real NOT NULL,
  loop_max_ms  real NOT NULL,
  memory_bytes bigint NOT NULL,
  heap_bytes   bigint NOT NULL,
  cpu_share    real NOT NULL,
  pool_busy    integer NOT NULL,
  pool_waiting integer NOT NULL,
  -- Of the whole installation; null when the queue could not be asked.
  jobs_ready   integer,
  jobs_active  integer,
  PRIMARY KEY (span, at, process)
);

CREATE TABLE load_tests (
  id        uuid PRIMARY KEY,
  stored_at timestamptz NOT NULL,
  stored_by uuid NOT NULL,
  report    jsonb NOT NULL
);
CREATE INDEX load_tests_newest ON load_tests (stored_at DESC, id DESC);
