-- The overview of a district's last days reads them from the index alone: when they were raised is
-- needed for its chart.
DROP INDEX alerts_last_seen;
CREATE INDEX alerts_last_seen ON alerts (last_seen_at DESC, id DESC)
  INCLUDE (severity, status, category, is_test, user_id, created_at);
