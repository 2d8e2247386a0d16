import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { buildScopeCondition, type ScopeCondition } from '../users.policy.ts';
import {
  findFewUserIds,
  findUserRows,
  listUserIdsFrom,
  listUserIdsNearEnd,
} from './user-list.repository.ts';
import { sortKeys } from './user-order.repository.ts';
import { createUserPages, usualQueries } from './user-pages.usecases.ts';

const everybody: ScopeCondition = { sees: 'everybody' };
const scopes: readonly ScopeCondition[] = [
  everybody,
  buildScopeCondition({
    userId: uuidv7(),
    userType: 'ADMIN',
    adminScope: { level: 'country', values: ['India'] },
  }),
];
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const pick = <T>(values: readonly T[], at: number): T => values[at % values.length] as T;
  const rows = Array.from({ length: 400 }, (_, at) => ({
    id: uuidv7(),
    name: `${pick(['Asha', 'ravi', 'Meera'], at * 7)} ${at % 90}`,
    contact_number: `+9198${String((at * 7919) % 100_000_000).padStart(8, '0')}`,
    country_code: '+91',
    user_type: 'LEARNER' as const,
    status: pick(['invited', 'active', 'active'] as const, at),
    kendra_type: pick(['urban', 'rural', null], at * 5),
    country: pick(['India', 'Nepal', null], at),
    district: at < 200 ? null : pick(['Pune', 'Thane'], at),
    login_count: at % 4,
    // Invited users never signed in: filter and order agree.
    last_login_at: at % 3 === 0 ? null : new Date(1_700_000_000_000 + (at % 50)),
    created_at: new Date(1_690_000_000_000 + (at % 60)),
    updated_at: new Date(1_690_000_000_000),
    deleted_at: at % 19 === 5 ? new Date() : null,
  }));
  await server.instance.foundation.db.insertInto('users').values(rows).execute();
});
afterAll(() => server.stop());

const one = { few: 1, nearEnd: 1, walkedInIndex: 1, walkedInRows: 1, anchoredWhole: 1 };
const large = 1_000_000;
const ways = [
  ['found and sorted at once', { ...one, few: large }],
  ['walked to from the nearer end', { ...one, nearEnd: large, walkedInIndex: large }],
  ['remembered whole', { ...one, anchoredWhole: large }],
  ['reached from anchors', one],
  ['read in whatever way fits', { ...one, few: 30, nearEnd: 60, walkedInIndex: 90 }],
] as const;

const queries = fc.record({
  order: fc.record({
    by: fc.constantFrom(...Object.keys(sortKeys)) as fc.Arbitrary<keyof typeof sortKeys>,
    isAscending: fc.boolean(),
  }),
  page: fc.integer({ min: 1, max: 45 }),
  pageSize: fc.constantFrom(1, 7, 10, 25, 100),
  filter: fc.record({
    scope: fc.constantFrom(...scopes),
    status: fc.constantFrom(
      ['invited' as const],
      ['active' as const, 'invited' as const],
      undefined,
    ),
    createdFrom: fc.constantFrom(new Date(1_690_000_000_020).toISOString(), undefined, undefined),
    lastLoginTo: fc.constantFrom(new Date(1_700_000_000_030).toISOString(), undefined, undefined),
    loginCount: fc.constantFrom(2, undefined, undefined, undefined),
    district: fc.constantFrom(
      { oneOf: ['Pune'] },
      { oneOf: ['Pune', 'Thane'] },
      { part: 'UN' },
      undefined,
      undefined,
      undefined,
    ),
    search: fc.constantFrom('a', 'meer', '9198', undefined, undefined),
  }),
});

it.each(ways)('has each page as sorting and slicing has it, when %s', async (_way, sizes) => {
  const { db } = server.instance.foundation;
  const findUserPage = createUserPages({ db, sizes });
  await fc.assert(
    fc.asyncProperty(queries, async ({ filter, order, page, pageSize }) => {
      const whole = await findFewUserIds(db, filter, order, {
        offset: 0,
        limit: large,
        upTo: large,
      });
      const from = (page - 1) * pageSize;
      expect(await findUserPage(filter, order, page, pageSize)).toEqual({
        total: whole?.total,
        ids: whole?.ids.slice(from, from + pageSize),
      });
    }),
    { numRuns: 120 },
  );
});

it('leaves out users who no longer match, however the page was found', async () => {
  const { db } = server.instance.foundation;
  const findUserPage = createUserPages({ db, sizes: { ...one, anchoredWhole: large } });
  const filter = { scope: everybody, status: ['invited' as const] };
  const order = { by: 'name', isAscending: true } as const;
  const { ids } = await findUserPage(filter, order, 3, 10);
  const [blocked, deleted, ...others] = ids;
  const change = (id: string | undefined) => db.updateTable('users').where('id', '=', id ?? '');
  await change(blocked).set({ status: 'blocked' }).execute();
  await change(deleted).set({ deleted_at: new Date() }).execute();
  const again = await findUserPage(filter, order, 3, 10);
  const rows = await findUserRows(db, filter, again.ids);
  expect(rows.map((row) => row.id)).toEqual(others);
});

it('finds again what is quickly found, and shares what took long', async () => {
  const { db } = server.instance.foundation;
  const filter = { scope: everybody, search: 'meer' };
  const order = { by: 'name', isAscending: true } as const;
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    for (const [tookMs, laterMs, timesFound] of [
      [0, 1, 2],
      [30, 260, 1],
      [30, 280, 2],
    ] as const) {
      let found = 0;
      const countFew: typeof findFewUserIds = async (...given) => {
        found += 1;
        const answer = await findFewUserIds(...given);
        vi.advanceTimersByTime(tookMs);
        return answer;
      };
      const findUserPage = createUserPages({
        db,
        queries: { ...usualQueries, findFewUserIds: countFew },
      });
      await findUserPage(filter, order, 1, 10);
      vi.advanceTimersByTime(laterMs);
      await findUserPage(filter, order, 2, 10);
      expect(found, `${tookMs} ms, asked again ${laterMs} ms later`).toBe(timesFound);
    }
  } finally {
    vi.useRealTimers();
  }
});

it('shares a walk from an anchor, and renews it in the background where it took long', async () => {
  const { db } = server.instance.foundation;
  const filter = { scope: everybody };
  const order = { by: 'name', isAscending: true } as const;
  let walks = 0;
  const slowWalk: typeof listUserIdsFrom = async (...given) => {
    walks += 1;
    const ids = await listUserIdsFrom(...given);
    vi.advanceTimersByTime(30);
    return ids;
  };
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const findUserPage = createUserPages({
      db,
      sizes: one,
      queries: { ...usualQueries, listUserIdsFrom: slowWalk },
    });
    const ask = () => findUserPage(filter, order, 5, 10);
    const [first, ...others] = await Promise.all([ask(), ask(), ask(), ask()]);
    expect(first.ids).toHaveLength(10);
    expect(others).toEqual([first, first, first]);
    expect(walks, 'all who ask at once').toBe(1);
    vi.advanceTimersByTime(260);
    await ask();
    expect(walks, 'within ten times its duration').toBe(1);
    vi.advanceTimersByTime(20);
    expect(await ask(), 'answered by the last walk').toEqual(first);
    expect(walks, 'while the next one is under way').toBe(2);
    await findUserPage(filter, order, 6, 10);
    expect(walks, 'another page').toBe(3);
  } finally {
    vi.useRealTimers();
  }
});

it('walks no way again that led too short a moment ago, but does after it', async () => {
  const { db } = server.instance.foundation;
  let walks = 0;
  const countWalk: typeof listUserIdsNearEnd = (...given) => {
    walks += 1;
    return listUserIdsNearEnd(...given);
  };
  // The cache takes a beginning at 0 for none.
  vi.useFakeTimers({ toFake: ['performance'] }).advanceTimersByTime(1);
  try {
    const sizes = { ...one, nearEnd: large, walkedInIndex: 20 };
    const findUserPage = createUserPages({
      db,
      sizes,
      queries: { ...usualQueries, listUserIdsNearEnd: countWalk },
    });
    const filter = { scope: everybody, country: { oneOf: ['Nepal'] } };
    const order = { by: 'createdAt', isAscending: true } as const;
    const walksFor = async (page: number, pageSize: number) => {
      const before = walks;
      const { ids } = await findUserPage(filter, order, page, pageSize);
      expect(ids).toHaveLength(pageSize);
      return walks - before;
    };
    expect(await walksFor(1, 2)).toBe(1);
    expect(await walksFor(4, 10), 'too far').toBe(1);
    expect(await walksFor(4, 10), 'known to be too far').toBe(0);
    expect(await walksFor(1, 2), 'nearer').toBe(1);
    vi.advanceTimersByTime(10_001);
    expect(await walksFor(4, 10), 'long ago').toBe(1);
  } finally {
    vi.useRealTimers();
  }
});
