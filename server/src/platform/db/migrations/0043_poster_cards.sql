-- Whether there is a small picture for lists beside the poster made with the lecture, and beside the
-- one that was chosen. Posters of before have none.
ALTER TABLE videos
  ADD COLUMN has_card        boolean NOT NULL DEFAULT false,
  ADD COLUMN chosen_has_card boolean NOT NULL DEFAULT false;
