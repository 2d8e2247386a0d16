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

-- How many users there are ('all'), and were active within each range, at this moment: renewed as a
-- whole every few seconds, because counting 100,000 users takes longer than a page may wait.
CREATE TABLE user_counts (
  range       text NOT NULL CHECK (range IN ('1h', '24h', '7d', '30d', '90d', 'all')),
  country     text NOT NULL,
  district    text NOT NULL,
  kendra_type text NOT NULL,
  users       bigint NOT NULL,
  counted_at  timestamptz NOT NULL,
  PRIMARY KEY (range, country, district, kendra_type)
);

-- The sums of all places, without a walk over those of single ones.
CREATE INDEX event_rollups_of_all ON event_rollups (grain, name, bucket) INCLUDE (reason, count)
  WHERE country = '*' AND district = '*' AND kendra_type = '*';
