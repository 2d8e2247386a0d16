-- How far a reader of events has come, and what it knew there. One process reads at a time, by lease.
CREATE TABLE event_readers (
  name                   text PRIMARY KEY,
  -- The last event that its saved state includes, in the order (transaction_id, id).
  transaction_id         bigint NOT NULL,
  event_id               uuid NOT NULL,
  -- The last event whose consequences were written: read again, it changes nothing more.
  written_transaction_id bigint NOT NULL,
  written_event_id       uuid NOT NULL,
  -- Older events were read before the database moved to another cluster, whose transactions are
  -- counted anew.
  floor_id               uuid NOT NULL,
  fence                  integer NOT NULL DEFAULT 0,
  leased_until           timestamptz,
  saved_at               timestamptz NOT NULL
);

-- What a reader keeps in memory, in parts; only those that changed are written again.
CREATE TABLE event_reader_parts (
  reader text NOT NULL REFERENCES event_readers ON DELETE CASCADE,
  part   text NOT NULL,
  state  bytea NOT NULL,
  PRIMARY KEY (reader, part)
);

CREATE TABLE alert_rules (
  id             uuid PRIMARY KEY,
  -- Of built-in rules, which are added once and belong to the administrators from then on.
  key            text UNIQUE,
  name           text NOT NULL,
  category       text NOT NULL,
  severity       text NOT NULL,
  subject        text NOT NULL,
  metric         text NOT NULL,
  operator       text NOT NULL,
  value          double precision NOT NULL,
  -- Further conditions, all of which must hold: [{metric, operator, value}].
  conditions     jsonb NOT NULL DEFAULT '[]',
  time_window_ms bigint NOT NULL CHECK (time_window_ms > 0),
  actions        text[] NOT NULL DEFAULT '{}',
  enabled        boolean NOT NULL DEFAULT true,
  trigger_count  bigint NOT NULL DEFAULT 0,
  is_built_in    boolean NOT NULL DEFAULT false,
  version        integer NOT NULL DEFAULT 0,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  updated_by     uuid
);

-- Every change reaches the process that judges events, however it was made.
CREATE FUNCTION notify_alert_rules() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN PERFORM pg_notify('alert_rules', ''); RETURN NULL; END $$;
CREATE TRIGGER alert_rules_added AFTER INSERT OR DELETE ON alert_rules
  FOR EACH STATEMENT EXECUTE FUNCTION notify_alert_rules();
-- Not for the count of what they raised.
CREATE TRIGGER alert_rules_changed AFTER UPDATE OF
    name, category, severity, subject, metric, operator, value, conditions, time_window_ms, actions,
    enabled
  ON alert_rules FOR EACH STATEMENT EXECUTE FUNCTION notify_alert_rules();

CREATE TABLE alerts (
  id                   uuid PRIMARY KEY,
  rule_id              uuid REFERENCES alert_rules ON DELETE SET NULL,
  subject_kind         text NOT NULL,
  subject_key          text NOT NULL,
  title                text NOT NULL,
  category             text NOT NULL,
  severity             text NOT NULL,
  status               text NOT NULL DEFAULT 'active',
  message              text NOT NULL,
  -- How many events met the rule, and how often it recurred after its end.
  count                bigint NOT NULL DEFAULT 1,
  reopened             integer NOT NULL DEFAULT 0,
  first_seen_at        timestamptz NOT NULL,
  last_seen_at         timestamptz NOT NULL,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  -- Who and what it is about, as far as the last event said; users may be gone.
  user_id              uuid,
  session_id           uuid,
  device_id            text,
  address              text,
  country              text,
  video_id             uuid,
  metadata             jsonb NOT NULL DEFAULT '{}',
  is_test              boolean NOT NULL DEFAULT false,
  -- Who did it (by), and what the call named (as).
  acknowledged_at      timestamptz,
  acknowledged_by      uuid,
  acknowledged_as      text,
  resolved_at          timestamptz,
  resolved_by          uuid,
  resolved_as          text,
  resolution           text,
  dismissed_at         timestamptz,
  dismissed_by         uuid,
  dismissed_as         text,
  dismiss_reason       text,
  suppressed_until     timestamptz,
  -- The last event that was counted.
  event_transaction_id bigint,
  event_id             uuid,
  version              integer NOT NULL DEFAULT 0
);
-- One alert for each rule and subject.
CREATE UNIQUE INDEX alerts_of_rule ON alerts (rule_id, subject_kind, subject_key) WHERE NOT is_test;
CREATE INDEX alerts_newest ON alerts (created_at DESC, id DESC) INCLUDE (severity, status, is_test);
CREATE INDEX alerts_by_status ON alerts (status, severity, created_at DESC, id DESC);
CREATE INDEX alerts_of_user ON alerts (user_id, created_at DESC, id DESC) WHERE user_id IS NOT NULL;
CREATE INDEX alerts_of_address ON alerts (address, created_at DESC, id DESC)
  WHERE address IS NOT NULL;

-- The timeline of an alert. Append-only, like the audit log.
CREATE TABLE alert_steps (
  id         uuid PRIMARY KEY,
  alert_id   uuid NOT NULL REFERENCES alerts,
  at         timestamptz NOT NULL,
  kind       text NOT NULL,
  -- Null for what the system did.
  by_user_id uuid,
  claimed_by text,
  note       text,
  details    jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX alert_steps_of ON alert_steps (alert_id, at, id);
CREATE TRIGGER alert_steps_append_only BEFORE UPDATE OR DELETE ON alert_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER alert_steps_no_truncate BEFORE TRUNCATE ON alert_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What alerts did. Each action of a rule happens once for each time that its alert opens.
CREATE TABLE alert_actions (
  id         uuid PRIMARY KEY,
  alert_id   uuid NOT NULL REFERENCES alerts,
  rule_id    uuid REFERENCES alert_rules ON DELETE SET NULL,
  -- 0 for the first time that the alert opened.
  occurrence integer NOT NULL,
  kind       text NOT NULL,
  state      text NOT NULL DEFAULT 'waiting',
  -- On whom it acts, and what is needed to undo it.
  subject    jsonb NOT NULL DEFAULT '{}',
  undo       jsonb,
  attempts   integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL,
  done_at    timestamptz,
  undone_at  timestamptz,
  undone_by  uuid,
  UNIQUE (alert_id, occurrence, kind)
);
CREATE INDEX alert_actions_waiting ON alert_actions (created_at) WHERE state = 'waiting';
