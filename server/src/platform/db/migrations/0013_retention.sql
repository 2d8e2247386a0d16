-- What is past its use is found by when it expired, and sessions go without a search for their plays.
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX playback_sessions_by_expiry ON playback_sessions (expires_at);
CREATE INDEX playback_sessions_of_session ON playback_sessions (session_id);
