-- Lists are walked in indexes alone, which needs a recent map of what everybody may see. Vacuum came
-- only when a fifth of all users had changed: with a million, after weeks of sign-ins.
ALTER TABLE users SET (
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_insert_scale_factor = 0.01,
  autovacuum_analyze_scale_factor = 0.02
);
