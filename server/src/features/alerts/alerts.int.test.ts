import { randomUUID } from 'node:crypto';
import {
  type Alert,
  type AlertSeverity,
  type AlertStatus,
  type ApiError,
  alertSortKeys,
  buildUrl,
  endpoints,
} from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAlertAdmin } from '../../testing/alert-admin.ts';
import { catchRefusal } from '../../testing/catch-refusal.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import type { TestClient } from '../../testing/test-client.ts';

const { alerts, users, listExports } = endpoints;
const by = 'admin';

let server: TestServer;
let root: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
});
afterAll(() => server.stop());

const db = () => server.instance.foundation.db;
const hourMs = 3_600_000;

interface Planted {
  readonly severity?: AlertSeverity;
  readonly status?: AlertStatus;
  readonly userId?: string | null;
  readonly agoMs?: number;
  readonly title?: string;
  readonly address?: string;
}

/** As the engine leaves one. */
async function plant(given: Planted = {}): Promise<string> {
  const id = randomUUID();
  const at = new Date(Date.now() - (given.agoMs ?? 0));
  await db()
    .insertInto('alerts')
    .values({
      id,
      subject_kind: 'user',
      subject_key: id,
      title: given.title ?? 'Many failed sign-ins',
      category: 'brute_force',
      severity: given.severity ?? 'high',
      status: given.status ?? 'active',
      message: '30 failed sign-ins within 5 minutes',
      first_seen_at: at,
      last_seen_at: at,
      created_at: at,
      updated_at: at,
      user_id: given.userId ?? null,
      address: given.address ?? null,
      metadata: JSON.stringify({ userAgent: 'curl/8', value: 30 }),
    })
    .execute();
  return id;
}

const newAdmin = (district: string | null) => newAlertAdmin(server, root, district);

async function learnerIn(district: string) {
  const learner = await server.newUser();
  await db().updateTable('users').set({ district }).where('id', '=', learner.userId).execute();
  return learner;
}

const acknowledge = (id: string, client = root) =>
  client.call(alerts.acknowledge, { params: { id }, body: { acknowledgedBy: by } });
const resolve = (id: string, client = root) =>
  client.call(alerts.resolve, {
    params: { id },
    body: { resolvedBy: by, resolution: 'Called the learner' },
  });
const dismiss = (id: string, client = root) =>
  client.call(alerts.dismiss, { params: { id }, body: { dismissedBy: by, reason: 'A drill' } });
const reopen = (id: string, client = root) =>
  client.call(alerts.reopen, { params: { id }, body: { reopenedBy: by, reason: 'Again' } });

describe('the life of an alert', () => {
  it('is acknowledged, resolved and reopened, each with a step of who really did it', async () => {
    const id = await plant();
    const { userId } = await root.call(users.profile, {}).then(({ id: own }) => ({ userId: own }));
    const first = await root.call(alerts.acknowledge, {
      params: { id },
      body: { acknowledgedBy: 'somebody else', notes: 'Looking' },
    });
    expect(first).toMatchObject({ status: 'acknowledged', acknowledgedBy: 'somebody else' });
    expect(await resolve(id)).toMatchObject({
      status: 'resolved',
      resolvedBy: by,
      resolution: 'Called the learner',
    });
    const { status, timeline } = await reopen(id);
    expect(status).toBe('active');
    expect(
      timeline.map(({ kind, by: who, claimedBy, note }) => [kind, who?.id, claimedBy, note]),
    ).toEqual([
      ['acknowledged', userId, 'somebody else', 'Looking'],
      ['resolved', userId, by, 'Called the learner'],
      ['reopened', userId, by, 'Again'],
    ]);
  });

  it('is dismissed for a chosen time', async () => {
    const id = await plant();
    const before = Date.now();
    const { status, suppressedUntil } = await root.call(alerts.dismiss, {
      params: { id },
      body: { dismissedBy: by, reason: 'A drill', suppressForMs: hourMs },
    });
    expect(status).toBe('suppressed');
    const silentMs = Date.parse(suppressedUntil ?? '') - before;
    expect(silentMs).toBeGreaterThanOrEqual(hourMs);
    expect(silentMs).toBeLessThan(2 * hourMs);
  });

  it.each<[AlertStatus, typeof resolve, readonly string[]]>([
    ['acknowledged', acknowledge, ['resolve', 'dismiss']],
    ['resolved', acknowledge, ['reopen']],
    ['resolved', resolve, ['reopen']],
    ['resolved', dismiss, ['reopen']],
    ['suppressed', resolve, ['reopen']],
    ['suppressed', dismiss, ['reopen']],
    ['active', reopen, ['acknowledge', 'resolve', 'dismiss']],
    ['acknowledged', reopen, ['resolve', 'dismiss']],
  ])('refuses from %s what is not allowed, naming what is', async (status, move, allowed) => {
    const id = await plant({ status });
    const refusal = await catchRefusal(move(id));
    expect(refusal).toMatchObject({ status: 409, reason: 'alert_state_changed' });
    expect(refusal.details).toMatchObject({ status, allowed });
    expect((await root.call(alerts.get, { params: { id } })).timeline).toEqual([]);
  });

  it('lets one of two administrators win, and tells the other who did what', async () => {
    const id = await plant();
    const [one, two] = [await newAdmin(null), await newAdmin(null)];
    const outcomes = await Promise.allSettled([resolve(id, one), dismiss(id, two)]);
    const won = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(won.length).toBe(1);
    const lost = outcomes.find((one) => one.status === 'rejected')?.reason as ApiError;
    expect(lost.status).toBe(409);
    expect(lost.details).toMatchObject({ by: 'Asha Kumari', at: expect.any(String) });
    expect((await root.call(alerts.get, { params: { id } })).timeline.length).toBe(1);
  });

  it('needs a resolution and a reason, and refuses what is too long', async () => {
    const id = await plant();
    const params = { id };
    const bad = [
      () => root.call(alerts.resolve, { params, body: { resolvedBy: by, resolution: '  ' } }),
      () => root.call(alerts.dismiss, { params, body: { dismissedBy: by, reason: '' } }),
      () =>
        root.call(alerts.dismiss, {
          params,
          body: { dismissedBy: by, reason: 'x', suppressForMs: 1 },
        }),
      () => root.call(alerts.acknowledge, { params, body: { acknowledgedBy: 'x'.repeat(101) } }),
      () => root.call(alerts.acknowledge, { params, body: { acknowledgedBy: 'a\0' } }),
    ];
    for (const call of bad) expect((await catchRefusal(call())).status).toBe(400);
    expect((await root.call(alerts.get, { params })).status).toBe('active');
    expect((await catchRefusal(acknowledge(randomUUID()))).status).toBe(404);
  });

  it('writes an entry into the audit log', async () => {
    const id = await plant();
    await resolve(id);
    const { items } = await root.call(users.auditLog, { query: { action: 'alert.resolve' } });
    expect(items.find(({ after }) => after['alertId'] === id)).toMatchObject({
      before: { status: 'active' },
      after: { status: 'resolved', note: 'Called the learner' },
    });
  });
});

describe('who sees which', () => {
  it('shows administrators the alerts of their district only', async () => {
    const [here, there] = [await learnerIn('Pune'), await learnerIn('Satara')];
    const admin = await newAdmin('Pune');
    const own = await plant({ userId: here.userId });
    const foreign = await plant({ userId: there.userId });
    const ofSystem = await plant({ userId: null });
    const { items, total } = await admin.call(alerts.list, { query: { limit: 100 } });
    expect(items.map(({ id }) => id)).toEqual([own]);
    expect(total).toBe(1);
    expect((await admin.call(alerts.overview, { query: {} })).statistics.total).toBe(1);
    for (const id of [foreign, ofSystem]) {
      expect((await catchRefusal(admin.call(alerts.get, { params: { id } }))).status).toBe(404);
      expect((await catchRefusal(resolve(id, admin))).status).toBe(404);
    }
    expect((await resolve(own, admin)).status).toBe('resolved');
  });

  it('shows what concerns no user to administrators of every place', async () => {
    const admin = await newAdmin(null);
    const id = await plant({ userId: null });
    expect((await admin.call(alerts.get, { params: { id } })).id).toBe(id);
  });

  it('lets no administrator judge an alert about themselves', async () => {
    const admin = await newAdmin(null);
    const id = await plant({ userId: admin.userId });
    expect(await catchRefusal(resolve(id, admin))).toMatchObject({
      status: 403,
      reason: 'not_yourself',
    });
  });

  it('masks the number of the learner', async () => {
    const learner = await learnerIn('Nashik');
    const id = await plant({ userId: learner.userId });
    const { userDetails } = await root.call(alerts.get, { params: { id } });
    expect(userDetails).toEqual({
      name: 'Asha Kumari',
      contactNumber: `•••• ••${learner.contactNumber.slice(-4)}`,
      location: 'Nashik',
    });
  });

  it('finds alerts by the number of the learner for those only who may read users', async () => {
    const learner = await learnerIn('Nashik');
    const id = await plant({ userId: learner.userId });
    const admin = await newAdmin(null);
    const query = { search: learner.contactNumber.slice(-6), user: learner.userId };
    const found = async (client: TestClient) => {
      const { items } = await client.call(alerts.list, { query });
      const file = await client.call(listExports.alerts, { query: { ...query, format: 'json' } });
      const rows: Alert[] = JSON.parse(new TextDecoder().decode(file));
      expect(rows.length).toBe(items.length);
      return items.map((alert) => alert.id);
    };
    expect(await found(root)).toEqual([id]);
    expect(await found(admin)).toEqual([]);
    const body = { permissions: ['alerts.read' as const, 'users.read' as const] };
    await root.call(users.setPermissions, { params: { id: admin.userId }, body });
    expect(await found(admin)).toEqual([id]);
  });
});

describe('lists and statistics', () => {
  it('filters, searches, sorts and exports', async () => {
    const mark = randomUUID().slice(0, 8);
    const old = await plant({ title: `${mark} old`, severity: 'low', agoMs: 50 * hourMs });
    const grave = await plant({ title: `${mark} grave`, severity: 'critical', agoMs: hourMs / 2 });
    const quiet = await plant({ title: `${mark} quiet`, severity: 'info', status: 'suppressed' });
    const idsOf = async (query: object) =>
      (await root.call(alerts.list, { query: { search: mark, ...query } })).items.map(
        ({ id }) => id,
      );
    expect(await idsOf({})).toEqual([quiet, grave, old]);
    expect(await idsOf({ timeRange: '24h' })).toEqual([quiet, grave]);
    expect(await idsOf({ severity: ['low', 'critical'] })).toEqual([grave, old]);
    expect(await idsOf({ status: 'suppressed' })).toEqual([quiet]);
    expect(await idsOf({ category: 'rate_limiting' })).toEqual([]);
    expect(await idsOf({ sortBy: 'severity' })).toEqual([grave, old, quiet]);
    expect(await idsOf({ sortBy: 'createdAt', sortOrder: 'asc' })).toEqual([old, grave, quiet]);
    const file = await root.call(listExports.alerts, { query: { search: mark, format: 'json' } });
    const rows: Alert[] = JSON.parse(new TextDecoder().decode(file));
    expect(rows.map(({ id }) => id)).toEqual([quiet, grave, old]);
  });

  it('reads the same alerts page by page as at once, in every order', async () => {
    const mark = randomUUID().slice(0, 8);
    for (const severity of ['low', 'critical', 'low', 'info', 'critical'] as const) {
      await plant({ title: `${mark} of many`, severity, agoMs: hourMs });
    }
    for (const sortBy of alertSortKeys) {
      for (const sortOrder of ['asc', 'desc'] as const) {
        const query = { search: mark, sortBy, sortOrder };
        const whole = await root.call(alerts.list, { query });
        const pages: string[] = [];
        for (const page of [1, 2, 3, 4]) {
          const part = await root.call(alerts.list, { query: { ...query, page, limit: 2 } });
          expect(part.total).toBe(5);
          pages.push(...part.items.map(({ id }) => id));
        }
        expect(pages).toEqual(whole.items.map(({ id }) => id));
        expect(new Set(pages).size).toBe(5);
      }
    }
  });

  it('finds alerts by the name of their user, also of one who was deleted', async () => {
    const [mark, gone] = [randomUUID().slice(0, 8), randomUUID().slice(0, 8)];
    const idsOf = async (search: string) => {
      const { items, total } = await root.call(alerts.list, { query: { search } });
      expect(total).toBe(items.length);
      return items.map(({ id }) => id);
    };
    const here = await learnerIn('Pune');
    const there = await learnerIn('Pune');
    const known = await plant({ userId: here.userId });
    const ofDeleted = await plant({ userId: there.userId });
    const rename = (id: string, name: string, deletedAt: Date | null) =>
      db().updateTable('users').set({ name, deleted_at: deletedAt }).where('id', '=', id).execute();
    await rename(here.userId, `Üma ${mark}`, null);
    await rename(there.userId, `Ravi ${gone}`, new Date());
    expect(await idsOf(`ma ${mark.toUpperCase()}`)).toEqual([known]);
    expect(await idsOf(`ravi ${gone}`)).toEqual([ofDeleted]);
    expect(await idsOf(`${mark} ${gone}`)).toEqual([]);
    const empty = await root.call(alerts.list, { query: { search: mark, page: 9 } });
    expect(empty).toMatchObject({ items: [], total: 1 });
  });

  it('counts as an independent count does, tests left out', async () => {
    await root.call(alerts.generateTest, {});
    const { total, active, bySeverity, recentTrends } = await root.call(alerts.statistics, {
      query: { timeRange: '7d', utcOffsetMinutes: 330 },
    });
    const rows = await db()
      .selectFrom('alerts')
      .select(['severity', 'status', 'created_at'])
      .where('is_test', '=', false)
      .where('last_seen_at', '>=', sql<Date>`now() - interval '7 days'`)
      .execute();
    expect(total).toBe(rows.length);
    const open = rows.filter(({ status }) => status === 'active');
    expect(active).toBe(open.length);
    expect(bySeverity.high).toBe(open.filter(({ severity }) => severity === 'high').length);
    expect(recentTrends.length).toBe(8);
    const counted = recentTrends.reduce((sum, { count }) => sum + count, 0);
    expect(counted).toBe(rows.length);
    expect(recentTrends[0]?.date).toMatch(/T18:30:00.000Z$/);
  });

  it('generates a test that says that it is one', async () => {
    const admin = await newAdmin('Pune');
    const test = await admin.call(alerts.generateTest, {});
    expect(test).toMatchObject({ isTest: true, status: 'active', userId: admin.userId });
    expect((await resolve(test.id, admin)).status).toBe('resolved');
  });
});

describe('the stream of alerts', () => {
  async function open(client: TestClient) {
    const url = buildUrl(server.origin, alerts.live, {});
    const controller = new AbortController();
    const answer = await fetch(url, {
      headers: await client.headersFor('GET', url),
      signal: controller.signal,
    });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    return {
      answer,
      close: () => controller.abort(),
      /** Reads on until a text was heard; false when the stream ended before. */
      async hears(text: string): Promise<boolean> {
        while (!heard.includes(text)) {
          const { value, done } = (await reader?.read()) ?? { done: true };
          if (done) return false;
          heard += value;
        }
        return true;
      },
      heard: () => heard,
    };
  }

  it('tells of alerts in scope as they change, and of no others', async () => {
    const [here, there] = [await learnerIn('Pune'), await learnerIn('Satara')];
    const admin = await newAdmin('Pune');
    const stream = await open(admin);
    try {
      expect(stream.answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
      expect(await stream.hears('event: sync')).toBe(true);
      const foreign = await plant({ userId: there.userId });
      await resolve(foreign);
      const own = await plant({ userId: here.userId });
      await resolve(own);
      expect(await stream.hears(own)).toBe(true);
      expect(stream.heard()).not.toContain(foreign);
      expect(stream.heard()).toContain('"status":"resolved"');
    } finally {
      stream.close();
    }
  });

  it('ends with the rights of its reader', async () => {
    const admin = await newAdmin(null);
    const stream = await open(admin);
    expect(await stream.hears('event: sync')).toBe(true);
    const body = { permissions: [] };
    await root.call(users.setPermissions, { params: { id: admin.userId }, body });
    const id = await plant();
    await resolve(id);
    expect(await stream.hears(id)).toBe(false);
  });
});
