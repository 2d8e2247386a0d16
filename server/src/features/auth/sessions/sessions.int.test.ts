import { type ApiError, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { createLastSeen } from './last-seen.adapter.ts';

let server: TestServer;
let offsetMs = 0;
const clock = { now: () => new Date(Date.now() + offsetMs) };
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.stop());

const list = async (client: TestClient) => (await client.call(endpoints.auth.sessions, {})).items;
const end = (client: TestClient, id: string) =>
  client.call(endpoints.auth.endSession, { params: { id } });
const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: ApiError) => error.reason ?? error.code,
  );

/** An administrator at two machines: no device rule applies. */
async function atTwoMachines() {
  const first = await server.newUser('ADMIN');
  const second = await server.newClient();
  await second.signIn(first.contactNumber, testPassword);
  return { first, second };
}

describe('my sessions', () => {
  it('are described in words, the latest first, with the current one marked', async () => {
    const { first, second } = await atTwoMachines();
    const items = await list(first);
    expect(items.map((item) => [item.deviceId, item.isCurrent])).toEqual([
      [second.deviceId, false],
      [first.deviceId, true],
    ]);
    expect(items[0]).toMatchObject({ device: 'node', address: '127.0.0.1' });
    const { listSessions } = server.instance.composition.auth;
    expect((await listSessions(first.userId)).some((item) => item.isCurrent)).toBe(false);
  });

  it('end one by one, at once', async () => {
    const { first, second } = await atTwoMachines();
    const other = (await list(first)).find((item) => !item.isCurrent)!;
    expect(await end(first, other.id)).toEqual({ success: true });
    expect(await reasonOf(second.call(endpoints.auth.validate, {}))).toBe('session_ended');
    expect(await list(first)).toHaveLength(1);
    expect(await reasonOf(end(first, other.id))).toBe('RESOURCE_NOT_FOUND');
  });

  it('take their cookies along when they end themselves', async () => {
    const user = await server.newUser();
    await user.confirmPassword(testPassword);
    expect(user.cookies.size).toBe(1);
    const [session] = await list(user);
    await end(user, session!.id);
    expect(user.cookies.size).toBe(0);
    expect(await reasonOf(list(user))).toBe('session_ended');
  });

  it('can’t be ended by another user', async () => {
    const [victim, attacker] = [await server.newUser(), await server.newUser('ADMIN')];
    const [session] = await list(victim);
    expect(await reasonOf(end(attacker, session!.id))).toBe('RESOURCE_NOT_FOUND');
    await victim.call(endpoints.auth.validate, {});
  });

  it('are not listed once they can’t be refreshed any more', async () => {
    const { first } = await atTwoMachines();
    offsetMs = 8 * 86_400_000;
    try {
      await first.signIn(first.contactNumber, testPassword);
      expect(await list(first)).toHaveLength(1);
    } finally {
      offsetMs = 0;
    }
  });
});

it('a session ends after SESSION_DAYS, however often it was renewed', async () => {
  const client = await server.newUser();
  const renew = async () => {
    const body = { refreshToken: client.refreshToken ?? '' };
    const { refreshToken } = await client.call(endpoints.auth.refresh, { body });
    client.refreshToken = refreshToken ?? undefined;
  };
  try {
    for (const day of [6, 12, 18, 24, 29.9]) {
      offsetMs = day * 86_400_000;
      await renew();
    }
    offsetMs = 30.1 * 86_400_000;
    expect(await reasonOf(renew())).toBe('refresh_invalid');
  } finally {
    offsetMs = 0;
  }
});

describe('when a session was seen last', () => {
  it('is written for many at once, and never goes back', async () => {
    const [one, two] = [await server.newUser(), await server.newUser()];
    const ids = await Promise.all([one, two].map(async (client) => (await list(client))[0]!.id));
    const { db, log } = server.instance.foundation;
    const start = Date.now();
    let now = start + 60_000;
    const deps = { db, log, clock: { now: () => new Date(now) } };
    const lastSeen = createLastSeen(deps);
    for (const id of ids) lastSeen.noteSeen(id);
    await lastSeen.flush();
    now = start + 30_000;
    lastSeen.noteSeen(ids[0]!);
    await lastSeen.stop();
    for (const client of [one, two]) {
      const [session] = await list(client);
      expect(session?.lastSeenAt).toBe(new Date(start + 60_000).toISOString());
    }
  });

  it('costs a request no extra statement, and is saved when the process stops', async () => {
    const user = await server.newUser('ADMIN');
    const process = await startTestServer({ beside: server });
    const client = await process.newClient();
    await client.signIn(user.contactNumber, testPassword);
    await client.call(endpoints.auth.validate, {});
    const before = (await list(user))[0]!.lastSeenAt;
    await client.call(endpoints.auth.validate, {});
    expect((await list(user))[0]!.lastSeenAt).toBe(before);
    await process.stop();
    expect(Date.parse((await list(user))[0]!.lastSeenAt)).toBeGreaterThan(Date.parse(before));
  });
});
