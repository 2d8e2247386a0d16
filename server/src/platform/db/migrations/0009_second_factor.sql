-- The second factor of an administrator (TOTP, RFC 6238).
CREATE TABLE second_factors (
  user_id       uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  sealed_secret bytea NOT NULL,
  started_at    timestamptz NOT NULL,
  enrolled_at   timestamptz,
  last_step     integer NOT NULL DEFAULT 0
);

-- Those not used yet.
CREATE TABLE recovery_codes (
  user_id   uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- What happened at the door of each account. Of its own, since a question about one user would
-- have to look into every day of the events.
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
