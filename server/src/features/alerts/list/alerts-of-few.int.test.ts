import { randomUUID } from 'node:crypto';
import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newAlertAdmin } from '../../../testing/alert-admin.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { alerts, adminHome } = endpoints;
const hourMs = 3_600_000;

let server: TestServer;
let root: TestClient;
let admin: Awaited<ReturnType<typeof newAlertAdmin>>;
/** Of learners in the administrator's district, and of the administrator. */
const seen: string[] = [];
const name = `Üma ${randomUUID().slice(0, 8)}`;

beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
  admin = await newAlertAdmin(server, root, 'Pune');
  const [here, there, gone] = [
    await learnerIn({ district: 'Pune' }),
    await learnerIn({ district: 'Satara' }),
    await learnerIn({ district: 'Pune', deleted_at: new Date() }),
  ];
  const colleague = await newAlertAdmin(server, root, 'Pune');
  await setUser(colleague.userId, { district: 'Pune' });
  for (const days of [0, 1, 2, 20, 100]) {
    seen.push(await plant(here, days), await plant(admin.userId, days));
    for (const userId of [there, gone, colleague.userId, null]) await plant(userId, days);
  }
  await plant(here, 0, true);
});
afterAll(() => server.stop());

const db = () => server.instance.foundation.db;

const setUser = (id: string, values: { name?: string; district?: string; deleted_at?: Date }) =>
  db().updateTable('users').set(values).where('id', '=', id).execute();

async function learnerIn(values: { district: string; deleted_at?: Date }): Promise<string> {
  const { userId } = await server.newUser();
  await setUser(userId, { name, ...values });
  return userId;
}

async function plant(
  userId: string | null,
  daysAgo: number,
  isTest = false,
  severity: 'critical' | 'high' | 'low' = daysAgo > 1 ? 'critical' : 'low',
): Promise<string> {
  const id = randomUUID();
  const at = new Date(Date.now() - daysAgo * 24 * hourMs);
  await db()
    .insertInto('alerts')
    .values({
      id,
      subject_kind: 'user',
      subject_key: id,
      title: 'Many failed sign-ins',
      category: 'brute_force',
      severity,
      status: daysAgo === 2 ? 'resolved' : 'active',
      message: `${daysAgo} failed sign-ins within 5 minutes`,
      first_seen_at: at,
      last_seen_at: at,
      created_at: at,
      updated_at: at,
      user_id: userId,
      is_test: isTest,
    })
    .execute();
  return id;
}

async function idsOf(query: object) {
  const { items, total } = await admin.call(alerts.list, { query });
  expect(total).toBe(items.length);
  return items.filter(({ isTest }) => !isTest).map(({ id }) => id);
}

it('lists the alerts of a district in each order, and no others', async () => {
  for (const sortBy of ['lastSeenAt', 'createdAt', 'severity', 'count'] as const) {
    expect((await idsOf({ sortBy })).toSorted()).toEqual(seen.toSorted());
  }
  expect((await idsOf({ status: 'resolved' })).toSorted()).toEqual(seen.slice(4, 6).toSorted());
  expect((await idsOf({ timeRange: '7d' })).toSorted()).toEqual(seen.slice(0, 6).toSorted());
  const pages: string[] = [];
  for (const page of [1, 2, 3, 4]) {
    const { items, total } = await admin.call(alerts.list, { query: { page, limit: 4 } });
    expect(total).toBe(seen.length + 1);
    pages.push(...items.filter(({ isTest }) => !isTest).map(({ id }) => id));
  }
  expect(pages.toSorted()).toEqual(seen.toSorted());
});

it('searches them by their texts and the names of their users', async () => {
  const ofLearner = seen.filter((_, index) => index % 2 === 0);
  expect((await idsOf({ search: name.toUpperCase() })).toSorted()).toEqual(ofLearner.toSorted());
  expect((await idsOf({ search: 'FAILED SIGN' })).toSorted()).toEqual(seen.toSorted());
  expect((await idsOf({ search: 'm' })).toSorted()).toEqual(seen.toSorted());
  expect(await idsOf({ search: 'xyzzy' })).toEqual([]);
});

it('counts them, tests left out', async () => {
  const query = { timeRange: '30d' } as const;
  const { statistics } = await admin.call(alerts.overview, { query });
  expect(statistics).toMatchObject({
    total: 8,
    active: 6,
    // Two critical ones are resolved.
    bySeverity: { critical: 2, high: 0, medium: 0, low: 4, info: 0 },
  });
  expect(statistics.recentTrends.reduce((sum, { count }) => sum + count, 0)).toBe(8);
  const home = await admin.call(adminHome.get, {});
  const serious = await admin.call(alerts.list, {
    query: { status: 'active', severity: 'critical' },
  });
  expect(home.alerts?.items.map(({ id }) => id)).toEqual(serious.items.map(({ id }) => id));
  expect(home.alerts?.open).toEqual({ critical: 4, high: 0, medium: 0, low: 4, info: 0 });
  expect(home.alerts?.items.every(({ id }) => seen.includes(id))).toBe(true);
});

it('shows the latest of them and how often rules opened them beside, as their lists do', async () => {
  const rule = await root.call(alerts.createRule, {
    body: {
      name: 'Many failures',
      category: 'brute_force',
      severity: 'medium',
      enabled: false,
      subject: 'user',
      threshold: { metric: 'failed_sign_ins', operator: 'gte', value: 7, and: [] },
      timeWindow: 600_000,
      actions: [],
    },
  });
  await db()
    .updateTable('alerts')
    .set({ rule_id: rule.id, recurred: 2 })
    .where('severity', '=', 'critical')
    .execute();
  const rules = await admin.call(alerts.rules, {});
  const criticalHere = 6;
  expect(rules.items.find(({ id }) => id === rule.id)?.triggerCount).toBe(criticalHere * (1 + 2));
  for (const query of [
    {},
    { timeRange: '30d' },
    { timeRange: '90d', severity: 'critical' },
    { timeRange: '7d', category: 'brute_force' },
    { timeRange: '7d', category: 'account_takeover' },
  ] as const) {
    const overview = await admin.call(alerts.overview, { query });
    const { items } = await admin.call(alerts.list, { query: { timeRange: '24h', ...query } });
    expect(overview.alerts).toEqual(items);
    expect(overview.rules).toEqual(rules.items);
  }
});

it('shows the worst on the home page, however many are newer', async () => {
  const learner = await learnerIn({ district: 'Pune' });
  for (let times = 0; times < 5; times += 1) await plant(learner, 0, false, 'high');
  const shownTo = async (viewer: Pick<TestClient, 'call'>) =>
    (await viewer.call(adminHome.get, {})).alerts?.items.map(({ severity }) => severity);
  expect(await shownTo(admin)).toEqual([...Array(4).fill('critical'), 'high']);
  expect(await shownTo(root)).toEqual(Array(5).fill('critical'));
});
