-- Tries of an import are counted from its last batch of rows, as those of videos from their last step.
ALTER TABLE user_imports ADD COLUMN attempt_limit integer NOT NULL DEFAULT 4;
