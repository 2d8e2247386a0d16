import { endpoints, type SystemConfig } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { system } = endpoints;
/** How long a process may take to follow a change. */
const followsWithinMs = 4000;

let server: TestServer;
let root: TestClient;
beforeAll(async () => {
  server = await startTestServer({ environment: { DEVICES_PER_LEARNER: '2' } });
  root = await server.superAdmin();
});
afterAll(() => server.stop());

const read = () => root.call(system.config, {});

async function save(change: Partial<SystemConfig['accounts']>) {
  const { version, config } = await read();
  const accounts = { ...config.accounts, ...change };
  return root.call(system.updateConfig, { body: { version, config: { accounts } } });
}

const configEntries = async () =>
  (await root.call(endpoints.users.auditLog, { query: { action: 'system.configure' } })).items;

describe('the system configuration', () => {
  it('begins with the settings of the environment', async () => {
    const view = await read();
    expect(view).toMatchObject({ version: 0, updatedAt: null, updatedBy: null });
    expect(view.config.accounts).toMatchObject({ devicesPerLearner: 2, invitationDays: 7 });
    expect(view.initial).toEqual(view.config);
  });

  it('is saved with the administrator, the old and the new values', async () => {
    const before = await read();
    const view = await save({ devicesPerLearner: 3, selfServiceDeviceReset: true });
    expect(view).toMatchObject({
      version: before.version + 1,
      updatedBy: { id: expect.any(String) },
    });
    expect(await read()).toEqual(view);
    expect(view.initial.accounts.devicesPerLearner).toBe(2);
    const [entry] = await configEntries();
    expect(entry).toMatchObject({
      actorName: view.updatedBy?.name,
      subjectId: null,
      before: { 'accounts.devicesPerLearner': 2, 'accounts.selfServiceDeviceReset': false },
      after: { 'accounts.devicesPerLearner': 3, 'accounts.selfServiceDeviceReset': true },
    });
    await save({ devicesPerLearner: 2, selfServiceDeviceReset: false });
  });

  it('stays as it is, without an entry, where nothing changes', async () => {
    const [before, entries] = [await read(), await configEntries()];
    expect(await save({})).toEqual(before);
    const body = { version: before.version, config: {} };
    expect(await root.call(system.updateConfig, { body })).toEqual(before);
    expect(await configEntries()).toEqual(entries);
  });

  it('is the same at the address of the other calls for administrators', async () => {
    const { version, config } = await read();
    expect(await root.call(system.adminConfig, {})).toEqual(await read());
    const accounts = { ...config.accounts, invitationDays: 9 };
    const body = { version, config: { accounts } };
    const view = await root.call(system.updateAdminConfig, { body });
    expect(view).toMatchObject({ version: version + 1, config: { accounts } });
    expect(await read()).toEqual(view);
    const again = root.call(system.updateAdminConfig, { body });
    expect(await catchRefusal(again)).toMatchObject({ status: 409, reason: 'edited_meanwhile' });
    expect((await configEntries())[0]).toMatchObject({ after: { 'accounts.invitationDays': 9 } });
  });

  it('accepts one of two edits of the same state, and shows the other the current one', async () => {
    const { version, config } = await read();
    const edit = (invitationDays: number) => {
      const accounts = { ...config.accounts, invitationDays };
      return root.call(system.updateConfig, { body: { version, config: { accounts } } });
    };
    const outcomes = await Promise.allSettled([edit(11), edit(12)]);
    const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect([won.length, lost.length]).toEqual([1, 1]);
    expect(lost[0]?.reason).toMatchObject({
      status: 409,
      reason: 'edited_meanwhile',
      details: { current: won[0]?.value },
    });
  });

  it.each([
    { devicesPerLearner: -1 },
    { devicesPerLearner: 101 },
    { devicesPerLearner: 1.5 },
    { devicesPerLearner: '2' },
    { deviceResetCooldownDays: 366 },
    { invitationDays: 0 },
    { requireSecondFactor: 'yes' },
    { selfServiceDeviceReset: undefined },
  ])('refuses %o and keeps what was there', async (wrong) => {
    const { version, config } = await read();
    const accounts = { ...config.accounts, ...wrong };
    const body = { version, config: { accounts } };
    // Past what the compiler would let through.
    const url = `${server.origin}/api/v1/system/config`;
    const headers = await root.headersFor('PUT', url);
    const answer = await fetch(url, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { type: 'ValidationError' } });
    expect((await read()).config).toEqual(config);
  });

  it.each(['LEARNER', 'ADMIN'] as const)('is closed to %s', async (userType) => {
    const client = await server.newUser(userType);
    const { version, config } = await read();
    const calls = [
      () => client.call(system.config, {}),
      () => client.call(system.updateConfig, { body: { version, config } }),
      () => client.call(system.adminConfig, {}),
      () => client.call(system.updateAdminConfig, { body: { version, config } }),
    ];
    for (const call of calls) {
      expect(await catchRefusal(call())).toMatchObject({
        status: 403,
        code: 'INSUFFICIENT_PERMISSIONS',
        message: 'Super admin access required',
      });
    }
  });
});

describe('a change', () => {
  it('applies at once where it was made, and soon in every other process', async () => {
    const other = await startTestServer({ beside: server });
    try {
      const { systemConfig } = other.instance.composition;
      await save({ deviceResetCooldownDays: 77 });
      const here = server.instance.composition.systemConfig.current();
      expect(here.accounts.deviceResetCooldownDays).toBe(77);
      await expect
        .poll(() => systemConfig.current().accounts.deviceResetCooldownDays, {
          timeout: followsWithinMs,
          interval: 20,
        })
        .toBe(77);
    } finally {
      await other.stop();
    }
  });

  it('survives a restart', async () => {
    await save({ deviceResetCooldownDays: 78 });
    const other = await startTestServer({ beside: server });
    try {
      const { accounts } = other.instance.composition.systemConfig.current();
      expect(accounts.deviceResetCooldownDays).toBe(78);
    } finally {
      await other.stop();
    }
  });

  it('decides for how long the next activation code is good', async () => {
    await save({ invitationDays: 3 });
    const body = { name: 'Ravi', contactNumber: '9812300001' };
    const { activation } = await root.call(endpoints.users.create, { body });
    const days = (Date.parse(activation.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThanOrEqual(3);
  });
});
