-- Lists and statistics of alerts begin with those that were last seen.
CREATE INDEX alerts_last_seen ON alerts (last_seen_at DESC, id DESC)
  INCLUDE (severity, status, is_test, user_id);
