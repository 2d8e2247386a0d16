-- What a browser said of a video that it had not opened was never checked, and the list shows its title.
UPDATE security_incidents AS incident SET video_id = NULL
WHERE playback_session_id IS NULL AND video_id IS NOT NULL AND NOT EXISTS (
  SELECT FROM playback_sessions AS play
  WHERE play.user_id = incident.user_id AND play.video_id = incident.video_id
);
