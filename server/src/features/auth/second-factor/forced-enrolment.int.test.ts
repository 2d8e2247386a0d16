import { type ApiError, basePath, type Endpoint, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enrolSecondFactor } from '../../../testing/second-factor.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';

const { account, auth, users } = endpoints;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function require(requireSecondFactor: boolean): Promise<void> {
  const { db } = server.instance.foundation;
  const { systemConfig } = server.instance.composition;
  await db
    .updateTable('system_config')
    .set((update) => ({
      saved: JSON.stringify({ accounts: { requireSecondFactor } }),
      version: update('version', '+', 1),
    }))
    .execute();
  await expect
    .poll(() => systemConfig.current().accounts.requireSecondFactor)
    .toBe(requireSecondFactor);
}

const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: ApiError) => error.reason,
  );

it('withholds all permissions from an administrator until the second factor is set up', async () => {
  const admin = await server.newUser('ADMIN');
  const learner = await server.newUser();
  await require(true);
  // Also a session that was open before.
  expect(await reasonOf(admin.call(users.list, {}))).toBe('second_factor_enrolment_required');
  const body = { refreshToken: admin.refreshToken };
  const renewed = await admin.call(auth.refresh, { body });
  expect(renewed).toMatchObject({ mustEnrolSecondFactor: true, permissions: [] });
  const { secondFactor } = await admin.call(account.credentials, {});
  expect(secondFactor).toMatchObject({ isRequired: true, enrolledAt: null });
  expect(await reasonOf(admin.call(users.profile, {}))).toBe('second_factor_enrolment_required');
  await enrolSecondFactor(admin, new Date());
  await admin.call(users.list, {});
  const refreshToken = renewed.refreshToken ?? '';
  const settled = await admin.call(auth.refresh, { body: { refreshToken } });
  expect(settled.mustEnrolSecondFactor).toBe(false);
  expect(settled.permissions).toContain('users.read');

  const again = await learner.call(auth.refresh, { body: { refreshToken: learner.refreshToken } });
  expect(again.mustEnrolSecondFactor).toBe(false);
  await require(false);
});

it('allows such an administrator only enrolment, the session’s facts and its end', async () => {
  const admin = await server.newUser('ADMIN');
  await require(true);
  const calls: readonly Endpoint[] = Object.values(endpoints).flatMap((area): readonly Endpoint[] =>
    Object.values(area),
  );
  const ofSessions = calls.filter(({ access }) => {
    return access.kind === 'session' && access.roles.includes('ADMIN');
  });
  // The calls that end the session come last.
  const ends = ({ path }: Endpoint) => Number(path.startsWith(auth.logout.path));
  const open: string[] = [];
  await admin.call(auth.validate, {});
  for (const { method, path } of ofSessions.toSorted((a, b) => ends(a) - ends(b))) {
    if (path === auth.logoutAll.path) await admin.signIn(admin.contactNumber, testPassword);
    const url = `${server.origin}${basePath}${path.replace(/\{\w+\}/g, admin.userId)}`;
    const answer = await fetch(url, { method, headers: await admin.headersFor(method, url) });
    const text = await answer.text();
    // An answer to HEAD has no body to give the reason in.
    const isClosed =
      method === 'HEAD' ? answer.status === 403 : text.includes('second_factor_enrolment_required');
    if (!isClosed) open.push(path);
  }
  expect(ofSessions.length).toBeGreaterThan(60);
  expect(open.toSorted()).toEqual(
    [
      account.startSecondFactor.path,
      account.confirmSecondFactor.path,
      account.startPasskey.path,
      account.addPasskey.path,
      account.credentials.path,
      auth.validate.path,
      auth.logout.path,
      auth.logoutAll.path,
    ].toSorted(),
  );
  await require(false);
});
