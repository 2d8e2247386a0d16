-- What a start waited for, in milliseconds, in the order of `startParts` of the contract without the last
-- one: that is the rest of start_ms. Null where the player did not say it, as for all but one event of a
-- playback. Pictures since the one before that said so, and those of them that were never shown.
ALTER TABLE playback_events
  ADD COLUMN start_parts    integer[],
  ADD COLUMN frames         integer,
  ADD COLUMN dropped_frames integer;

-- The sums of these. Parts are divided by the starts whose parts are known, not by all.
ALTER TABLE playback_rollups
  ADD COLUMN split_starts   bigint NOT NULL DEFAULT 0,
  ADD COLUMN answer_ms      bigint NOT NULL DEFAULT 0,
  ADD COLUMN manifest_ms    bigint NOT NULL DEFAULT 0,
  ADD COLUMN licence_ms     bigint NOT NULL DEFAULT 0,
  ADD COLUMN segments_ms    bigint NOT NULL DEFAULT 0,
  ADD COLUMN picture_ms     bigint NOT NULL DEFAULT 0,
  ADD COLUMN frames         bigint NOT NULL DEFAULT 0,
  ADD COLUMN dropped_frames bigint NOT NULL DEFAULT 0;
