-- Weeks whose days no longer change are summed up once, so that reports of months read a quarter of the
-- rows.
ALTER TABLE playback_rollups DROP CONSTRAINT playback_rollups_grain_check;
-- contract: it accepts all that the one before did.
ALTER TABLE playback_rollups ADD CONSTRAINT playback_rollups_grain_check
  CHECK (grain IN ('minutes', 'hour', 'day', 'week'));
