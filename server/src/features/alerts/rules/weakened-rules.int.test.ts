import { endpoints, type NewAlertRule } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newAlertAdmin } from '../../../testing/alert-admin.ts';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { alerts } = endpoints;

let server: TestServer;
let root: TestClient;
beforeAll(async () => {
  server = await startTestServer({ worker: true });
  root = await server.superAdmin();
});
afterAll(() => server.stop());

const findBuiltIn = async (key: string) => {
  const { items } = await root.call(alerts.rules, {});
  return items.find((one) => one.key === key)!;
};

it('tells super administrators, and no one whom it concerns, that an administrator weakened a rule', async () => {
  const admin = await newAlertAdmin(server, root, null);
  const findOwn = async () => {
    const { items } = await root.call(alerts.list, { query: { user: admin.userId } });
    return items.filter(({ ruleKey }) => ruleKey === 'rules_weakened');
  };
  const { id, version, ...builtIn } = await findBuiltIn('ids_guessed');
  const params = { id };
  const louder: NewAlertRule = { ...builtIn, severity: 'critical' as const };
  const changed = await admin.call(alerts.updateRule, {
    params,
    body: { rule: louder, version },
  });
  const body = { rule: { ...louder, severity: 'low' as const }, version: changed.version };
  await admin.call(alerts.updateRule, { params, body });
  await admin.call(alerts.setRuleEnabled, { params, body: { enabled: false } });
  await expect.poll(findOwn, { timeout: 20_000 }).toMatchObject([{ severity: 'high', count: 2 }]);
  const [alert] = await findOwn();
  const dismissal = { dismissedBy: 'admin', reason: 'Mine', suppressForMs: 600_000 };
  const dismissed = admin.call(alerts.dismiss, { params: { id: alert!.id }, body: dismissal });
  expect(await catchRefusal(dismissed)).toMatchObject({ status: 403, reason: 'not_yourself' });
  const colleague = (await newAlertAdmin(server, root, null)).call(alerts.get, {
    params: { id: alert!.id },
  });
  expect((await catchRefusal(colleague)).status).toBe(404);
  const watcher = (await findBuiltIn('rules_weakened')).id;
  const off = admin.call(alerts.setRuleEnabled, {
    params: { id: watcher },
    body: { enabled: false },
  });
  expect(await catchRefusal(off)).toMatchObject({
    status: 403,
    reason: 'rule_of_super_admins',
  });
});
