-- Set with the publication of the whole; the pictures lie beside the media.
ALTER TABLE videos ADD COLUMN has_storyboard boolean NOT NULL DEFAULT false;
UPDATE videos SET has_storyboard = true
WHERE id IN (SELECT upload_jobs.video_id FROM upload_jobs
  JOIN processing_steps AS made ON made.job_id = upload_jobs.id AND made.step = 'storyboard'
  JOIN processing_steps AS published ON published.job_id = upload_jobs.id AND published.step = 'publish'
  WHERE made.state = 'completed' AND published.state = 'completed');

-- How often playback of a video was opened. Playback sessions go with old sign-ins, these numbers
-- stay. Each is the sum of some rows, so that those who open one video at once don't wait in line.
CREATE TABLE video_views (
  video_id uuid NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  part     smallint NOT NULL,
  views    bigint NOT NULL,
  PRIMARY KEY (video_id, part)
) WITH (fillfactor = 50);
INSERT INTO video_views (video_id, part, views)
  SELECT video_id, 0, count(*) FROM playback_sessions GROUP BY video_id;
