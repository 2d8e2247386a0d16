-- Passkeys as second factors (Web Authentication). Public keys only: nothing here is secret.
CREATE TABLE passkeys (
  id            uuid PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE,
  public_key    bytea NOT NULL,
  -- A whole number of 32 bits without sign.
  sign_count    double precision NOT NULL,
  transports    text[] NOT NULL,
  is_synced     boolean NOT NULL,
  name          text NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz,
  suspected_at  timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id, created_at);

-- What a passkey is asked to sign: taken once. The session of a sign-in is not there yet.
CREATE TABLE passkey_challenges (
  session_id uuid NOT NULL,
  purpose    text NOT NULL,
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  challenge  text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (session_id, purpose)
);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);
