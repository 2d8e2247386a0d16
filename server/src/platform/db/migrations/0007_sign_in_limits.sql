-- Counters of sign-in attempts, shared by all processes. Unlogged: a crash of the database may
-- forget them, and no attempt costs a write-ahead record. The limiter library names the columns.
CREATE UNLOGGED TABLE sign_in_limits (
  key    text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- Whether an account was ever used from a device, asked at each sign-in.
CREATE INDEX sessions_of_device ON sessions (user_id, device_id);
