-- A learner whose access to a video was ended asks once for a review of it.
ALTER TABLE video_terminations
  ADD COLUMN review_requested_at timestamptz,
  ADD COLUMN review_note         text;
