-- Counted up when signed paths of a video must open nothing any more; paths name the count.
ALTER TABLE videos ADD COLUMN path_epoch integer NOT NULL DEFAULT 0;
ALTER TABLE videos ADD COLUMN paths_cut_at timestamptz;
-- Processes that start read what was cut while a path may still live.
CREATE INDEX videos_paths_cut ON videos (paths_cut_at) WHERE paths_cut_at IS NOT NULL;
