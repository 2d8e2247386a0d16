-- A timeline and what an alert did go with their alert, when its retention time is over, and never
-- before: within the removal of an alert the depth of triggers is not 0.
ALTER TABLE alert_steps DROP CONSTRAINT alert_steps_alert_id_fkey,
  ADD CONSTRAINT alert_steps_alert_id_fkey
    FOREIGN KEY (alert_id) REFERENCES alerts ON DELETE CASCADE;
ALTER TABLE alert_actions DROP CONSTRAINT alert_actions_alert_id_fkey,
  ADD CONSTRAINT alert_actions_alert_id_fkey
    FOREIGN KEY (alert_id) REFERENCES alerts ON DELETE CASCADE;
DROP TRIGGER alert_steps_append_only ON alert_steps;
CREATE TRIGGER alert_steps_unchanged BEFORE UPDATE ON alert_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER alert_steps_kept BEFORE DELETE ON alert_steps
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_change();
