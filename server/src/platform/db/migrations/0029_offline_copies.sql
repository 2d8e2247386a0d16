-- The copy of a video that a playback session fetches to be kept; null where it is watched. Without
-- a foreign key: it was no play, also when the row of the copy is gone.
ALTER TABLE playback_sessions ADD COLUMN copy_id uuid;

-- Copies of videos that browsers keep, to play them without a connection.
CREATE TABLE offline_copies (
  id                  uuid PRIMARY KEY,
  user_id             uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  video_id            uuid NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  -- The key of the browser that keeps it: RFC 7638 thumbprint.
  device_id           text NOT NULL,
  -- The first one that fetched it; what was watched of the copy is reported under it.
  playback_session_id uuid REFERENCES playback_sessions (id) ON DELETE SET NULL,
  -- Of which its browser derives the key of the copy.
  sealed_secret       bytea NOT NULL,
  title               text NOT NULL,
  user_agent          text NOT NULL,
  created_at          timestamptz NOT NULL,
  expires_at          timestamptz NOT NULL,
  -- When its browser last asked whether it is still good.
  checked_at          timestamptz,
  revoked_at          timestamptz,
  revoked_for         text CHECK (revoked_for IN ('administrator', 'video_not_available',
    'access_terminated', 'playback_suspended', 'replaced')),
  removed_at          timestamptz,
  CHECK ((revoked_at IS NULL) = (revoked_for IS NULL))
);
-- One of a video on a device, which counts until it is replaced.
CREATE UNIQUE INDEX offline_copies_kept ON offline_copies (user_id, device_id, video_id)
  WHERE revoked_at IS NULL AND removed_at IS NULL;
CREATE INDEX offline_copies_of_user ON offline_copies (user_id, created_at DESC, id DESC);
CREATE INDEX offline_copies_of_video ON offline_copies (video_id);
CREATE INDEX offline_copies_of_playback ON offline_copies (playback_session_id);
CREATE INDEX offline_copies_by_end ON offline_copies (least(expires_at, removed_at));
