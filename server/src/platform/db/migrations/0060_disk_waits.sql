-- Jobs that met a full disk: which disk, how many bytes must be free on it before they go on, and how
-- many there were when somebody last looked. Null where the disk is of another machine.
ALTER TABLE upload_jobs
  ADD COLUMN disk_wait text CHECK (disk_wait IN ('files', 'database')),
  ADD COLUMN disk_wanted_bytes double precision,
  ADD COLUMN disk_free_bytes double precision;
ALTER TABLE user_imports
  ADD COLUMN disk_wait text CHECK (disk_wait IN ('files', 'database')),
  ADD COLUMN disk_wanted_bytes double precision,
  ADD COLUMN disk_free_bytes double precision;
-- Waits were told as failures before; their next try tells them anew.
UPDATE upload_jobs SET failure_code = NULL, failure_message = NULL
 WHERE state = 'queued' AND failure_code = 'disk_full';
