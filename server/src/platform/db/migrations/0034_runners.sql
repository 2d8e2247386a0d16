-- Machines that make parts of videos, with neither database nor storage.
CREATE TABLE runners (
  id               uuid PRIMARY KEY,
  name             text NOT NULL,
  -- SHA-256 of the token that registers it, until that is used.
  token_hash       bytea UNIQUE,
  token_expires_at timestamptz NOT NULL,
  -- SHA-256 of the secret that it got then.
  secret_hash      bytea UNIQUE,
  created_at       timestamptz NOT NULL,
  registered_at    timestamptz,
  last_seen_at     timestamptz,
  parts_made       integer NOT NULL DEFAULT 0,
  results_refused  integer NOT NULL DEFAULT 0,
  -- Those that may suspend it.
  lately_refused   timestamptz[] NOT NULL DEFAULT '{}',
  suspended_at     timestamptz,
  revoked_at       timestamptz,
  CHECK ((secret_hash IS NULL) = (registered_at IS NULL))
);
CREATE INDEX runners_newest ON runners (created_at DESC, id DESC);

-- What runners hold of the parts, or have given and nobody has looked at.
CREATE TABLE runner_parts (
  part_id   uuid PRIMARY KEY REFERENCES encoding_parts (id) ON DELETE CASCADE,
  runner_id uuid NOT NULL REFERENCES runners (id) ON DELETE CASCADE,
  -- Of the lease: with another, another has the part.
  fence     integer NOT NULL,
  -- Name and most bytes of each file that it consists of.
  files     jsonb NOT NULL,
  -- Name, size and SHA-256 of each that has come.
  received  jsonb NOT NULL DEFAULT '[]',
  taken_at  timestamptz NOT NULL,
  given_at  timestamptz
);
-- A runner holds one at a time.
CREATE UNIQUE INDEX runner_parts_held ON runner_parts (runner_id) WHERE given_at IS NULL;
CREATE INDEX runner_parts_of_runner ON runner_parts (runner_id);
