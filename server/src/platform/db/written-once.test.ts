import {
  DummyDriver,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { expect, it } from 'vitest';
import type { Tables } from './tables.ts';
import { writeOnce } from './written-once.ts';

const asked: Pick<LogEvent['query'], 'sql' | 'parameters'>[] = [];
const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (one) => new PostgresIntrospector(one),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  log: ({ query }) => void asked.push({ sql: query.sql, parameters: query.parameters }),
});

it('is written at its first use, and asked with the value of each', async () => {
  let times = 0;
  const usersOf = writeOnce((one, ids: readonly string[]) => {
    times += 1;
    return one.selectFrom('users').select('id').where(sql<boolean>`id = ANY (${ids}::uuid[])`);
  });
  for (const ids of [['a'], ['b', 'c']]) await usersOf(db, ids);
  expect(times).toBe(1);
  expect(asked.map(({ parameters }) => parameters)).toEqual([[['a']], [['b', 'c']]]);
  expect(new Set(asked.map((one) => one.sql)).size).toBe(1);
});
