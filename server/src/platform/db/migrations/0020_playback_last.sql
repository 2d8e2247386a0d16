-- The last play of a video in a sign-in is asked for whenever one is opened.
CREATE INDEX playback_sessions_last ON playback_sessions (session_id, video_id, opened_at DESC, id DESC);
-- Its first column does what this one did.
DROP INDEX playback_sessions_of_session;
