import { basePath, type Endpoint, endpoints, type Permission } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import type { TestClient } from '../../testing/test-client.ts';

const { users } = endpoints;
const place = { country: 'India', district: 'Pune', kendraType: 'urban' };
const elsewhere = { level: 'district' as const, values: ['Nashik'] };
const here = { level: 'district' as const, values: ['Pune'] };

const callers = [
  'nobody',
  'learner',
  'ADMIN in scope',
  'ADMIN out of scope',
  'ADMIN without the permission',
  'SUPER_ADMIN',
] as const;
type Caller = (typeof callers)[number];

/** Statuses by caller, in the order of `callers`. */
type Row = readonly [Endpoint, readonly number[], body?: object];
const onLearner = [401, 403, 200, 404, 403, 200];
const superOnly = [401, 403, 403, 403, 403, 200];
const device = 'A'.repeat(43);
const matrix: readonly Row[] = [
  [users.list, [401, 403, 200, 200, 403, 200]],
  [users.listPlain, [401, 403, 200, 200, 403, 200]],
  [users.create, [401, 403, 200, 403, 403, 200], { name: 'New', ...place }],
  [users.get, onLearner],
  [users.getPlain, onLearner],
  [users.update, onLearner, { name: 'Edited' }],
  [users.updatePlain, onLearner, { name: 'Edited' }],
  [users.remove, onLearner],
  [users.removePlain, onLearner],
  [users.block, onLearner, { blocked: true }],
  [users.signOut, onLearner],
  [users.sessions, onLearner],
  [users.endSession, onLearner],
  [users.setPermissions, superOnly, { permissions: ['users.read'] }],
  [users.resetPassword, onLearner],
  [users.resetPasswordPlain, onLearner],
  [users.resetLoginCount, onLearner],
  [users.setDevice, onLearner, { deviceId: device }],
  [users.clearDevice, onLearner],
  [users.profile, [401, 200, 200, 200, 200, 200]],
  [users.updateProfile, [401, 200, 200, 200, 200, 200], { name: 'Myself' }],
  [users.auditLog, superOnly],
];

let server: TestServer;
const clients = new Map<Caller, TestClient>();
let lastNumber = 9_700_000_000;

async function newAdmin(permissions: Permission[], adminScope: typeof here): Promise<TestClient> {
  const root = await server.superAdmin();
  const admin = await server.newUser('ADMIN');
  const body = { permissions, adminScope };
  await root.call(users.setPermissions, { params: { id: admin.userId }, body });
  return admin;
}

beforeAll(async () => {
  server = await startTestServer();
  const all: Permission[] = ['users.read', 'users.write', 'users.delete', 'devices.manage'];
  clients.set('nobody', await server.newClient());
  clients.set('learner', await server.newUser());
  clients.set('ADMIN in scope', await newAdmin(all, here));
  clients.set('ADMIN out of scope', await newAdmin(all, elsewhere));
  clients.set('ADMIN without the permission', await newAdmin(['videos.write'], here));
  clients.set('SUPER_ADMIN', await server.superAdmin());
});
afterAll(() => server.stop());

/** A subject of the call's own, in Pune: rights are set for administrators, the rest for learners. */
async function subjectFor(endpoint: Endpoint) {
  const root = await server.superAdmin();
  const userType = endpoint === users.setPermissions ? 'ADMIN' : 'LEARNER';
  const { userId } = await server.newUser(userType);
  const { updatedAt } = await root.call(users.get, { params: { id: userId } });
  const moved = await root.call(users.update, {
    params: { id: userId },
    body: { updatedAt, ...place },
  });
  const { items } = await root.call(users.sessions, { params: { id: userId } });
  return { userId, updatedAt: moved.updatedAt, sessionId: items[0]?.id ?? '' };
}

type Victim = Awaited<ReturnType<typeof subjectFor>>;
/** For calls that are refused before anybody looks at the user. */
let untouched: Promise<Victim> | undefined;

/** As a client that follows the contract by hand, so that one table can hold every call. */
async function statusOf(
  caller: Caller,
  client: TestClient,
  endpoint: Endpoint,
  body?: object,
): Promise<number> {
  const isRefused = !['SUPER_ADMIN', 'ADMIN in scope'].includes(caller);
  untouched ??= subjectFor(users.get);
  const subject = isRefused ? await untouched : await subjectFor(endpoint);
  lastNumber += 1;
  const path = endpoint.path
    .replace('{id}', subject.userId)
    .replace('{sessionId}', subject.sessionId);
  const url = `${server.origin}${basePath}${path}`;
  const extra = {
    ...(body && 'name' in body && endpoint.method === 'PUT'
      ? { updatedAt: subject.updatedAt }
      : {}),
    ...(endpoint === users.create ? { contactNumber: `${lastNumber}` } : {}),
  };
  const send = async () =>
    fetch(url, {
      method: endpoint.method,
      headers: {
        ...(await client.headersFor(endpoint.method, url)),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify({ ...body, ...extra }) } : {}),
    });
  return (await send()).status;
}

describe.each(matrix.map((row) => [`${row[0].method} ${row[0].path}`, row] as const))(
  '%s',
  (_, [endpoint, statuses, body]) => {
    it.each(callers.map((caller, at) => [caller, statuses[at]] as const))(
      'answers %s with %i',
      async (caller, status) => {
        const client = clients.get(caller);
        if (!client) throw new Error(`no client for ${caller}`);
        // The nonce is learnt by a call of its own.
        await client.call(endpoints.auth.validate, {}).catch(() => undefined);
        expect(await statusOf(caller, client, endpoint, body)).toBe(status);
      },
    );
  },
);

it('covers every call of users', () => {
  expect(matrix.map(([endpoint]) => endpoint).toSorted(byPath)).toEqual(
    Object.values(users).toSorted(byPath),
  );
});

function byPath(a: Endpoint, b: Endpoint): number {
  return `${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1;
}
