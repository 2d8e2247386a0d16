-- How many playbacks took so long to start, in steps of a twentieth (`start-time.rules.ts`), beside the
-- sums that they belong to: two lists of the same length, each step once, in any order. As rows of their
-- own they were three quarters of what a day of playback wrote.
ALTER TABLE playback_rollups
  ADD COLUMN start_steps  smallint[] NOT NULL DEFAULT '{}',
  ADD COLUMN start_counts bigint[]   NOT NULL DEFAULT '{}';

UPDATE playback_rollups AS sums SET start_steps = times.steps, start_counts = times.counts
FROM (
  SELECT grain, bucket, dimension, value, country, district, kendra_type,
    array_agg(step ORDER BY step) AS steps, array_agg(starts ORDER BY step) AS counts
  FROM start_time_rollups GROUP BY 1, 2, 3, 4, 5, 6, 7
) AS times
WHERE (sums.grain, sums.bucket, sums.dimension, sums.value, sums.country, sums.district,
  sums.kendra_type) = (times.grain, times.bucket, times.dimension, times.value, times.country,
  times.district, times.kendra_type);

DROP TABLE start_time_rollups;

-- Of how long each fiftieth of a video was watched, the ends of what was watched (`retention.rules.ts`):
-- parts in which one lies, by how many spans more end than begin there, and which share of the part
-- these watched. A day of one place has few; the fifty sums of each were computed at every change.
ALTER TABLE retention_rollups
  ADD COLUMN parts   smallint[]         NOT NULL DEFAULT '{}',
  ADD COLUMN changes double precision[] NOT NULL DEFAULT '{}',
  ADD COLUMN rests   double precision[] NOT NULL DEFAULT '{}';

UPDATE retention_rollups SET (parts, changes, rests) = (
  SELECT array_agg((part - 1)::smallint), array_agg(0::double precision),
    array_agg(watched * array_length(seconds, 1) / videos.duration_seconds)
  FROM unnest(seconds) WITH ORDINALITY AS one (watched, part) WHERE watched > 0)
FROM videos WHERE videos.id = video_id AND videos.duration_seconds > 0
  AND 0 < ANY (seconds);

ALTER TABLE retention_rollups DROP COLUMN seconds;

-- By district and kendra type, in the sums of all places: a report of all districts added up those of
-- every single place.
ALTER TABLE playback_rollups DROP CONSTRAINT playback_rollups_dimension_check;
ALTER TABLE playback_rollups ADD CONSTRAINT playback_rollups_dimension_check CHECK (dimension IN
  ('all', 'video', 'browser', 'system', 'network', 'district', 'kendra_type'));

INSERT INTO playback_rollups (grain, bucket, dimension, value, country, district, kendra_type, opened,
  starts, failed, failed_before_start, completed, watch_seconds, stalls, stall_ms, start_ms,
  kbps_seconds, measured_seconds, start_steps, start_counts)
SELECT sums.*, coalesce(times.steps, '{}'), coalesce(times.counts, '{}')
FROM (
  SELECT grain, bucket, by_place.dimension, by_place.value, '*', '*', '*', sum(opened), sum(starts),
    sum(failed), sum(failed_before_start), sum(completed), sum(watch_seconds), sum(stalls),
    sum(stall_ms), sum(start_ms), sum(kbps_seconds), sum(measured_seconds)
  FROM playback_rollups AS one,
    LATERAL (VALUES ('district', district), ('kendra_type', kendra_type)) AS by_place (dimension, value)
  WHERE one.dimension = 'all' AND district <> '*'
  GROUP BY grain, bucket, by_place.dimension, by_place.value
) AS sums LEFT JOIN (
  SELECT grain, bucket, dimension, value, array_agg(step) AS steps, array_agg(counted::bigint) AS counts
  FROM (
    SELECT grain, bucket, by_place.dimension, by_place.value, step, sum(starts_of_step) AS counted
    FROM playback_rollups AS one,
      LATERAL (VALUES ('district', district), ('kendra_type', kendra_type))
        AS by_place (dimension, value),
      LATERAL unnest(start_steps, start_counts) AS of_step (step, starts_of_step)
    WHERE one.dimension = 'all' AND district <> '*'
    GROUP BY grain, bucket, by_place.dimension, by_place.value, step) AS counted_
  GROUP BY grain, bucket, dimension, value
) AS times USING (grain, bucket, dimension, value);

-- The sums of all places, without a walk over those of single ones: of videos these are fifty times as
-- many. No sum is a column of it, so that adding to one changes no index.
CREATE INDEX playback_rollups_of_all ON playback_rollups (grain, dimension, bucket)
  WHERE country = '*' AND district = '*' AND kendra_type = '*';
