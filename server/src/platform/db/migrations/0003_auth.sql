CREATE TABLE sessions (
  id                      uuid PRIMARY KEY,
  user_id                 uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  device_id               text NOT NULL,
  user_agent              text NOT NULL,
  address                 text NOT NULL,
  created_at              timestamptz NOT NULL,
  last_seen_at            timestamptz NOT NULL,
  expires_at              timestamptz NOT NULL,
  -- The latest of all places.
  video_access_expires_at timestamptz,
  ended_at                timestamptz,
  ended_cause             text,
  -- Until when the password counts as confirmed for watching, place by place (network and machine), in
  -- milliseconds of Unix time.
  video_access_until      jsonb NOT NULL DEFAULT '{}',
  -- The key of the browser that a session is bound to (Device Bound Session Credentials), as a JWK;
  -- its signature is required only after the browser has proved that it can sign
  -- (`bound_proven_at`).
  bound_key               jsonb,
  bound_proven_at         timestamptz,
  -- How often it has signed. Each challenge names this number, and is used up when it grows.
  bound_count             integer NOT NULL DEFAULT 0
);
CREATE INDEX sessions_live_of_user ON sessions (user_id) WHERE ended_at IS NULL;
-- Sessions of a device end together when a copy of its key is found, for all its users.
CREATE INDEX sessions_live_of_device ON sessions (device_id) WHERE ended_at IS NULL;
-- Whether an account was ever used from a device, asked at each sign-in.
CREATE INDEX sessions_of_device ON sessions (user_id, device_id);
-- Finds expired rows.
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
-- Finds expired sessions whose end has still to be recorded.
CREATE INDEX sessions_open_by_expiry ON sessions (expires_at) WHERE ended_at IS NULL;

CREATE TABLE refresh_tokens (
  hash       bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  issued_at  timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  rotated_at timestamptz
);
CREATE INDEX refresh_tokens_of_session ON refresh_tokens (session_id);
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);

-- The devices that an account is bound to.
CREATE TABLE user_devices (
  user_id   uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  device_id text NOT NULL,
  bound_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, device_id)
);

-- The chain of steps that each device key takes at sign-ins and renewals, the latest last, hashed.
-- Empty after a copy was found: the next sign-in starts a new chain.
CREATE TABLE device_steps (
  device_id text PRIMARY KEY,
  trail     text[] NOT NULL,
  count     bigint NOT NULL,
  taken_at  timestamptz NOT NULL,
  -- How often the latest step was granted something new: a copy could repeat one forever.
  repeats   smallint NOT NULL DEFAULT 0,
  -- The user who took the latest step; null if unknown.
  user_id   uuid
);
CREATE INDEX device_steps_by_moment ON device_steps (taken_at);

-- Counters of sign-in attempts, shared by all processes. Unlogged: a crash of the database may
-- forget them, and no attempt costs a write-ahead record. The limiter library names the columns.
CREATE UNLOGGED TABLE sign_in_limits (
  key    text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- The second factor of an administrator (TOTP, RFC 6238).
CREATE TABLE second_factors (
  user_id       uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  sealed_secret bytea NOT NULL,
  started_at    timestamptz NOT NULL,
  -- Null until a code confirmed it.
  enrolled_at   timestamptz,
  -- The latest time step whose code was accepted.
  last_step     integer NOT NULL DEFAULT 0
);

-- Those not used yet.
CREATE TABLE recovery_codes (
  user_id   uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- Passkeys as second factors (Web Authentication). Public keys only: nothing here is secret.
CREATE TABLE passkeys (
  id            uuid PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE,
  -- COSE.
  public_key    bytea NOT NULL,
  -- An unsigned number of 32 bits; 0 for those that don't count.
  sign_count    double precision NOT NULL,
  transports    text[] NOT NULL,
  is_synced     boolean NOT NULL,
  name          text NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz,
  suspected_at  timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id, created_at);

-- Challenges for passkeys to sign: accepted once.
CREATE TABLE passkey_challenges (
  -- The session that adds a passkey, or the one to be opened with it, which does not exist yet.
  session_id uuid NOT NULL,
  purpose    text NOT NULL,
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  challenge  text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (session_id, purpose)
);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);

-- The login history of each account. A separate table, since a query about one user would have to
-- read every day of the events.
CREATE TABLE login_history (
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  at         timestamptz NOT NULL,
  kind       text NOT NULL,
  cause      text,
  device_id  text,
  user_agent text,
  address    text
);
CREATE INDEX login_history_of_user ON login_history (user_id, at DESC, id DESC);
-- Finds expired rows by their time.
CREATE INDEX login_history_by_moment ON login_history (at);
