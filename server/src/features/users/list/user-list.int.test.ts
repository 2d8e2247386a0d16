import { buildUrl, type CallInput, endpoints, type ManagedUser } from '@prahari/contract';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { type Actor, isInScope } from '../users.policy.ts';
import { findPlacesWith } from './user-filter.repository.ts';
import { findFewUserIds } from './user-list.repository.ts';

const sortKeys = [
  ...['name', 'contactNumber', 'userType', 'status', 'kendraType'],
  ...['country', 'district', 'loginCount', 'createdAt', 'lastLoginAt'],
] as const satisfies readonly (keyof ManagedUser)[];
const userStatuses = ['invited', 'active', 'blocked'] as const;
const countries = ['India', 'Nepal', null];
const districts = ['Pune', 'Nashik', 'Thane', 'PUNE 50% (a_b\\c)', 'अलीगढ़', null];
const kendraTypes = ['urban', 'rural', null];
const names = ['Asha', 'asha', 'Ravi', 'RAVINDRA', 'Meera', 'Élodie', 'आशा', '50%', 'a_b'];

let server: TestServer;
let admins: readonly { client: TestClient; actor: Actor }[];
let model: readonly ManagedUser[];

beforeAll(async () => {
  server = await startTestServer();
  const root = await server.superAdmin();
  const { db } = server.instance.foundation;
  const pick = <T>(values: readonly T[], at: number): T => values[at % values.length] as T;
  const rows = Array.from({ length: 60 }, (_, at) => ({
    id: uuidv7(),
    name: pick(names, at * 7),
    contact_number: `+9197${String((at * 7919) % 100_000_000).padStart(8, '0')}`,
    country_code: '+91',
    user_type: at % 13 === 0 ? ('ADMIN' as const) : ('LEARNER' as const),
    status: pick(userStatuses, at * 5),
    kendra_type: pick(kendraTypes, at),
    country: pick(countries, at * 5 + 1),
    district: pick(districts, at * 5),
    login_count: at % 4,
    last_login_at: at % 3 === 0 ? null : new Date(1_700_000_000_000 + (at % 5) * 1000),
    created_at: new Date(1_690_000_000_000 + (at % 6) * 1000),
    updated_at: new Date(1_690_000_000_000),
    deleted_at: at % 17 === 5 ? new Date() : null,
  }));
  await db.insertInto('users').values(rows).execute();
  const scoped = await server.newUser('ADMIN');
  const adminScope = { level: 'district' as const, values: ['Pune', 'Thane'] };
  await root.call(endpoints.users.setPermissions, {
    params: { id: scoped.userId },
    body: { permissions: ['users.read'], adminScope },
  });
  const global = await server.newUser('ADMIN');
  const globalScope = { level: 'global' as const };
  admins = [
    { client: root, actor: { userId: null, userType: 'SUPER_ADMIN' } },
    { client: scoped, actor: { userId: scoped.userId, userType: 'ADMIN', adminScope } },
    {
      client: global,
      actor: { userId: global.userId, userType: 'ADMIN', adminScope: globalScope },
    },
  ];
  const stored = await db.selectFrom('users').selectAll().where('deleted_at', 'is', null).execute();
  model = stored.map((row) => ({
    id: row.id,
    name: row.name,
    contactNumber: row.contact_number,
    countryCode: row.country_code,
    userType: row.user_type,
    status: row.status,
    kendraType: row.kendra_type,
    country: row.country,
    district: row.district,
    email: row.email,
    loginCount: row.login_count,
    deviceId: null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
  }));
});
afterAll(() => server.stop());

type Query = NonNullable<CallInput<typeof endpoints.users.list>['query']>;

const folded = (text: string) => text.normalize('NFC').toLowerCase();

const isWithin = (at: string | null, from?: string, to?: string) =>
  (from === undefined || (at !== null && at >= from)) &&
  (to === undefined || (at !== null && at <= to));

/** The list as plain reading of the specification has it. */
function expected(actor: Actor, query: Query): readonly ManagedUser[] {
  const { search, sortBy = 'createdAt', sortOrder = 'desc' } = query;
  const isWanted = (user: ManagedUser) =>
    isInScope(actor, user) &&
    (['kendraType', 'country', 'district'] as const).every(
      (field) => !query[field] || folded(user[field] ?? '').includes(folded(query[field])),
    ) &&
    (['status', 'userType'] as const).every(
      (field) => query[field] === undefined || [query[field]].flat().includes(user[field]),
    ) &&
    isWithin(user.createdAt, query.createdFrom, query.createdTo) &&
    isWithin(user.lastLoginAt, query.lastLoginFrom, query.lastLoginTo) &&
    (query.loginCount === undefined || user.loginCount === Number(query.loginCount)) &&
    (!search || `${user.name}\n${user.contactNumber}`.toLowerCase().includes(search.toLowerCase()));
  const keyOf = (user: ManagedUser) => {
    const value = user[sortBy];
    return sortBy === 'name' ? String(value).toLowerCase() : value;
  };
  const sign = sortOrder === 'asc' ? 1 : -1;
  return model.filter(isWanted).toSorted((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if (left === right) return sign * (a.id < b.id ? -1 : 1);
    if (left === null) return 1;
    if (right === null) return -1;
    return sign * (left < right ? -1 : 1);
  });
}

const some = <T>(values: readonly (T | null)[]) =>
  fc.option(fc.constantFrom(...values.filter((value) => value !== null)), {
    nil: undefined,
    freq: 4,
  });
const queries = fc.record({
  page: fc.integer({ min: 1, max: 8 }),
  limit: fc.constantFrom(7, 10, 25, 100),
  sortBy: fc.constantFrom(...sortKeys),
  sortOrder: fc.constantFrom('asc' as const, 'desc' as const),
  country: some(['India', 'ndi', 'NEPAL', 'p', '%', '']),
  district: some([
    'Pune',
    'pun',
    'AS',
    'e',
    '%',
    '_',
    '\\',
    '0% (A_',
    'लीग',
    'गढ\u093c',
    'zzz',
    '',
  ]),
  kendraType: some(['urban', 'RURAL', 'r', 'tribal']),
  status: fc.constantFrom<Query['status']>(...userStatuses, ['invited', 'blocked'], undefined),
  userType: fc.constantFrom<Query['userType']>('LEARNER', ['ADMIN', 'SUPER_ADMIN'], undefined),
  createdFrom: some(
    [1, 4].map((second) => new Date(1_690_000_000_000 + second * 1000).toISOString()),
  ),
  createdTo: some(
    [2, 5].map((second) => new Date(1_690_000_000_000 + second * 1000).toISOString()),
  ),
  lastLoginFrom: some([new Date(1_700_000_002_000).toISOString()]),
  lastLoginTo: some([new Date(1_700_000_003_000).toISOString()]),
  loginCount: some(['0', '3', '999999999']),
  search: some(['ash', 'AVI', 'a', '%', '_', '50%', '+9197', '0079', 'आशा', 'éLO', '\\', 'zzz']),
});
/** Few filters, so that most answers have several pages. */
const thinned = fc
  .tuple(
    queries,
    fc.subarray(
      [
        ...(['country', 'district', 'kendraType', 'status', 'userType', 'search'] as const),
        ...(['createdFrom', 'createdTo', 'lastLoginFrom', 'lastLoginTo', 'loginCount'] as const),
      ],
      { maxLength: 3 },
    ),
  )
  .map(([query, kept]) => {
    const { page, limit, sortBy, sortOrder } = query;
    const filters = Object.fromEntries(
      kept.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
    );
    return { page, limit, sortBy, sortOrder, ...filters };
  });

it('filters, sorts, pages and counts as a plain reading does, for every caller', async () => {
  await fc.assert(
    fc.asyncProperty(thinned, fc.integer({ min: 0, max: 2 }), async (query, who) => {
      const admin = admins[who];
      if (!admin) throw new Error('nobody to ask');
      const answer = await admin.client.call(endpoints.users.list, { query });
      const all = expected(admin.actor, query);
      const from = (query.page - 1) * query.limit;
      expect(answer.total).toBe(all.length);
      expect(answer.items.map(({ deviceId: _, ...user }) => user)).toEqual(
        all.slice(from, from + query.limit).map(({ deviceId: _, ...user }) => user),
      );
    }),
    { numRuns: 250 },
  );
});

it('has each order and each end of it in the same list, empty values last', async () => {
  const root = await server.superAdmin();
  const actor = { userId: null, userType: 'SUPER_ADMIN' } as const;
  for (const sortBy of sortKeys) {
    for (const sortOrder of ['asc', 'desc'] as const) {
      const found: string[] = [];
      for (let page = 1; found.length < model.length; page += 1) {
        const query = { page, limit: 10, sortBy, sortOrder };
        const { items } = await root.call(endpoints.users.listPlain, { query });
        if (items.length === 0) break;
        found.push(...items.map((user) => user.id));
      }
      const wanted = expected(actor, { sortBy, sortOrder }).map((user) => user.id);
      expect(found, `${sortBy} ${sortOrder}`).toEqual(wanted);
    }
  }
});

it('finds a number however it is typed, and treats hostile searches as text', async () => {
  const root = await server.superAdmin();
  const user = await server.newUser();
  const { contactNumber } = user;
  const national = contactNumber.slice(3);
  for (const search of [
    contactNumber,
    `${national.slice(0, 5)} ${national.slice(5)}`,
    `+91 ${national.slice(0, 5)}-${national.slice(5)}`,
  ]) {
    const { items } = await root.call(endpoints.users.list, { query: { search } });
    expect(items.map((item) => item.id)).toEqual([user.userId]);
  }
  for (const search of ["'; DROP TABLE users; --", '\u0001x\u0002yz', '%%%', '{"a":1}']) {
    const { total } = await root.call(endpoints.users.list, { query: { search } });
    expect(total).toBe(0);
  }
});

describe('a text filter', () => {
  const found = async (query: Query) => {
    const root = await server.superAdmin();
    const { items } = await root.call(endpoints.users.list, { query: { ...query, limit: 100 } });
    return new Set(items.map((user) => user.district));
  };
  const odd = 'PUNE 50% (a_b\\c)';

  it.each<[string, string, (string | null)[]]>([
    ['a part', 'ashi', ['Nashik']],
    ['a part in another case', 'pUNe', ['Pune', odd]],
    ['%', '%', [odd]],
    ['_', '_', [odd]],
    ['\\', '\\', [odd]],
    ['what would be a pattern', 'P%E', []],
    ['a part of a word in Hindi', 'लीग', ['अलीगढ़']],
    ['a letter that Unicode writes otherwise, too', 'अलीग\u095d', ['अलीगढ़']],
    ['nothing but spaces around it', '  Thane ', ['Thane']],
    ['SQL', "' OR true --", []],
    ['nothing, which filters nothing', ' ', districts],
  ])('finds %s', async (_, district, wanted) => {
    expect(await found({ district })).toEqual(new Set(wanted));
  });

  it.each(['x'.repeat(101), 'a\0b'])('refuses %j with the envelope', async (district) => {
    await expect(found({ district })).rejects.toMatchObject({
      status: 400,
      type: 'ValidationError',
      code: 'INVALID_VALUE',
    });
  });

  it('shows an administrator no more than before', async () => {
    const [, scoped] = admins;
    const query = { district: 'un', limit: 100 };
    const answer = await scoped?.client.call(endpoints.users.list, { query });
    expect(answer?.total).toBeGreaterThan(0);
    // One of Thane would not match; one of the odd place would, and is out of scope.
    expect(new Set(answer?.items.map((user) => user.district))).toEqual(new Set(['Pune']));
  });

  it('is the same where there are too many places to name them', async () => {
    const { db } = server.instance.foundation;
    const idsOf = async (sizes?: { walked: number; taken: number }) => {
      const district = await findPlacesWith(db, 'district', 'e', sizes);
      const filter = { scope: { sees: 'everybody' as const }, district };
      const order = { by: 'name' as const, isAscending: true };
      const all = await findFewUserIds(db, filter, order, { offset: 0, limit: 100, upTo: 100 });
      return { isNamed: 'oneOf' in district, ids: all?.ids };
    };
    const { ids } = await idsOf();
    expect(ids?.length).toBeGreaterThan(0);
    expect(await idsOf({ walked: 5, taken: 3 })).toEqual({ isNamed: true, ids });
    expect(await idsOf({ walked: 4, taken: 3 })).toEqual({ isNamed: false, ids });
    expect(await idsOf({ walked: 5, taken: 2 })).toEqual({ isNamed: false, ids });
  });
});

it.each<[string, string]>([
  ['status', 'status=gone'],
  ['one status of two', 'status=active&status=gone'],
  ['more than there are', 'userType=ADMIN&userType=ADMIN&userType=ADMIN&userType=ADMIN'],
  ['a day without a time', 'createdFrom=2026-02-01'],
  ['a day that is none', 'createdTo=2026-02-30T00:00:00Z'],
  ['two moments', 'lastLoginTo=2026-02-01T00:00:00Z&lastLoginTo=2026-02-01T00:00:00Z'],
  ['a number below zero', 'loginCount=-1'],
  ['a number beyond the column', 'loginCount=9999999999'],
  ['a broken number', 'loginCount=1.5'],
  ['hexadecimal', 'loginCount=0x1'],
  ['no number', 'loginCount='],
])('refuses %s with the envelope', async (_, query) => {
  const root = await server.superAdmin();
  await root.call(endpoints.users.list, {});
  const url = buildUrl(server.origin, endpoints.users.list, {});
  const answer = await fetch(`${url}?${query}`, { headers: await root.headersFor('GET', url) });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { type: 'ValidationError' } });
});

it('accepts the page number of the last of a million users, and refuses absurd ones', async () => {
  const root = await server.superAdmin();
  const query = { page: 100_000, limit: 10 };
  expect(await root.call(endpoints.users.list, { query })).toMatchObject({
    items: [],
    total: expect.any(Number),
  });
  const beyond = { page: 1_000_001, limit: 10 };
  await expect(root.call(endpoints.users.list, { query: beyond })).rejects.toMatchObject({
    status: 400,
  });
});
