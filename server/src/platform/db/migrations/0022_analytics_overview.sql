-- How long sessions lasted that ended within a bucket. As the other rollups: days of
-- REPORT_TIME_ZONE, places of the users, '*' for all places.
CREATE TABLE session_rollups (
  grain       text NOT NULL CHECK (grain IN ('minutes', 'hour', 'day')),
  bucket      timestamptz NOT NULL,
  country     text NOT NULL,
  district    text NOT NULL,
  kendra_type text NOT NULL,
  sessions    bigint NOT NULL,
  seconds     double precision NOT NULL,
  PRIMARY KEY (grain, bucket, country, district, kendra_type)
);

-- 'all': how many users there were, active or not.
ALTER TABLE activity_snapshots DROP CONSTRAINT activity_snapshots_range_check;
ALTER TABLE activity_snapshots ADD CONSTRAINT activity_snapshots_range_check
  CHECK (range IN ('1h', '24h', '7d', '30d', '90d', 'all'));

-- In how many minutes some process answered calls. Null for periods that were folded before.
ALTER TABLE performance_processes ADD COLUMN served_minutes integer;
