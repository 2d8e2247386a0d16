-- 'empty': announced, without a lecture so far.
ALTER TABLE videos DROP CONSTRAINT videos_status_check;
ALTER TABLE videos ADD CONSTRAINT videos_status_check
  CHECK (status IN ('empty', 'processing', 'ready', 'failed'));
ALTER TABLE videos
  ADD COLUMN category       text,
  ADD COLUMN difficulty     text CHECK (difficulty IN ('beginner', 'intermediate', 'advanced')),
  ADD COLUMN type           text CHECK (type IN ('lecture', 'practical', 'discussion', 'revision')),
  ADD COLUMN tags           text[] NOT NULL DEFAULT '{}',
  ADD COLUMN chapters       jsonb NOT NULL DEFAULT '[]',
  -- Out from the one until before the other; no job turns anything, every query looks at the clock.
  ADD COLUMN publish_at     timestamptz,
  ADD COLUMN unpublish_at   timestamptz,
  -- For whom. Said in so many words, so that an emptied list never opens a video to everybody.
  ADD COLUMN for_everyone   boolean NOT NULL DEFAULT true,
  ADD COLUMN kendra_types   text[] NOT NULL DEFAULT '{}',
  ADD COLUMN countries      text[] NOT NULL DEFAULT '{}',
  ADD COLUMN districts      text[] NOT NULL DEFAULT '{}',
  ADD COLUMN group_ids      uuid[] NOT NULL DEFAULT '{}',
  -- A picture of its own in place of the one made with the lecture.
  ADD COLUMN poster_id      uuid,
  ADD COLUMN deleted_at     timestamptz,
  ADD CONSTRAINT videos_schedule CHECK (publish_at < unpublish_at);

-- Functions that call others of ours have bodies that are bound when they are made (RETURN): indexes
-- are built without our schema in the search path.
--
-- What search compares: without case, accents, nukta and joiners, with one nasal sign, so that
-- people find what they spell a little otherwise.
CREATE FUNCTION search_fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
  $$ SELECT replace(regexp_replace(normalize(lower(value), NFKD),
       U&'[\0300-\036F\093C\200C\200D]', '', 'g'), U&'\0901', U&'\0902') $$;

-- The words of a text as they are. PostgreSQL's own parser takes Hindi apart at its vowel signs in
-- some locales; here a word ends at space and punctuation only.
CREATE FUNCTION search_words(folded text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
  $$ SELECT coalesce(array_agg(DISTINCT left(word, 100)), '{}')
     FROM regexp_split_to_table(folded, U&'[\0001-\002F\003A-\0040\005B-\0060\007B-\00A0\0964\0965\2000-\206F\3000]+') AS word
     WHERE word <> '' $$;

CREATE FUNCTION video_search_text(title text, description text, category text, tags text[])
  RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_fold(concat_ws(E'\n', title, category, array_to_string(tags, E'\n'), description));
ALTER TABLE videos ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (video_search_text(title, description, category, tags)) STORED;

-- English by its stems, every language by its words and their beginnings.
CREATE FUNCTION search_vector(folded text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN array_to_tsvector(search_words(folded)) || to_tsvector('english', left(folded, 100000));
CREATE INDEX videos_search ON videos USING gin (search_vector(search_text)) WHERE deleted_at IS NULL;
CREATE INDEX videos_search_parts ON videos USING gin (trigrams_of(search_text)) WHERE deleted_at IS NULL;

DROP INDEX videos_newest, videos_to_watch;
CREATE INDEX videos_newest ON videos (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX videos_to_watch ON videos (created_at, id)
  WHERE published AND status = 'ready' AND deleted_at IS NULL;
CREATE INDEX videos_by_update ON videos (updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX videos_by_title ON videos (search_fold(title) COLLATE "C", id) WHERE deleted_at IS NULL;
CREATE INDEX videos_by_duration ON videos (duration_seconds, id) WHERE deleted_at IS NULL;
CREATE INDEX videos_by_category ON videos (category COLLATE "C", id) WHERE deleted_at IS NULL;
CREATE INDEX videos_deleted ON videos (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE video_captions (
  video_id   uuid NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  language   text NOT NULL,
  label      text NOT NULL,
  body       text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (video_id, language)
);

CREATE TABLE user_groups (
  id         uuid PRIMARY KEY,
  name       text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX user_groups_by_name ON user_groups (lower(name));
CREATE TABLE user_group_members (
  group_id uuid NOT NULL REFERENCES user_groups (id) ON DELETE CASCADE,
  user_id  uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, user_id)
);
CREATE INDEX user_group_members_of_user ON user_group_members (user_id);
