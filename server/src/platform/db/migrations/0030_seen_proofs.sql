-- Which proofs of devices were used (platform/http/proof/seen-in-database.ts). Unlogged: a crash of
-- the database empties these tables all together, and so does the promotion of a standby. With them
-- goes the epoch, which is part of the key of nonces: proofs that were forgotten are refused.
CREATE UNLOGGED TABLE seen_proof_epoch (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  epoch uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The window of nonces in which a slot was emptied last.
  swept_in bigint NOT NULL
);

-- Proofs whose nonces are of window n lie in slot n mod 4: those of three windows may be used, the
-- fourth slot is emptied. Rows are only added, and go by TRUNCATE: vacuum has nothing to do here.
CREATE UNLOGGED TABLE seen_proofs_0 (proof uuid PRIMARY KEY) WITH (autovacuum_enabled = false);
CREATE UNLOGGED TABLE seen_proofs_1 (proof uuid PRIMARY KEY) WITH (autovacuum_enabled = false);
CREATE UNLOGGED TABLE seen_proofs_2 (proof uuid PRIMARY KEY) WITH (autovacuum_enabled = false);
CREATE UNLOGGED TABLE seen_proofs_3 (proof uuid PRIMARY KEY) WITH (autovacuum_enabled = false);

-- Empties the slot of the window before last, once in each window. Here rather than in a process,
-- so that nothing can be delayed between a look at the clock and the TRUNCATE.
CREATE FUNCTION sweep_seen_proofs(window_ms integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  last bigint;
  present bigint;
BEGIN
  SELECT swept_in INTO last FROM seen_proof_epoch FOR UPDATE;
  present := floor(extract(epoch FROM clock_timestamp()) * 1000 / window_ms);
  IF last IS NULL OR last = present THEN RETURN; END IF;
  -- Whoever reads a slot, as a backup does, only delays this until the next try.
  SET LOCAL lock_timeout = '500ms';
  IF last > present THEN
    -- The clock went back, into windows whose slots were emptied: what they held is not known.
    UPDATE seen_proof_epoch SET epoch = gen_random_uuid(), swept_in = present;
    TRUNCATE seen_proofs_0, seen_proofs_1, seen_proofs_2, seen_proofs_3;
    RETURN;
  END IF;
  EXECUTE format('TRUNCATE seen_proofs_%s', (present + 2) % 4);
  UPDATE seen_proof_epoch SET swept_in = present;
END $$;
