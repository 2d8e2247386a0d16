-- Secrets of the instance, sealed under the master key.
CREATE TABLE instance_secrets (
  name   text PRIMARY KEY,
  sealed bytea NOT NULL
);

-- Typed facts, written in the transaction that caused them; consumers keep their own position.
CREATE TABLE events (
  id          uuid NOT NULL,
  name        text NOT NULL,
  data        jsonb NOT NULL,
  happened_at timestamptz NOT NULL,
  PRIMARY KEY (happened_at, id)
) PARTITION BY RANGE (happened_at);
CREATE TABLE events_default PARTITION OF events DEFAULT;
CREATE INDEX events_by_name ON events (name, happened_at);
