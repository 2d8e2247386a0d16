-- Files on their way in object storage: the multipart upload, and the size of its parts. Null for
-- those that arrive in a folder.
ALTER TABLE resumable_uploads
  ADD COLUMN object_upload_id text,
  ADD COLUMN part_bytes integer CHECK (part_bytes > 0),
  ADD CHECK ((object_upload_id IS NULL) = (part_bytes IS NULL));

-- What object storage has of them, written together with the offset.
CREATE TABLE upload_pieces (
  upload_id    uuid NOT NULL REFERENCES resumable_uploads (id) ON DELETE CASCADE,
  offset_bytes double precision NOT NULL,
  size_bytes   integer NOT NULL CHECK (size_bytes > 0),
  etag         text NOT NULL,
  -- The object that holds it until a whole part is there; null for a part of the upload itself.
  object_key   text,
  PRIMARY KEY (upload_id, offset_bytes)
);
