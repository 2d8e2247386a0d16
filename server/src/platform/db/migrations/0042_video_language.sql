-- That a video is held in (RFC 5646); null where nobody said.
ALTER TABLE videos ADD COLUMN language text;
