-- Pictures to follow a lesson by where the line bears no more than its sound; they lie beside the media.
-- Lessons of before get them when their storyboard is made again.
ALTER TABLE videos ADD COLUMN has_slides boolean NOT NULL DEFAULT false;
