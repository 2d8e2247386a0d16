-- Who, from where and how severe: readers of events filter by these without reading `data`.
-- `transaction_id` places an event in the order in which readers take events: no transaction that
-- could still commit has a lower one than the snapshot's xmin.
ALTER TABLE events
  ADD COLUMN transaction_id bigint NOT NULL DEFAULT 0,
  ADD COLUMN user_id        uuid,
  ADD COLUMN session_id     uuid,
  ADD COLUMN device_id      text,
  ADD COLUMN address        text,
  -- ISO 3166-1 alpha-2.
  ADD COLUMN country        text,
  ADD COLUMN severity       text NOT NULL DEFAULT 'info';
-- Rows from before keep 0. The database fills in all others: no statement can forget it.
ALTER TABLE events ALTER COLUMN transaction_id SET DEFAULT pg_current_xact_id()::text::bigint;
CREATE INDEX events_in_order ON events (transaction_id, id);
CREATE INDEX events_of_user ON events (user_id, happened_at DESC) WHERE user_id IS NOT NULL;
CREATE INDEX events_of_address ON events (address, happened_at DESC) WHERE address IS NOT NULL;
