-- Chosen posters and renewals of keys wait for room on a disk, too (0060), and count their tries here:
-- one that met a full disk is none.
ALTER TABLE poster_choices
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN disk_wait text CHECK (disk_wait IN ('files', 'database')),
  ADD COLUMN disk_wanted_bytes double precision,
  ADD COLUMN disk_free_bytes double precision;
ALTER TABLE key_renewals
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN disk_wait text CHECK (disk_wait IN ('files', 'database')),
  ADD COLUMN disk_wanted_bytes double precision,
  ADD COLUMN disk_free_bytes double precision;
