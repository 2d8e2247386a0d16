-- Functions that call our other functions have bodies that are bound at their creation (RETURN):
-- indexes are built without our schema in the search path.
--
-- The form that search compares: without case, accents, nukta and joiners, with one nasal sign, so
-- that slightly different spellings match.
CREATE FUNCTION search_fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
  $$ SELECT replace(regexp_replace(normalize(lower(value), NFKD),
       U&'[\0300-\036F\093C\200C\200D]', '', 'g'), U&'\0901', U&'\0902') $$;

-- The words of a text, unchanged. PostgreSQL's own parser takes Hindi apart at its vowel signs in
-- some locales; here a word ends at space and punctuation only.
CREATE FUNCTION search_words(folded text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
  $$ SELECT coalesce(array_agg(DISTINCT left(word, 100)), '{}')
     FROM regexp_split_to_table(folded, U&'[\0001-\002F\003A-\0040\005B-\0060\007B-\00A0\0964\0965\2000-\206F\3000]+') AS word
     WHERE word <> '' $$;

CREATE FUNCTION video_search_text(title text, description text, category text, tags text[])
  RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_fold(concat_ws(E'\n', title, category, array_to_string(tags, E'\n'), description));

-- English by its stems, every language by its words and their beginnings.
CREATE FUNCTION search_vector(folded text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN array_to_tsvector(search_words(folded)) || to_tsvector('english', left(folded, 100000));

CREATE TABLE videos (
  id                 uuid PRIMARY KEY,
  title              text NOT NULL,
  description        text NOT NULL,
  -- 'empty': announced, without a file so far.
  status             text NOT NULL CHECK (status IN ('empty', 'processing', 'ready', 'failed')),
  -- The switch; whether it is published depends on the schedule too.
  published          boolean NOT NULL,
  publish_when_ready boolean NOT NULL,
  duration_seconds   double precision,
  -- Folder of the published media in the object store; null until there is one.
  media_prefix       text,
  created_by         uuid NOT NULL REFERENCES users (id),
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  -- The current manifest; 0 for media with its manifest at the prefix.
  media_revision     integer NOT NULL DEFAULT 0,
  category           text,
  difficulty         text CHECK (difficulty IN ('beginner', 'intermediate', 'advanced')),
  type               text CHECK (type IN ('lecture', 'practical', 'discussion', 'revision')),
  tags               text[] NOT NULL DEFAULT '{}',
  chapters           jsonb NOT NULL DEFAULT '[]',
  -- Published from the one until before the other; no job changes anything, every query reads the
  -- clock.
  publish_at         timestamptz,
  unpublish_at       timestamptz,
  -- The audience. `for_everyone` is explicit, so that an emptied list never opens a video to
  -- everyone.
  for_everyone       boolean NOT NULL DEFAULT true,
  kendra_types       text[] NOT NULL DEFAULT '{}',
  countries          text[] NOT NULL DEFAULT '{}',
  districts          text[] NOT NULL DEFAULT '{}',
  group_ids          uuid[] NOT NULL DEFAULT '{}',
  -- A chosen picture that replaces the one made with the video.
  poster_id          uuid,
  deleted_at         timestamptz,
  search_text        text NOT NULL
    GENERATED ALWAYS AS (video_search_text(title, description, category, tags)) STORED,
  -- Increased when signed paths of a video must be refused; paths name the count.
  path_epoch         integer NOT NULL DEFAULT 0,
  paths_cut_at       timestamptz,
  -- Set when all qualities are published; the pictures are beside the media.
  has_storyboard     boolean NOT NULL DEFAULT false,
  -- A video may be encrypted again: each time increases the generation of its keys and files by
  -- one.
  key_generation     integer NOT NULL DEFAULT 1,
  -- The schemes in which its media exists side by side, each under different keys.
  encryption_schemes text[] NOT NULL DEFAULT '{cbcs}'
    CHECK (encryption_schemes <@ '{cbcs,cenc}' AND cardinality(encryption_schemes) > 0),
  -- The spoken language (RFC 5646); null if not given.
  language           text,
  -- Whether there is a thumbnail for lists beside the poster made with the video, and beside the
  -- chosen one.
  has_card           boolean NOT NULL DEFAULT false,
  chosen_has_card    boolean NOT NULL DEFAULT false,
  -- Pictures by which a video can be followed where the network allows only its sound; beside the
  -- media.
  has_slides         boolean NOT NULL DEFAULT false,
  -- How often the poster, and storyboard and slides together, were made again since the video was
  -- ready. Each time they get other names, so that no cache shows the previous ones.
  poster_revision    integer NOT NULL DEFAULT 0,
  pictures_revision  integer NOT NULL DEFAULT 0,
  -- Unused parts of the uploaded file: tracks, each with kind, codec and language.
  left_out           jsonb NOT NULL DEFAULT '[]',
  CONSTRAINT videos_schedule CHECK (publish_at < unpublish_at)
);
CREATE INDEX videos_search ON videos USING gin (search_vector(search_text)) WHERE deleted_at IS NULL;
CREATE INDEX videos_search_parts ON videos USING gin (trigrams_of(search_text)) WHERE deleted_at IS NULL;
CREATE INDEX videos_newest ON videos (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX videos_to_watch ON videos (created_at, id)
  WHERE published AND status = 'ready' AND deleted_at IS NULL;
CREATE INDEX videos_by_update ON videos (updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX videos_by_title ON videos (search_fold(title) COLLATE "C", id) WHERE deleted_at IS NULL;
CREATE INDEX videos_by_duration ON videos (duration_seconds, id) WHERE deleted_at IS NULL;
CREATE INDEX videos_by_category ON videos (category COLLATE "C", id) WHERE deleted_at IS NULL;
CREATE INDEX videos_deleted ON videos (deleted_at) WHERE deleted_at IS NOT NULL;
-- Read at start: versions raised while older signed URLs may still live.
CREATE INDEX videos_paths_cut ON videos (paths_cut_at) WHERE paths_cut_at IS NOT NULL;

CREATE TABLE video_captions (
  video_id   uuid NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  -- RFC 5646.
  language   text NOT NULL,
  label      text NOT NULL,
  body       text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (video_id, language)
);

CREATE TABLE content_keys (
  key_id        bytea PRIMARY KEY CHECK (octet_length(key_id) = 16),
  video_id      uuid NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  quality_class text NOT NULL CHECK (quality_class IN ('AUDIO', 'SD', 'HD')),
  sealed_key    bytea NOT NULL,
  created_at    timestamptz NOT NULL,
  generation    integer NOT NULL DEFAULT 1,
  scheme        text NOT NULL DEFAULT 'cbcs' CHECK (scheme IN ('cbcs', 'cenc')),
  CONSTRAINT content_keys_of_package UNIQUE (video_id, quality_class, generation, scheme)
);

-- The last renewal of a video's keys: one that a worker has to do, or its outcome.
CREATE TABLE key_renewals (
  video_id   uuid PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
  generation integer NOT NULL,
  state      text NOT NULL CHECK (state IN ('waiting', 'done', 'failed')),
  asked_by   uuid REFERENCES users (id) ON DELETE SET NULL,
  asked_at   timestamptz NOT NULL,
  ended_at   timestamptz,
  -- Whether files and keys of earlier generations have been removed.
  is_cleared boolean NOT NULL DEFAULT false,
  -- A try that met a full disk does not count.
  attempts   integer NOT NULL DEFAULT 0,
  -- Like those of imports of users.
  disk_wait  text CHECK (disk_wait IN ('files', 'database')),
  disk_wanted_bytes double precision,
  disk_free_bytes double precision
);
CREATE INDEX key_renewals_to_clear ON key_renewals (ended_at) WHERE state = 'done' AND NOT is_cleared;

-- The processing of a video is a sequence of steps, each of which can be repeated alone.
CREATE TABLE upload_jobs (
  id                uuid PRIMARY KEY,
  video_id          uuid NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  file_name         text NOT NULL,
  file_size_bytes   double precision NOT NULL,
  source_path       text NOT NULL,
  state             text NOT NULL
    CHECK (state IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
  step              text
    CHECK (step IN ('probe', 'validate', 'poster', 'transcode_low', 'package_low', 'publish_low',
                    'transcode_high', 'package_high', 'storyboard', 'publish')),
  progress          double precision NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  speed             double precision,
  eta_seconds       double precision,
  failure_code      text,
  failure_message   text,
  attempts          integer NOT NULL DEFAULT 0,
  created_by        uuid NOT NULL REFERENCES users (id),
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  -- The last number that a try may have; grows with finished steps, and with a repetition.
  attempt_limit     integer NOT NULL DEFAULT 4,
  -- Until when the file of a failed or cancelled job is kept, to resume it.
  source_kept_until timestamptz,
  -- Like those of imports of users.
  disk_wait         text CHECK (disk_wait IN ('files', 'database')),
  disk_wanted_bytes double precision,
  disk_free_bytes   double precision
);
CREATE INDEX upload_jobs_newest ON upload_jobs (created_at DESC, id DESC);
CREATE INDEX upload_jobs_of_video ON upload_jobs (video_id);
CREATE INDEX upload_jobs_open_of_user ON upload_jobs (created_by)
  WHERE state IN ('queued', 'running');

CREATE TABLE processing_steps (
  job_id      uuid NOT NULL REFERENCES upload_jobs (id) ON DELETE CASCADE,
  step        text NOT NULL
    CHECK (step IN ('probe', 'validate', 'poster', 'transcode_low', 'package_low', 'publish_low',
                    'transcode_high', 'package_high', 'storyboard', 'publish')),
  state       text NOT NULL
    CHECK (state IN ('waiting', 'running', 'completed', 'failed', 'skipped')),
  progress    double precision NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  speed       double precision,
  eta_seconds double precision,
  attempts    integer NOT NULL DEFAULT 0,
  started_at  timestamptz,
  finished_at timestamptz,
  -- Its findings for later steps.
  result      jsonb,
  PRIMARY KEY (job_id, step)
);

CREATE TABLE processing_log (
  job_id  uuid NOT NULL REFERENCES upload_jobs (id) ON DELETE CASCADE,
  number  integer NOT NULL,
  at      timestamptz NOT NULL,
  step    text,
  message text NOT NULL,
  PRIMARY KEY (job_id, number)
);

-- Unfinished uploads (tus 1.0). A row is removed when its file has become a job, or after its time.
CREATE TABLE resumable_uploads (
  id               uuid PRIMARY KEY,
  owner_id         uuid NOT NULL REFERENCES users (id),
  title            text NOT NULL,
  description      text NOT NULL,
  publish          boolean NOT NULL,
  file_name        text NOT NULL,
  file_size_bytes  double precision NOT NULL CHECK (file_size_bytes > 0),
  file_modified_at timestamptz,
  -- Never more than the bytes synced to disk.
  offset_bytes     double precision NOT NULL DEFAULT 0
    CHECK (offset_bytes >= 0 AND offset_bytes < file_size_bytes),
  -- The request that may move the offset: a later one takes over, and the earlier one is refused.
  writer           uuid,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL,
  -- The announced video that the file is for; null if it becomes a new video. Purging that video
  -- discards the upload.
  video_id         uuid REFERENCES videos (id) ON DELETE CASCADE
);
CREATE INDEX resumable_uploads_of_owner ON resumable_uploads (owner_id, created_at DESC);
CREATE INDEX resumable_uploads_expiry ON resumable_uploads (expires_at);
CREATE INDEX resumable_uploads_for_video ON resumable_uploads (video_id) WHERE video_id IS NOT NULL;

-- Posters that administrators chose and a worker has to make: a moment of the video, or a picture.
-- At most one for each video, the last chosen; the row is removed when the poster is ready.
CREATE TABLE poster_choices (
  video_id   uuid PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
  -- Becomes the id of the poster.
  id         uuid NOT NULL,
  at_seconds double precision,
  picture    bytea,
  state      text NOT NULL CHECK (state IN ('waiting', 'failed')),
  chosen_by  uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  -- A try that met a full disk does not count.
  attempts   integer NOT NULL DEFAULT 0,
  -- Like those of imports of users.
  disk_wait  text CHECK (disk_wait IN ('files', 'database')),
  disk_wanted_bytes double precision,
  disk_free_bytes double precision,
  CHECK (state = 'failed' OR (at_seconds IS NULL) <> (picture IS NULL))
);

-- The object store's bytes for each video, counted after its last publication, so that no page
-- walks through the store.
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
