-- Play that ended because the video is not meant for the learner any more.
ALTER TABLE playback_sessions DROP CONSTRAINT playback_sessions_ended_cause_check;
ALTER TABLE playback_sessions ADD CONSTRAINT playback_sessions_ended_cause_check
  CHECK (ended_cause IN ('replaced', 'moved', 'terminated', 'withdrawn'));
