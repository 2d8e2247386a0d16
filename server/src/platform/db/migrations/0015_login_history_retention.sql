-- What is past its use in the login history is found by its moment.
CREATE INDEX login_history_by_moment ON login_history (at);
-- Sessions that ran out while nobody looked get their end written down.
CREATE INDEX sessions_open_by_expiry ON sessions (expires_at) WHERE ended_at IS NULL;
