import { describe, expect, it } from 'vitest';
import { findBreakingStatements } from './breaking-migrations.ts';

describe('a migration breaks the version before', () => {
  it.each([
    ['DROP TABLE plays', /drops what it may use/],
    ['ALTER TABLE plays DROP COLUMN at', /drops a column/],
    ['ALTER TABLE plays ALTER COLUMN at DROP DEFAULT', /drops a column or its default/],
    ['ALTER TABLE plays RENAME COLUMN at TO moment', /renames/],
    ['ALTER TABLE plays ALTER COLUMN at TYPE date', /changes a type/],
    ['ALTER TABLE plays ALTER at SET DATA TYPE date', /changes a type/],
    ['ALTER TABLE plays ALTER COLUMN at SET NOT NULL', /without a value/],
    ['ALTER TABLE plays ADD COLUMN place text NOT NULL', /needs a value/],
    ['alter table plays add column a int default 1, add column b int not null', /needs a value/],
    ['ALTER TABLE plays ADD CHECK (at > now())', /refuses rows/],
    ['ALTER TABLE plays ADD CONSTRAINT one UNIQUE (at)', /refuses rows/],
    ['CREATE UNIQUE INDEX plays_at ON plays (at)', /refuses rows/],
  ])('%s', (statement, what) => {
    const [found, ...others] = findBreakingStatements(`SELECT 1; ${statement};`);
    expect(found).toMatch(what);
    expect(others).toEqual([]);
  });
});

describe('a migration leaves the version before alone', () => {
  it.each([
    'CREATE TABLE plays (id uuid NOT NULL)',
    'ALTER TABLE plays ADD COLUMN place text',
    "ALTER TABLE plays ADD COLUMN place text NOT NULL DEFAULT ''",
    'ALTER TABLE plays ADD COLUMN place text DEFAULT $$;$$ NOT NULL',
    'CREATE INDEX plays_at ON plays (at)',
    'ALTER TABLE plays ALTER COLUMN at DROP NOT NULL',
    '-- DROP TABLE plays\nSELECT 1',
    "INSERT INTO words VALUES ('DROP TABLE plays; RENAME')",
    '/* RENAME */ SELECT 1',
    'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $f$ DROP TABLE plays; $f$',
  ])('%s', (statement) => {
    expect(findBreakingStatements(`${statement};`)).toEqual([]);
  });

  it('with what it does to a table of its own', () => {
    const sql = `CREATE TABLE plays (id uuid);
      ALTER TABLE plays ADD CHECK (id IS NOT NULL);
      CREATE UNIQUE INDEX plays_id ON plays (id);`;
    expect(findBreakingStatements(sql)).toEqual([]);
    expect(findBreakingStatements(`${sql} ALTER TABLE users DROP COLUMN plays;`)).toHaveLength(1);
  });

  it('where a comment says why it does not mind', () => {
    const drop = 'ALTER TABLE plays DROP COLUMN at;';
    const said = '-- contract: not read since 0.4, which wrote null.\n';
    expect(findBreakingStatements(said + drop)).toEqual([]);
    // It speaks for the next statement alone, and has to say something.
    expect(findBreakingStatements(`${said}SELECT 1; ${drop}`)).toHaveLength(1);
    expect(findBreakingStatements(`-- contract:\n${drop}`)).toHaveLength(1);
  });
});
