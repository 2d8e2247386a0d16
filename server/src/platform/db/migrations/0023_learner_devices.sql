-- On what a learner watched on a day; empty where the browser did not say. As the other rollups: each
-- row is a sum to which more is added, and days are those of REPORT_TIME_ZONE.
CREATE TABLE learner_devices (
  user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day           timestamptz NOT NULL,
  system        text NOT NULL,
  browser       text NOT NULL,
  opened        integer NOT NULL,
  watch_seconds double precision NOT NULL,
  last_at       timestamptz NOT NULL,
  PRIMARY KEY (user_id, day, system, browser)
);
