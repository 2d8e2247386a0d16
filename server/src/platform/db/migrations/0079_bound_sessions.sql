-- The key of the browser that a session is bound to (Device Bound Session Credentials), as a JWK; what is
-- signed by it is asked for only once the browser has shown that it can (`bound_proven_at`).
ALTER TABLE sessions
  ADD COLUMN bound_key jsonb,
  ADD COLUMN bound_proven_at timestamptz,
  -- How often it signed. Each challenge names this number, and is used up with it.
  ADD COLUMN bound_count integer NOT NULL DEFAULT 0;
