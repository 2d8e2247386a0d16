import { basePath, type Endpoint, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listKeyForms } from './testing/key-scan/key-forms.ts';
import { createSearch } from './testing/key-scan/needles.ts';
import { playVideo } from './testing/play-video.ts';
import { addReadyVideo } from './testing/ready-video.ts';
import { startTestServer, type TestServer, testPassword } from './testing/start-test-server.ts';
import type { TestClient } from './testing/test-client.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Every call that only reads, with the video for each id. */
const reading = Object.entries(endpoints).flatMap(([area, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).flatMap(([name, { method, path }]) =>
    method === 'GET' ? [{ name: `${area}.${name}`, path }] : [],
  ),
);

async function walk(client: TestClient, videoId: string, playbackSession: string) {
  const answers: { name: string; status: number; body: Buffer }[] = [];
  for (const { name, path } of reading) {
    const filled = path
      .replace('{system}', 'widevine')
      .replace('{language}', 'en')
      .replace(/\{\w+\}/g, videoId);
    const url = `${server.origin}${basePath}${filled}?playbackSession=${playbackSession}`;
    const headers = await client.headersFor('GET', url);
    const cookie = [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const abort = new AbortController();
    const answer = await fetch(url, { headers: { ...headers, cookie }, signal: abort.signal });
    client.noteNonce({ header: (header) => answer.headers.get(header) });
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (!isStream) {
      answers.push({ name, status: answer.status, body: Buffer.from(await answer.arrayBuffer()) });
    }
    abort.abort();
  }
  return answers;
}

it('no call that reads answers a content key, to learner or administrator, and no log holds one', async () => {
  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  const { videoId, keys: pairs } = await addReadyVideo(server, { classes: ['AUDIO', 'SD', 'HD'] });
  const keys = pairs.map(({ key }) => key);
  const holdsKey = createSearch(keys.flatMap(listKeyForms));
  const { playbackSessionId: playbackSession } = await playVideo(learner, videoId);
  const kids = pairs.map(({ keyId }) => keyId.toString('base64url'));
  const licence = await learner.call(endpoints.drm.clearKeyLicense, {
    query: { playbackSession },
    body: { kids },
  });
  // The licence contains them: this proves that the walk would find them.
  expect(holdsKey(Buffer.from(JSON.stringify(licence)))).toBe(true);

  expect(reading.length).toBeGreaterThan(40);
  for (const client of [learner, await server.superAdmin()]) {
    const answers = await walk(client, videoId, playbackSession);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(8);
    const telling = answers.filter(({ body }) => holdsKey(body)).map(({ name }) => name);
    expect(telling).toEqual([]);
  }
  expect(holdsKey(Buffer.from(server.logLines.join('\n')))).toBe(false);
});
