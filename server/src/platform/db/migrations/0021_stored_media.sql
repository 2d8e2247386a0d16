-- What lies in the object store for each video, as it was counted after its last publication; nobody
-- walks through the store to show it.
CREATE TABLE stored_media (
  video_id     uuid PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
  media_bytes  double precision NOT NULL,
  -- Poster and storyboard.
  poster_bytes double precision NOT NULL,
  objects      integer NOT NULL,
  measured_at  timestamptz NOT NULL
);
CREATE INDEX stored_media_largest ON stored_media ((media_bytes + poster_bytes) DESC, video_id);
CREATE INDEX stored_media_oldest ON stored_media (measured_at);
