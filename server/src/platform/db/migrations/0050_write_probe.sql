-- What the readiness check writes: a database that answers reads alone (a standby, a full disk) serves nobody.
CREATE TABLE write_probe (
  id         smallint PRIMARY KEY CHECK (id = 1),
  written_at timestamptz NOT NULL
);
INSERT INTO write_probe VALUES (1, now());
