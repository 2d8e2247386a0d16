-- Parts of long videos, which several workers encode at once: the one that has the job of the video
-- writes them, any other takes them by a lease, and they are removed when they are joined.
CREATE TABLE encoding_parts (
  -- New for each row: the fence counts within it, and files are named by both.
  id            uuid PRIMARY KEY,
  job_id        uuid NOT NULL REFERENCES upload_jobs (id) ON DELETE CASCADE,
  step          text NOT NULL CHECK (step IN ('transcode_low', 'transcode_high')),
  -- Of all arguments of the encoder; only who would use the same may take it.
  fingerprint   text NOT NULL,
  encoder       text NOT NULL,
  name          text NOT NULL,
  place         integer NOT NULL,
  -- What it costs, in seconds of pictures.
  weight        double precision NOT NULL,
  -- What sound is made louder by: pairs of a stream and dB.
  gains         jsonb NOT NULL,
  -- Left: only the worker that has the job makes it. Made: its files lie in the store.
  state         text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'left', 'made')),
  progress      double precision NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  -- Name, size and SHA-256 of each.
  files         jsonb,
  attempts      integer NOT NULL DEFAULT 0,
  attempt_limit integer NOT NULL DEFAULT 2,
  fence         integer NOT NULL DEFAULT 0,
  leased_until  timestamptz,
  disk_wait     text CHECK (disk_wait IN ('files', 'database')),
  disk_wanted_bytes double precision,
  disk_free_bytes double precision,
  CHECK ((state = 'made') = (files IS NOT NULL)),
  CONSTRAINT encoding_parts_of_plan UNIQUE (job_id, fingerprint, name)
);
CREATE INDEX encoding_parts_to_take ON encoding_parts (job_id) WHERE state = 'waiting';
