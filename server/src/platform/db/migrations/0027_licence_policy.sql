-- A user token opens one playback session, and what it allows holds for that session.
ALTER TABLE playback_sessions
  ADD COLUMN user_token_id  text UNIQUE,
  ADD COLUMN licence_policy jsonb NOT NULL DEFAULT '{"hdNeedsHardware": false, "persistent": false}';
