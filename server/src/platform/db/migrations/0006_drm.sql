-- The licence service of each key system. Settings without secrets; the secrets are sealed as one.
CREATE TABLE drm_providers (
  drm_system     text PRIMARY KEY CHECK (drm_system IN ('widevine', 'playready', 'fairplay')),
  version        integer NOT NULL,
  enabled        boolean NOT NULL,
  settings       jsonb NOT NULL,
  fair_play      jsonb,
  sealed_secrets bytea NOT NULL,
  updated_at     timestamptz NOT NULL,
  updated_by     uuid REFERENCES users (id) ON DELETE SET NULL
);
CREATE FUNCTION tell_drm_providers() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN PERFORM pg_notify('drm_providers', ''); RETURN NULL; END $$;
CREATE TRIGGER drm_providers_changed AFTER INSERT OR UPDATE OR DELETE ON drm_providers
  FOR EACH STATEMENT EXECUTE FUNCTION tell_drm_providers();

-- The licence record (specification, section 3): the latest of a playback session and system.
CREATE TABLE drm_licences (
  playback_session_id uuid NOT NULL REFERENCES playback_sessions (id) ON DELETE CASCADE,
  drm_system          text NOT NULL CHECK (drm_system IN ('clearkey', 'widevine', 'playready', 'fairplay')),
  user_id             uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_id          uuid NOT NULL,
  device_id           text NOT NULL,
  video_id            uuid NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  persistent          boolean NOT NULL,
  created_at          timestamptz NOT NULL,
  expires_at          timestamptz NOT NULL,
  requests            integer NOT NULL DEFAULT 1,
  PRIMARY KEY (playback_session_id, drm_system)
);
CREATE INDEX drm_licences_of_user ON drm_licences (user_id, video_id, created_at DESC);

-- Outcomes of licence requests by hour, for the page of the key systems.
CREATE TABLE drm_licence_counts (
  hour       timestamptz NOT NULL,
  drm_system text NOT NULL,
  outcome    text NOT NULL CHECK (outcome IN ('issued', 'refused', 'failed')),
  reason     text NOT NULL,
  count      bigint NOT NULL,
  PRIMARY KEY (hour, drm_system, outcome, reason)
);

-- Reports of browsers about storing licences (specification, section 3).
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
