-- The list of alerts in each of its orders, walked in the index alone. Those by the time of raising
-- and of the last sight are in 0012 and 0013.
CREATE INDEX alerts_by_severity ON alerts
  ((array_position(ARRAY['info', 'low', 'medium', 'high', 'critical'], severity)), id)
  INCLUDE (severity, status, is_test, user_id);
CREATE INDEX alerts_by_count ON alerts (count, id) INCLUDE (severity, status, is_test, user_id);
-- Counts by status and severity go along an index that is in this order, without sorting or hashing
-- texts. It also does all that the one it replaces did.
CREATE INDEX alerts_by_standing ON alerts (status, severity, last_seen_at DESC, id DESC)
  INCLUDE (is_test, user_id);
DROP INDEX alerts_by_status;
-- Walks in an index need a recent visibility map, and alerts that are counted up change often.
ALTER TABLE alerts SET (
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_insert_scale_factor = 0.01,
  autovacuum_analyze_scale_factor = 0.02
);
-- Alerts are found by the name of a deleted user, too; `users_search` holds the others.
CREATE INDEX users_deleted ON users (id) WHERE deleted_at IS NOT NULL;
