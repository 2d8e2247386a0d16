-- Null for what was opened ahead of a click and has not been played.
ALTER TABLE playback_sessions ADD COLUMN started_at timestamptz;
UPDATE playback_sessions SET started_at = opened_at;
DROP INDEX playback_sessions_live;
-- One at a time of a sign-in and a video.
CREATE UNIQUE INDEX playback_sessions_live ON playback_sessions (session_id, video_id)
  WHERE ended_at IS NULL AND started_at IS NOT NULL;
