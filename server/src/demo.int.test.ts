import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDemoAccounts, makeDemoVideo } from './demo.ts';
import { startTestServer, type TestServer, testPassword } from './testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: true });
});
afterAll(() => server.stop());

it('makes accounts and a video once, and its learner signs in and finds the video ready', async () => {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const adminId = await makeDemoAccounts(server.instance, say);
  await makeDemoVideo(server.instance, adminId, say, 1);
  expect(lines.at(-1)).toBe('  The demo video is ready.');

  const [, number = '', password = ''] =
    /Demo learner +(\S+) +password (.+)/.exec(lines.join('\n')) ?? [];
  const learner = await server.newClient();
  await learner.signIn(number, password);
  const { items } = await learner.call(endpoints.videos.list, {});
  expect(items).toMatchObject([{ title: 'Demo lesson', status: 'ready' }]);

  lines.length = 0;
  await makeDemoVideo(server.instance, await makeDemoAccounts(server.instance, say), say, 1);
  expect(lines.join('\n')).not.toContain(password);
  expect(lines.join('\n')).not.toContain('The demo video');
  expect((await learner.call(endpoints.videos.list, {})).total).toBe(1);
});

it('lets virtual learners watch it, erases them and lists the report', async () => {
  const admin = await server.superAdmin();
  const { user } = await admin.call(endpoints.auth.validate, {});
  const before = await admin.call(endpoints.users.list, {});
  const file = path.join(import.meta.dirname, '../../bench/loadtest.ts');
  const args = ['--profile', 'classroom', '--learners', '2', '--seconds', '2'];
  await promisify(execFile)(process.execPath, [file, ...args, '--origin', server.origin], {
    env: {
      ...process.env,
      LOADTEST_NUMBER: user.contactNumber,
      LOADTEST_PASSWORD: testPassword,
    },
  });
  const { items } = await admin.call(endpoints.performance.loadTests, {});
  expect(items).toMatchObject([{ profile: 'classroom', learners: 2, failed: 0 }]);
  const counts = Object.fromEntries(items[0]?.steps.map((one) => [one.step, one.requests]) ?? []);
  expect(counts).toMatchObject({ 'sign-in': 2 });
  // Three calls open a lesson; a learner whose first lesson is nearly over opens the next as well.
  expect(counts['opening']).toBeGreaterThanOrEqual(6);
  expect(counts['segment']).toBeGreaterThan(2);
  expect((await admin.call(endpoints.users.list, {})).total).toBe(before.total);
}, 60_000);
