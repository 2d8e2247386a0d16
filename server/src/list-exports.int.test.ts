import { setTimeout as delay } from 'node:timers/promises';
import { type AuditAction, buildUrl, endpoints, type Permission } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { createExportList } from './platform/export/export-list.ts';
import type { SessionCaller } from './platform/http/caller.ts';
import { editUsers } from './testing/edit-users.ts';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';
import type { TestClient } from './testing/test-client.ts';

const { listExports, users, videos, storage, groups, logs, security } = endpoints;

/**
 * Rows for each list, besides those that exist anyway: more than one page of an export, and not a
 * round number.
 */
const many = 1204;
/** Of entries in the audit log, whose files are the largest. */
const manyEntries = 5004;
/** Of these, those that belong to Pune. */
const few = 7;
const permissions: Permission[] = [
  ...(['users.read', 'users.export', 'videos.write'] as const),
  ...(['security.read', 'performance.read'] as const),
];

let server: TestServer;
let root: TestClient;
/** Sees Pune only. */
let scoped: TestClient & { readonly userId: string };

beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
  const { edit } = editUsers(server, root);
  const [here, there] = [await server.newUser(), await server.newUser()];
  await edit(here.userId, { name: 'Asha', district: 'Pune' });
  await edit(there.userId, { name: 'Ravi', district: 'Nashik' });
  scoped = await server.newUser('ADMIN');
  const adminScope = { level: 'district' as const, values: ['Pune'] };
  const body = { permissions, adminScope };
  await root.call(users.setPermissions, { params: { id: scoped.userId }, body });
  await seed(here.userId, there.userId);
});
afterAll(() => server.stop());

/** Rows whose moments differ by less than a `Date` can tell, three of each. */
async function seed(here: string, there: string): Promise<void> {
  const { db } = server.instance.foundation;
  const moment = sql`now() - (n / 3) * interval '1 microsecond'`;
  const rows = sql`generate_series(1, ${many}) AS n`;
  const isHere = sql`n <= ${few}`;
  const userId = sql`CASE WHEN ${isHere} THEN ${here}::uuid ELSE ${there}::uuid END`;
  const statements = [
    sql`INSERT INTO users (id, name, contact_number, country_code, user_type, status, kendra_type,
        district, login_count, last_login_at, created_at, updated_at)
      SELECT gen_random_uuid(), 'Learner ' || n, '+9197' || lpad(n::text, 8, '0'), '+91', 'LEARNER',
        'invited', CASE n % 3 WHEN 0 THEN NULL WHEN 1 THEN 'urban' ELSE 'rural' END,
        CASE WHEN n <= ${few - 2} THEN 'Pune' ELSE 'Nashik' END, n % 7,
        CASE WHEN n % 5 = 0 THEN NULL ELSE ${moment} END, ${moment}, now()
      FROM ${rows}`,
    sql`INSERT INTO videos (id, title, description, status, published, publish_when_ready,
        category, duration_seconds, for_everyone, districts, created_by, created_at, updated_at)
      SELECT gen_random_uuid(), 'Video ' || n, '', 'empty', false, false,
        CASE n % 3 WHEN 0 THEN NULL WHEN 1 THEN 'optics' ELSE 'heat' END, n % 11, false,
        ARRAY[CASE WHEN ${isHere} THEN 'Pune' ELSE 'Nashik' END], ${there}::uuid, ${moment}, now()
      FROM ${rows}`,
    sql`INSERT INTO stored_media (video_id, media_bytes, poster_bytes, objects, measured_at)
      SELECT id, duration_seconds * 1000.5, 1, 1, now() FROM videos`,
    sql`INSERT INTO user_groups (id, name, created_at)
      SELECT gen_random_uuid(), 'Group ' || n, now() FROM ${rows}`,
    sql`INSERT INTO user_group_members (group_id, user_id)
      SELECT id, ${userId} FROM (SELECT id, row_number() OVER () AS n FROM user_groups) AS g`,
    sql`INSERT INTO security_incidents (id, client_id, user_id, received_at, occurred_at, type,
        severity, confidence, is_violation, message, warning_count, url, metadata, session_id,
        device_id, address, user_agent)
      SELECT gen_random_uuid(), gen_random_uuid(), ${userId}, ${moment}, now(), 'window_blurred',
        CASE WHEN n % 2 = 0 THEN 'low' ELSE 'high' END, 'high', false, '=1+1', 0, '/', '{}',
        gen_random_uuid(), 'd', 'a', 'u'
      FROM ${rows}`,
    sql`INSERT INTO video_terminations (id, user_id, video_id, violations, terminated_at, lifted_at)
      SELECT gen_random_uuid(), ${userId}, id, 3, ${moment}, CASE WHEN n % 2 = 0 THEN now() END
      FROM (SELECT id, row_number() OVER () AS n FROM videos) AS v`,
    sql`INSERT INTO playback_sessions (id, session_id, device_id, user_id, video_id, code,
        opened_at, started_at, expires_at, ended_at)
      SELECT gen_random_uuid(), s.id, 'd', s.user_id, v.id, 'CODE' || n, ${moment}, now(), now(),
        now()
      FROM (SELECT id, row_number() OVER () AS n FROM videos) AS v
        JOIN sessions AS s ON s.user_id = ${userId}`,
    sql`INSERT INTO client_errors (id, received_at, happened_at, level, category, operation, message,
        user_message, metadata, resolved, acknowledged_by_user, user_id, session_id, address,
        user_agent, client_version)
      SELECT gen_random_uuid(), ${moment}, now(), CASE WHEN n % 2 = 0 THEN 'WARN' ELSE 'ERROR' END,
        'script', 'o', 'm', '', '{}', false, false, ${userId}, gen_random_uuid(), 'a', 'u', '0'
      FROM ${rows}`,
    sql`INSERT INTO admin_audit (id, at, action, actor_name, subject_name, before, after, address)
      SELECT gen_random_uuid(), ${moment}, CASE WHEN n % 2 = 0 THEN 'user.block' ELSE 'user.unblock' END,
        'Root', 'Asha', '{}',
        -- More than lies between a server and a reader who reads nothing.
        CASE WHEN n % 2 = 0 THEN '{}'::jsonb ELSE jsonb_build_object('reason', repeat('x', 40000)) END,
        'a'
      FROM generate_series(1, ${manyEntries}) AS n`,
  ];
  for (const statement of statements) await statement.execute(db);
  // The database does so itself, soon.
  await sql`ANALYZE users, user_groups, user_group_members, videos`.execute(db);
}

interface Row {
  readonly id: string;
}
interface Listed {
  readonly name: string;
  readonly action: AuditAction;
  /** Of the export, which drops them for the list. */
  readonly filters: readonly object[];
  export(client: TestClient, query: object): Promise<Uint8Array>;
  page(
    client: TestClient,
    query: object,
    page: number,
  ): Promise<{ readonly total: number; readonly items: readonly Row[] }>;
}

const paged = (page: number) => ({ page, limit: 100 });
const lists: readonly Listed[] = [
  {
    name: 'users',
    action: 'user.export',
    filters: [
      { search: 'Learner 10' },
      { kendraType: 'urban', sortBy: 'kendraType', sortOrder: 'asc' },
      ...['name', 'kendraType', 'loginCount', 'lastLoginAt'].flatMap((sortBy) => [
        { sortBy, sortOrder: 'asc' },
        { sortBy, sortOrder: 'desc' },
      ]),
    ],
    export: (client, query) => client.call(users.exportAll, { query }),
    async page(client, query, page) {
      const listed = await client.call(users.list, { query: { ...query, ...paged(page) } });
      return { ...listed, items: listed.items.map(({ contactNumber: id }) => ({ id })) };
    },
  },
  {
    name: 'videos',
    action: 'video.export',
    filters: [
      { category: 'optics' },
      { search: 'Video 10' },
      ...['title', 'category', 'durationSeconds', 'createdAt'].flatMap((sortBy) => [
        { sortBy, sortOrder: 'asc' },
        { sortBy, sortOrder: 'desc' },
      ]),
    ],
    export: (client, query) => client.call(listExports.videos, { query }),
    page: (client, query, page) =>
      client.call(videos.listManaged, { query: { ...query, ...paged(page) } }),
  },
  {
    name: 'stored videos',
    action: 'stored-video.export',
    filters: [],
    export: (client, query) => client.call(listExports.storedVideos, { query }),
    async page(client, query, page) {
      const listed = await client.call(storage.videos, { query: { ...query, ...paged(page) } });
      return { ...listed, items: listed.items.map(({ videoId: id }) => ({ id })) };
    },
  },
  {
    name: 'groups',
    action: 'user-group.export',
    filters: [{ search: 'Group 10' }],
    export: (client, query) => client.call(listExports.groups, { query }),
    page: (client, query, page) =>
      client.call(groups.list, { query: { ...query, ...paged(page) } }),
  },
  {
    name: 'incidents',
    action: 'incident.export',
    filters: [
      { severity: 'low' },
      { search: 'Asha' },
      ...['receivedAt', 'user', 'type', 'severity'].flatMap((sortBy) => [
        { sortBy, sortOrder: 'asc' },
        { sortBy, sortOrder: 'desc' },
      ]),
    ],
    export: (client, query) => client.call(listExports.incidents, { query }),
    page: (client, query, page) =>
      client.call(security.incidents, {
        query: { ...query, limit: 100, offset: (page - 1) * 100 },
      }),
  },
  {
    name: 'terminations',
    action: 'termination.export',
    filters: [{ state: 'active' }, { search: 'Asha' }],
    export: (client, query) => client.call(listExports.terminations, { query }),
    page: (client, query, page) =>
      client.call(security.terminations, { query: { ...query, ...paged(page) } }),
  },
  {
    name: 'playbacks',
    action: 'playback.export',
    filters: [{ search: 'Asha' }],
    export: (client, query) => client.call(listExports.playbacks, { query }),
    page: (client, query, page) =>
      client.call(security.playbacks, { query: { ...query, ...paged(page) } }),
  },
  {
    name: 'errors of browsers',
    action: 'client-error.export',
    filters: [{ level: 'WARN' }],
    export: (client, query) => client.call(listExports.clientErrors, { query }),
    page: (client, query, page) =>
      client.call(logs.clientErrors, { query: { ...query, ...paged(page) } }),
  },
];

const exportedRow = z.union([
  z.object({ id: z.string() }),
  z.pipe(
    z.object({ videoId: z.string() }),
    z.transform(({ videoId: id }) => ({ id })),
  ),
  z.pipe(
    z.object({ contactNumber: z.string() }),
    z.transform(({ contactNumber: id }) => ({ id })),
  ),
]);

async function exportedIds(list: Listed, client: TestClient, query: object): Promise<string[]> {
  const file = await list.export(client, { ...query, format: 'json' });
  const rows = z.parse(z.array(exportedRow), JSON.parse(new TextDecoder().decode(file)));
  return rows.map(({ id }) => id);
}

const idsOf = ({ items }: { readonly items: readonly Row[] }) => items.map(({ id }) => id);

describe.each(lists)('the export of $name', (list) => {
  it('holds the list whole, each row once, in its order', async () => {
    const ids = await exportedIds(list, root, {});
    const { total, items } = await list.page(root, {}, 1);
    expect(ids).toHaveLength(total);
    expect(total).toBeGreaterThanOrEqual(many);
    expect(new Set(ids).size).toBe(total);
    expect(ids.slice(0, 100)).toEqual(idsOf({ items }));
    // Where one page ends and the next begins.
    expect(ids.slice(900, 1100)).toEqual([
      ...idsOf(await list.page(root, {}, 10)),
      ...idsOf(await list.page(root, {}, 11)),
    ]);
  });

  it.each(list.filters)('goes by the filters and the order of the list: %j', async (query) => {
    const ids = await exportedIds(list, root, query);
    const first = await list.page(root, query, 1);
    expect(ids).toHaveLength(first.total);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.slice(0, 100)).toEqual(idsOf(first));
    const last = Math.ceil(first.total / 100);
    expect(ids.slice((last - 1) * 100)).toEqual(idsOf(await list.page(root, query, last)));
  });

  it('contains what its caller may see, and nothing else', async () => {
    const ids = await exportedIds(list, scoped, {});
    expect(ids).toHaveLength(few);
    expect(ids).toEqual(idsOf(await list.page(scoped, {}, 1)));
  });

  it('leaves an entry in the audit log, without what was searched for', async () => {
    await list.export(root, { search: '9876543210', format: 'csv' });
    const { items } = await root.call(users.auditLog, { query: { action: list.action, limit: 1 } });
    expect(items[0]).toMatchObject({ subjectName: 'csv', before: {} });
    expect(items[0]?.after).toEqual({ format: 'csv', isSearch: true });
  });

  it('is recorded with the number of its rows', async () => {
    const ids = await exportedIds(list, scoped, {});
    const { rows } = await sql<{ data: unknown; address: string | null }>`
      SELECT data, address FROM events WHERE name = 'list.exported' AND user_id = ${scoped.userId}
      ORDER BY transaction_id DESC LIMIT 1`.execute(server.instance.foundation.db);
    expect(rows).toMatchObject([
      { data: { byUserId: scoped.userId, rows: ids.length }, address: '127.0.0.1' },
    ]);
  });
});

describe('the export of the audit log', () => {
  it('holds what matches, itself on top', async () => {
    const query = { format: 'json', action: 'user.block' } as const;
    const file = await root.call(listExports.auditLog, { query });
    const rows = z.parse(z.array(exportedRow), JSON.parse(new TextDecoder().decode(file)));
    const { total, items } = await root.call(users.auditLog, {
      query: { action: 'user.block', limit: 100 },
    });
    expect(rows).toHaveLength(total);
    expect(total).toBe(manyEntries / 2);
    expect(rows.slice(0, 100).map(({ id }) => id)).toEqual(idsOf({ items }));
    const acts = await root.call(users.auditLog, { query: { limit: 1 } });
    expect(acts.items[0]).toMatchObject({
      action: 'audit-log.export',
      after: { action: 'user.block', format: 'json', isSearch: false },
    });
  });

  it('keeps no transaction for a slow reader, and ends when the reader disconnects', async () => {
    const {
      db,
      pool: { connections },
    } = server.instance.foundation;
    const reads = vi.spyOn(db, 'selectFrom');
    const pagesRead = () => reads.mock.calls.filter(([table]) => table === 'admin_audit').length;
    const url = buildUrl(server.origin, listExports.auditLog, { query: { format: 'json' } });
    const headers = await root.headersFor('GET', url);
    const going = new AbortController();
    const answer = await fetch(url, { headers, signal: going.signal });
    expect(answer.status).toBe(200);
    await answer.body?.getReader().read();
    let before = -1;
    // Until all room between the two is full.
    await vi.waitFor(async () => {
      const now = pagesRead();
      // A page that takes long is no stillness.
      const isStill = now === before && connections.idleCount === connections.totalCount;
      before = now;
      await delay(200);
      expect(isStill).toBe(true);
    }, 30_000);
    expect(before).toBeLessThan(manyEntries / 1000);
    const open = await sql<{ count: number }>`SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
        AND application_name = 'prahari'`.execute(db);
    expect(open.rows[0]?.count).toBe(0);
    going.abort();
    await delay(500);
    expect(pagesRead()).toBeLessThanOrEqual(before + 1);
    reads.mockRestore();
  });
});

it('ends at the page where the permission is gone', async () => {
  const { db, clock } = server.instance.foundation;
  const exportList = createExportList({ db, clock, nameOf: async () => 'Asha' });
  let asked = 0;
  const callerNow = async (): Promise<SessionCaller> => {
    asked += 1;
    if (asked > 3) throw new Error('no longer');
    return {
      userId: scoped.userId,
      userType: 'ADMIN',
      permissions,
      adminScope: { level: 'global' },
      mustEnrolSecondFactor: false,
      sessionId: scoped.userId,
      deviceId: 'd',
      tokenExpiresAt: clock.now(),
      isBound: false,
    };
  };
  const file = await exportList(
    {
      callerNow,
      request: { ip: '::1' },
      reply: { header: () => undefined },
      query: { format: 'csv' },
    },
    {
      name: 'numbers',
      action: 'video.export',
      columns: [['number', (number: number) => number]],
      read: async (_, { limit }) => ({
        items: Array.from({ length: limit }, (_, at) => at),
        last: { id: scoped.userId, key: null },
      }),
    },
  );
  let lines = 0;
  const readAll = async () => {
    for await (const chunk of file) lines += String(chunk).split('\n').length - 1;
  };
  await expect(readAll()).rejects.toThrow('no longer');
  expect(lines).toBe(2001);
});

it('has texts that no spreadsheet runs, and workbooks that are some', async () => {
  const csv = await root.call(listExports.incidents, { query: { format: 'csv', severity: 'low' } });
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(csv);
  const [header = '', first = ''] = text.split('\r\n');
  expect(header).toMatch(/^\uFEFFid,receivedAt,/);
  expect(first).toContain(",'=1+1,");
  expect(text.split('\r\n')).toHaveLength(many / 2 + 2);
  const xlsx = await root.call(listExports.incidents, { query: { format: 'xlsx' } });
  expect(new TextDecoder('latin1').decode(xlsx.slice(0, 2))).toBe('PK');
});
