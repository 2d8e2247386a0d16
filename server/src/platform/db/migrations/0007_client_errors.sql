-- Errors that browsers met, kept for a day: an error id can be looked up here.
CREATE TABLE client_errors (
  -- Made by the browser, which shows it to the user; sent again, a report is kept once.
  id             uuid PRIMARY KEY,
  received_at    timestamptz NOT NULL,
  -- By the browser's clock.
  happened_at    timestamptz NOT NULL,
  level          text NOT NULL,
  category       text NOT NULL,
  operation      text NOT NULL,
  message        text NOT NULL,
  user_message   text NOT NULL,
  correlation_id text,
  metadata       jsonb NOT NULL,
  resolved       boolean NOT NULL,
  acknowledged_by_user boolean NOT NULL,
  -- Facts that the server itself knows.
  user_id        uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_id     uuid NOT NULL,
  address        text NOT NULL,
  user_agent     text NOT NULL,
  client_version text NOT NULL
);
CREATE INDEX client_errors_newest ON client_errors (received_at DESC, id DESC);
CREATE INDEX client_errors_of_user ON client_errors (user_id, received_at DESC);
