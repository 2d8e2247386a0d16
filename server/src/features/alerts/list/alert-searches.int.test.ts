import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, openTestDatabase } from '../../../platform/testing/test-database.ts';
import { deletePastAlerts } from '../life-cycle/alert-life.repository.ts';
import { countAlerts } from './alert-counts.repository.ts';
import { findAlertPage } from './alert-list.repository.ts';
import { planSearch, walkSearch } from './alert-search.repository.ts';

const minuteMs = 60_000;
const order = { sortBy: 'lastSeenAt', sortOrder: 'desc' } as const;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: ReturnType<typeof openTestDatabase>['db'];
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  ({ db } = openTestDatabase(database.connectionString, 2));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

interface Planted {
  readonly title?: string;
  readonly message?: string;
  readonly address?: string;
  readonly userId?: string;
  readonly atMs?: number;
  readonly isTest?: boolean;
}

async function plant(all: readonly Planted[]): Promise<string[]> {
  const rows = all.map(({ title, message, address, userId, atMs, isTest }) => {
    const at = new Date(atMs ?? Date.now());
    return {
      id: randomUUID(),
      subject_kind: 'user' as const,
      subject_key: randomUUID(),
      title: title ?? 'Many failed sign-ins',
      category: 'brute_force' as const,
      severity: 'high' as const,
      message: message ?? 'Sign-ins failed 30 times within 5 minutes.',
      first_seen_at: at,
      last_seen_at: at,
      created_at: at,
      updated_at: at,
      user_id: userId ?? null,
      address: address ?? null,
      is_test: isTest ?? false,
    };
  });
  if (rows.length > 0) await db.insertInto('alerts').values(rows).execute();
  return rows.map(({ id }) => id);
}

/** A random word without digits. */
const letters = () =>
  randomUUID().replace(/[\d-]/g, (digit) => String.fromCharCode(104 + (Number(digit) || 0)));

async function newUser(name: string): Promise<string> {
  const id = randomUUID();
  const contactNumber = `+91${id.replace(/\D/g, '').padEnd(10, '0').slice(0, 10)}`;
  await sql`INSERT INTO users (id, name, contact_number, country_code, user_type, status, created_at,
      updated_at) VALUES (${id}, ${name}, ${contactNumber}, '+91', 'LEARNER', 'active', now(), now())`.execute(
    db,
  );
  return id;
}

describe('a search', () => {
  it('finds the same by lists of what matches and by walking through the alerts', async () => {
    const [mark, text] = [letters(), letters()];
    const users = [await newUser(`Üma ${mark}`), await newUser(`Zubin ${mark}`)];
    const found = await plant([
      { userId: users[0]!, title: `${text} of one` },
      { userId: users[1]! },
      { title: `Of ${mark.toUpperCase()} and ${text}` },
      { address: '2001:db8::1', message: `Forged by ${mark} 30 times` },
    ]);
    await plant([{}, { userId: await newUser('Meera'), title: `${mark.slice(0, -1)}!` }]);
    const asked = { text: mark, searchesNumbers: false };
    const walked = walkSearch(asked);
    const ways = [
      walked,
      { ...walked, isTextRare: true },
      { ...walked, isNameRare: true },
      { ...walked, isTextRare: true, isNameRare: true },
      { ...walked, isTextRare: true, isNameRare: true, hasFewUsers: true },
    ];
    for (const search of ways) {
      const page = await findAlertPage(db, { scope: null, search }, order, {
        limit: 50,
        offset: 0,
      });
      expect(page.items.map(({ id }) => id).toSorted()).toEqual(found.toSorted());
      expect(page).toMatchObject({ total: found.length, isMore: false });
    }
  });

  it('is answered by lists where little matches', async () => {
    const mark = randomUUID();
    const users = [await newUser(`Asha ${mark}`), await newUser(`Ravi ${mark}`)];
    await plant([{ userId: users[0]!, title: mark }]);
    const asked = { text: mark, searchesNumbers: false };
    const plans = await Promise.all([0, 1, 2].map((most) => planSearch(db, asked, most)));
    expect(plans.map(({ isTextRare, isNameRare }) => [isTextRare, isNameRare])).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ]);
    const short = await planSearch(db, { text: 'a', searchesNumbers: false });
    expect(short).toEqual(walkSearch({ text: 'a', searchesNumbers: false }));
  });

  it('ends where enough was found, and says so', async () => {
    const title = randomUUID();
    const ids = await plant(Array.from({ length: 251 }, (_, i) => ({ title, atMs: i * minuteMs })));
    const search = await planSearch(db, { text: title, searchesNumbers: false });
    const read = (offset: number) =>
      findAlertPage(db, { scope: null, search }, order, { limit: 100, offset });
    const pages = [await read(0), await read(100), await read(200), await read(300)];
    for (const { total, isMore } of pages) expect([total, isMore]).toEqual([250, true]);
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(
      ids.toReversed().slice(0, 250),
    );
    await db.deleteFrom('alerts').where('id', '=', ids[0]!).execute();
    expect(await read(0)).toMatchObject({ total: 250, isMore: false });
  });

  it('follows what an alert says now', async () => {
    const [before, after] = [randomUUID(), randomUUID()];
    const [id] = await plant([{ title: before }]);
    await db.updateTable('alerts').set({ title: after }).where('id', '=', id!).execute();
    const find = async (text: string) => {
      const search = await planSearch(db, { text, searchesNumbers: false });
      const window = { limit: 50, offset: 0 };
      return (await findAlertPage(db, { scope: null, search }, order, window)).items.length;
    };
    expect([await find(before), await find(after)]).toEqual([0, 1]);
  });
});

it('knows how many alerts were raised when, whatever was added and removed', async () => {
  const base = Date.UTC(2026, 0, 1);
  const seconds = 3600;
  const starts = Array.from({ length: 48 }, (_, hour) => new Date(base + hour * 60 * minuteMs));
  const minute = fc.integer({ min: -120, max: 48 * 60 + 120 });
  const step = fc.oneof(
    fc.record({ add: fc.array(fc.record({ minute, isTest: fc.boolean() }), { maxLength: 8 }) }),
    fc.record({ removeBefore: minute, atMost: fc.integer({ min: 1, max: 5 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      await db.deleteFrom('alerts').execute();
      for (const one of steps) {
        if ('add' in one) {
          await plant(
            one.add.map(({ minute: at, isTest }) => ({ atMs: base + at * minuteMs, isTest })),
          );
        } else {
          const before = new Date(base + one.removeBefore * minuteMs);
          await deletePastAlerts(db, { before, now: new Date() }, one.atMost);
        }
      }
      // Later than the first interval begins, as with a range that ends now.
      const since = new Date(base + 30 * minuteMs);
      const rows = await db
        .selectFrom('alerts')
        .select('created_at')
        .where('is_test', '=', false)
        .execute();
      const everybody = {
        visible: db.selectFrom('users').select('id'),
        seesSystem: true,
        few: null,
      };
      for (const scope of [null, everybody]) {
        const asked = { since, isLately: false, intervals: { starts, seconds } };
        const { standing, raised } = await countAlerts(db, scope, asked);
        for (const start of starts) {
          const [from, to] = [start.getTime(), start.getTime() + seconds * 1000];
          const expected = rows.filter(({ created_at: at }) => +at >= from && +at < to).length;
          expect(raised.get(from) ?? 0).toBe(expected);
        }
        const counted = standing.reduce((sum, { count }) => sum + Number(count), 0);
        expect(counted).toBe(rows.filter(({ created_at: at }) => at >= since).length);
      }
      const { count } = await db
        .selectFrom('alerts_raised')
        .select((select) => select.fn.sum<string | null>('count').as('count'))
        .executeTakeFirstOrThrow();
      expect(Number(count)).toBe(rows.length);
    }),
    { numRuns: 25 },
  );
});
