-- How often the poster, and storyboard and slides together, were made again since the lesson was ready.
-- Each time they lie under other names, so that nobody is shown the ones before out of a cache.
ALTER TABLE videos
  ADD COLUMN poster_revision   integer NOT NULL DEFAULT 0,
  ADD COLUMN pictures_revision integer NOT NULL DEFAULT 0;
