-- What browsers note about keeping licences (specification, section 3).
CREATE TABLE drm_persistence_events (
  id                 uuid PRIMARY KEY,
  received_at        timestamptz NOT NULL,
  happened_at        timestamptz NOT NULL,
  user_id            uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_id         uuid NOT NULL,
  video_id           uuid NOT NULL,
  event_type         text NOT NULL,
  request_number     integer NOT NULL,
  network_call       boolean NOT NULL,
  persistence_status text NOT NULL CHECK (persistence_status IN ('working', 'partial', 'failed')),
  details            jsonb NOT NULL
);
CREATE INDEX drm_persistence_events_newest ON drm_persistence_events (received_at);
