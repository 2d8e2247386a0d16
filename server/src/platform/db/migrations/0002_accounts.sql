CREATE TABLE users (
  id                   uuid PRIMARY KEY,
  name                 text NOT NULL,
  contact_number       text NOT NULL UNIQUE,
  country_code         text NOT NULL,
  user_type            text NOT NULL CHECK (user_type IN ('LEARNER', 'ADMIN', 'SUPER_ADMIN')),
  status               text NOT NULL CHECK (status IN ('invited', 'active', 'blocked')),
  password_hash        text,
  kendra_type          text,
  country              text,
  district             text,
  login_count          integer NOT NULL DEFAULT 0,
  last_login_at        timestamptz,
  created_by           uuid REFERENCES users (id),
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL
);
CREATE INDEX users_newest ON users (created_at DESC, id DESC);

CREATE TABLE activation_codes (
  user_id    uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  code_hash  bytea NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE TABLE sessions (
  id                      uuid PRIMARY KEY,
  user_id                 uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  device_id               text NOT NULL,
  user_agent              text NOT NULL,
  address                 text NOT NULL,
  created_at              timestamptz NOT NULL,
  last_seen_at            timestamptz NOT NULL,
  expires_at              timestamptz NOT NULL,
  video_access_expires_at timestamptz,
  ended_at                timestamptz,
  ended_cause             text
);
CREATE INDEX sessions_live_of_user ON sessions (user_id) WHERE ended_at IS NULL;

CREATE TABLE refresh_tokens (
  hash       bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  issued_at  timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  rotated_at timestamptz
);
CREATE INDEX refresh_tokens_of_session ON refresh_tokens (session_id);
