-- The lease of a worker to a row (platform/jobs/lease.ts): the fence grows with each claim, and
-- writes of an earlier holder are refused. Null while no worker holds the row.
ALTER TABLE user_imports
  ADD COLUMN fence        integer NOT NULL DEFAULT 0,
  ADD COLUMN leased_until timestamptz;

ALTER TABLE upload_jobs
  ADD COLUMN fence        integer NOT NULL DEFAULT 0,
  ADD COLUMN leased_until timestamptz;

-- Their tries are also limited in the row, like those of the others.
ALTER TABLE poster_choices
  ADD COLUMN fence         integer NOT NULL DEFAULT 0,
  ADD COLUMN leased_until  timestamptz,
  ADD COLUMN attempt_limit integer NOT NULL DEFAULT 4;

ALTER TABLE key_renewals
  ADD COLUMN fence         integer NOT NULL DEFAULT 0,
  ADD COLUMN leased_until  timestamptz,
  ADD COLUMN attempt_limit integer NOT NULL DEFAULT 4;
