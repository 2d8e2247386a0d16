import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDemoAccounts, makeDemoVideo } from './demo.ts';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';

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
