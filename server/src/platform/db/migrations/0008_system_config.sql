-- What super administrators set while the product runs. One row, there from the start, so that two
-- first edits at once wait for each other like any others.
CREATE TABLE system_config (
  singleton  boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  -- Only what was saved, by section and field; what nobody saved follows the environment.
  saved      jsonb NOT NULL DEFAULT '{}',
  version    integer NOT NULL DEFAULT 0,
  updated_at timestamptz,
  updated_by uuid
);
INSERT INTO system_config DEFAULT VALUES;

-- Every change reaches every process, by whatever way it was made.
CREATE FUNCTION notify_system_config() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN PERFORM pg_notify('system_config', NEW.version::text); RETURN NULL; END $$;
CREATE TRIGGER system_config_changed AFTER UPDATE ON system_config
  FOR EACH ROW EXECUTE FUNCTION notify_system_config();
