import { expect, it } from 'vitest';
import { describeStatement } from './statement-name.ts';

it.each([
  ['select "id" from "users" where "id" = $1', 'SELECT users'],
  ['insert into "sessions" ("id") values ($1)', 'INSERT sessions'],
  ['update "videos" set "title" = $1', 'UPDATE videos'],
  ['  DELETE FROM user_group_members WHERE group_id = $1', 'DELETE user_group_members'],
  ['with found as (select 1 from "alerts") select * from found', 'WITH alerts'],
  ['-- why\nSELECT count(*) FROM events', 'SELECT events'],
  ['select pg_notify($1, $2)', 'SELECT'],
  ['', 'STATEMENT'],
])('%s is called %s', (sql, name) => {
  expect(describeStatement(sql).name).toBe(name);
});

it('cuts a text with thousands of placeholders', () => {
  const sql = `select from t where id in (${Array.from({ length: 5000 }, (_, at) => `$${at + 1}`)})`;
  expect(describeStatement(sql).text).toHaveLength(2000);
});
