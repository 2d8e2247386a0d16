-- What of a lesson its learner has watched, as the server derives it from reported progress: spans of
-- seconds, and where the last report stood.
ALTER TABLE playback_positions
  ADD COLUMN watched jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN completed_at timestamptz;
