-- The import whose file this one uses again: the same choice, sent twice, is one job.
ALTER TABLE user_imports ADD COLUMN run_from uuid;
