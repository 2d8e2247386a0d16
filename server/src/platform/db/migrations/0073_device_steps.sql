-- The chain of steps that each device key takes at sign-ins and renewals, the latest last, hashed.
-- Empty after a copy was found: the next sign-in begins anew.
CREATE TABLE device_steps (
  device_id text PRIMARY KEY,
  trail text[] NOT NULL,
  count bigint NOT NULL,
  taken_at timestamptz NOT NULL
);
CREATE INDEX device_steps_by_moment ON device_steps (taken_at);
-- Sessions of a device end together when a copy of its key is found, whoever they belong to.
CREATE INDEX sessions_live_of_device ON sessions (device_id) WHERE ended_at IS NULL;
