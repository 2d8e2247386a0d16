-- What a search looks into, apart from alerts, which change with every event that they count: only
-- a new text costs its trigrams. Numbers of the message are left out, since they count up.
CREATE TABLE alert_texts (
  alert_id uuid PRIMARY KEY REFERENCES alerts ON DELETE CASCADE,
  text     text NOT NULL
);

CREATE FUNCTION text_of_alert(title text, message text, address text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT lower(title || E'\n' || regexp_replace(message, '[0-9]+', '', 'g') || E'\n'
     || coalesce(address, '')) $$;

INSERT INTO alert_texts SELECT id, text_of_alert(title, message, address) FROM alerts;
CREATE INDEX alert_texts_parts ON alert_texts USING gin (trigrams_of(text))
  WITH (fastupdate = off);

CREATE FUNCTION keep_alert_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alert_texts AS known (alert_id, text)
    SELECT id, text_of_alert(title, message, address) FROM written ORDER BY id
  ON CONFLICT (alert_id) DO UPDATE SET text = excluded.text WHERE known.text <> excluded.text;
  RETURN NULL;
END $$;
CREATE TRIGGER alerts_texts_added AFTER INSERT ON alerts
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_alert_texts();
CREATE TRIGGER alerts_texts_changed AFTER UPDATE ON alerts
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_alert_texts();

-- How many alerts were raised in each quarter of an hour, by which every time zone begins its days;
-- tests left out. The moment never changes.
CREATE TABLE alerts_raised (
  quarter timestamptz PRIMARY KEY,
  count   bigint NOT NULL
);

CREATE FUNCTION quarter_of(at timestamptz) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT date_bin('15 minutes', at, '2000-01-01 00:00:00+00') $$;

INSERT INTO alerts_raised
  SELECT quarter_of(created_at), count(*) FROM alerts WHERE NOT is_test GROUP BY 1;

CREATE FUNCTION add_raised_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alerts_raised AS known (quarter, count)
    SELECT quarter_of(created_at), count(*) FROM written WHERE NOT is_test GROUP BY 1 ORDER BY 1
  ON CONFLICT (quarter) DO UPDATE SET count = known.count + excluded.count;
  RETURN NULL;
END $$;
CREATE FUNCTION take_raised_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alerts_raised AS known (quarter, count)
    SELECT quarter_of(created_at), -count(*) FROM written WHERE NOT is_test GROUP BY 1 ORDER BY 1
  ON CONFLICT (quarter) DO UPDATE SET count = known.count + excluded.count;
  DELETE FROM alerts_raised WHERE count = 0
    AND quarter IN (SELECT quarter_of(created_at) FROM written WHERE NOT is_test);
  RETURN NULL;
END $$;
CREATE TRIGGER alerts_raised_added AFTER INSERT ON alerts
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION add_raised_alerts();
CREATE TRIGGER alerts_raised_removed AFTER DELETE ON alerts
  REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION take_raised_alerts();

-- Lists of a category, and all that is asked of the alerts of few users, are answered within an
-- index.
DROP INDEX alerts_last_seen;
CREATE INDEX alerts_last_seen ON alerts (last_seen_at DESC, id DESC)
  INCLUDE (severity, status, category, is_test, user_id);
DROP INDEX alerts_of_user;
CREATE INDEX alerts_of_user ON alerts (user_id, last_seen_at DESC, id DESC)
  INCLUDE (severity, status, category, is_test, created_at, count, rule_id, reopened, recurred)
  WHERE user_id IS NOT NULL;
