-- For which announced video a file comes; null: it becomes a video of its own. Removing that video for
-- good gives the upload up.
ALTER TABLE resumable_uploads
  ADD COLUMN video_id uuid REFERENCES videos (id) ON DELETE CASCADE;
CREATE INDEX resumable_uploads_for_video ON resumable_uploads (video_id) WHERE video_id IS NOT NULL;
