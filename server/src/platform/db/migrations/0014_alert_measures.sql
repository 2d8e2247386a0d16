-- What alerts did for a time, and administrators can take back.
-- Playback of a learner that is suspended until a moment, for all videos.
CREATE TABLE playback_suspensions (
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  started_at timestamptz NOT NULL,
  ends_at    timestamptz NOT NULL CHECK (ends_at > started_at),
  lifted_at  timestamptz
);
CREATE INDEX playback_suspensions_of_user ON playback_suspensions (user_id, ends_at DESC)
  WHERE lifted_at IS NULL;

-- Networks from which new devices have fewer attempts to sign in, until a moment.
CREATE TABLE tightened_networks (
  id         uuid PRIMARY KEY,
  -- As sign-in limits name networks: an IPv4 address, or a /64.
  network    text NOT NULL,
  started_at timestamptz NOT NULL,
  ends_at    timestamptz NOT NULL CHECK (ends_at > started_at),
  lifted_at  timestamptz
);
CREATE INDEX tightened_networks_in_force ON tightened_networks (ends_at) WHERE lifted_at IS NULL;
