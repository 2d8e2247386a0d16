import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestServer, testPassword } from '../../testing/start-test-server.ts';
import { readStoredKeys } from '../../testing/stored-keys.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { startServerWithTwoVideos } from './delivery.fixture.ts';

let server: TestServer;
let learner: TestClient;
let videoId: string;
let otherVideoId: string;

beforeAll(async () => {
  ({ server, videoId, otherVideoId } = await startServerWithTwoVideos());
  learner = await watchingLearner();
});
afterAll(() => server.stop());

async function watchingLearner(): Promise<TestClient> {
  const client = await server.newUser();
  await client.confirmPassword(testPassword);
  return client;
}

const sessionOf = async (client: TestClient): Promise<string> =>
  (await client.call(endpoints.auth.validate, {})).sessionId;

/** `/media/<token>` of this client's session, an hour ahead unless told otherwise. */
async function mediaPath(
  client = learner,
  expiresInMs = 3_600_000,
  address = '127.0.0.1',
): Promise<string> {
  return server.instance.composition.delivery.signMediaUrl({
    videoId,
    sessionId: await sessionOf(client),
    playbackId: randomUUID(),
    urlVersion: 0,
    address,
    expiresAt: new Date(Date.now() + expiresInMs),
  });
}

function cookieOf(client: TestClient): string {
  return [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

async function get(
  address: string,
  client: TestClient | null = learner,
  headers: Record<string, string> = {},
  method = 'GET',
) {
  const cookie: Record<string, string> = client ? { cookie: cookieOf(client) } : {};
  return fetch(server.origin + address, { method, headers: { ...cookie, ...headers } });
}

/** Sends the path as it is, where `fetch` would tidy it up. */
async function rawStatus(address: string): Promise<number | undefined> {
  const { hostname, port } = new URL(server.origin);
  const headers = { cookie: cookieOf(learner) };
  return new Promise((resolve, reject) => {
    http
      .get({ hostname, port, path: address, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
      .on('error', reject);
  });
}

async function expectRefused(answer: Response): Promise<void> {
  expect(answer.status).toBe(403);
  expect(answer.headers.get('content-type')).toContain('application/json');
  const { error, meta } = JSON.parse(await answer.text());
  expect(error).toMatchObject({
    type: 'AuthorizationError',
    code: 'ACCESS_DENIED',
    details: { reason: 'delivery_path_invalid' },
  });
  expect(meta.path).toBe('/media/[signed]/v180/1.m4s');
}

describe('segments', () => {
  it('are served whole to the session that watches', async () => {
    const answer = await get(`${await mediaPath()}/v180/1.m4s`);
    const body = Buffer.from(await answer.arrayBuffer());
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'video/iso.segment',
      'content-length': String(body.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=3600, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(body.length).toBeGreaterThan(1000);
    const init = await get(`${await mediaPath()}/audio/init.mp4`);
    expect(init.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(await init.arrayBuffer()).includes('enca')).toBe(true);
  });

  it('come with their own HLS playlist, which names key ids and no key', async () => {
    const signed = await mediaPath();
    const keys = await readStoredKeys(server.instance.foundation, videoId);
    expect(keys).toHaveLength(2);
    for (const rendition of ['v180', 'audio']) {
      const answer = await get(`${signed}/${rendition}/media.m3u8?systems=clearkey`);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/vnd.apple.mpegurl',
        'cache-control': 'private, max-age=3600, immutable',
      });
      const etag = answer.headers.get('etag') ?? '';
      const text = await answer.text();
      expect(text).toMatch(/#EXT-X-MAP:URI="init\.mp4"[\s\S]*\n1\.m4s\n[\s\S]*#EXT-X-ENDLIST/);
      const formats = [...text.matchAll(/KEYFORMAT="([^"]+)"/g)].map(([, format]) => format);
      expect(formats).not.toContain('identity');
      expect(formats).toEqual(['org.w3.clearkey']);
      const own = keys.find(({ keyId }) => text.includes(keyId.toString('hex')));
      expect(own?.qualityClass).toBe(rendition === 'audio' ? 'AUDIO' : 'SD');
      for (const { key } of keys) {
        for (const encoding of ['hex', 'base64', 'base64url'] as const) {
          expect(text.toLowerCase()).not.toContain(key.toString(encoding).toLowerCase());
        }
      }
      const known = { 'if-none-match': etag };
      const again = await get(`${signed}/${rendition}/media.m3u8?systems=clearkey`, learner, known);
      expect(again.status).toBe(304);
      expect((await get(`${signed}/${rendition}/media.m3u8?systems=clearkey`, null)).status).toBe(
        403,
      );
    }
  });

  it('answer ranges, conditions and HEAD', async () => {
    const address = `${await mediaPath()}/v180/1.m4s`;
    const whole = await get(address);
    const body = Buffer.from(await whole.arrayBuffer());
    const etag = whole.headers.get('etag') ?? '';
    const part = async (range: string, more = {}) => {
      const answer = await get(address, learner, { range, ...more });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { status: answer.status, range: answer.headers.get('content-range'), bytes };
    };
    const size = body.length;
    expect(await part('bytes=10-19')).toEqual({
      status: 206,
      range: `bytes 10-19/${size}`,
      bytes: body.subarray(10, 20),
    });
    expect((await part('bytes=-5')).bytes).toEqual(body.subarray(size - 5));
    expect((await part(`bytes=${size - 1}-`)).bytes).toEqual(body.subarray(size - 1));
    expect((await part('bytes=0-1,3-4')).status).toBe(200);
    expect((await part('bytes=0-1', { 'if-range': '"other"' })).status).toBe(200);
    expect((await part('bytes=0-1', { 'if-range': etag })).status).toBe(206);
    const beyond = await part(`bytes=${size}-`);
    expect([beyond.status, beyond.range]).toEqual([416, `bytes */${size}`]);
    expect((await get(address, learner, { 'if-none-match': etag })).status).toBe(304);
    const head = await get(address, learner, { range: 'bytes=0-9' }, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)]);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
    const many = await Promise.all(Array.from({ length: 100 }, () => part('bytes=10-19')));
    expect(many.every(({ bytes }) => bytes.equals(body.subarray(10, 20)))).toBe(true);
  });

  it('are refused without the media cookie, in a foreign session and from another site', async () => {
    const address = `${await mediaPath()}/v180/1.m4s`;
    await expectRefused(await get(address, null));
    await expectRefused(await get(address, await watchingLearner()));
    const unconfirmed = await server.newUser();
    await expectRefused(await get(`${await mediaPath(unconfirmed)}/v180/1.m4s`, unconfirmed));
    await expectRefused(await get(address, learner, { 'sec-fetch-site': 'cross-site' }));
    expect((await get(address, learner, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it('are refused to another network than the one that requested the manifest', async () => {
    for (const address of ['203.0.113.7', '2001:db8::7']) {
      await expectRefused(await get(`${await mediaPath(learner, 60_000, address)}/v180/1.m4s`));
    }
  });

  it('are refused after the path expired, and with any sign of it changed', async () => {
    await expectRefused(await get(`${await mediaPath(learner, -1)}/v180/1.m4s`));
    const token = (await mediaPath()).slice('/media/'.length);
    for (const at of [0, 10, 60, token.length - 1]) {
      const other = token[at] === 'A' ? 'B' : 'A';
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      await expectRefused(await get(`/media/${changed}/v180/1.m4s`));
    }
  });

  it('are refused at once after the session ended', async () => {
    const leaver = await watchingLearner();
    const address = `${await mediaPath(leaver)}/v180/1.m4s`;
    const cookie = { cookie: cookieOf(leaver) };
    expect((await get(address, null, cookie)).status).toBe(200);
    await leaver.call(endpoints.auth.logout, {});
    await vi.waitFor(async () => expectRefused(await get(address, null, cookie)), {
      timeout: 4000,
      interval: 20,
    });
  });

  it('are all that a signed path opens', async () => {
    const signed = await mediaPath();
    const names = [
      'manifest.mpd',
      'master.m3u8',
      'v180/master.m3u8',
      'media.m3u8',
      'poster.jpg',
      `../${otherVideoId}/v180/1.m4s`,
      `..%2f${otherVideoId}%2fv180%2f1.m4s`,
      'v180/../v180/1.m4s',
      'v180/%2e%2e/v180/1.m4s',
      'v180//1.m4s',
      'v180%5c1.m4s',
      '..%5c..%5cmaster.key',
      'v180/1.m4s%00',
      '%00',
      '',
    ];
    for (const name of names)
      expect([name, await rawStatus(`${signed}/${name}`)]).toEqual([name, 403]);
    expect(await rawStatus(`${signed}/v180/%zz`)).toBe(400);
    expect((await get(`${signed}/v180/999.m4s`)).status).toBe(404);
    expect((await get(`${signed}/v180/1.m4s`, learner, {}, 'POST')).status).toBeGreaterThanOrEqual(
      404,
    );
  });

  it('leave no signed path in the log', async () => {
    const token = (await mediaPath()).slice('/media/'.length);
    await get(`/media/${token}/v180/1.m4s`);
    await get(`/media/${token}/nothing`);
    expect(server.logLines.length).toBeGreaterThan(0);
    expect(server.logLines.join('')).not.toContain(token);
  });
});

describe('posters', () => {
  it('come under a path of the session that lasts and stays the same for a while', async () => {
    const guest = await server.newUser();
    const read = async () => (await guest.call(endpoints.videos.list, {})).items[0]?.posterUrl;
    const address = (await read()) ?? '';
    const answer = await get(address, null);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const body = Buffer.from(await answer.arrayBuffer());
    expect(body.subarray(0, 2).toString('hex')).toBe('ffd8');
    const token = address.split('/')[2];
    await expectRefused(await get(`/media/${token}/v180/1.m4s`, learner));
    await guest.call(endpoints.auth.logout, {});
    await vi.waitFor(async () => expect((await get(address, null)).status).toBe(403), {
      timeout: 4000,
      interval: 20,
    });
  });
});

describe('pictures of a video', () => {
  it('come beside the poster, under a path that ends with the session', async () => {
    const guest = await server.newUser();
    const [video] = (await guest.call(endpoints.videos.list, {})).items;
    const address = video?.storyboardUrl ?? '';
    expect(address).toBe(`${video?.posterUrl?.replace('poster.jpg', '')}storyboard/index.vtt`);
    const track = await get(address, null);
    expect(track.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(await track.text()).toMatch(/^WEBVTT\n\n[\d:.]+ --> [\d:.]+\n1\.jpg#xywh=0,0,/);
    const sheet = await get(address.replace('index.vtt', '1.jpg'), null);
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    await guest.call(endpoints.auth.logout, {});
    await vi.waitFor(async () => expect((await get(address, null)).status).toBe(403), {
      timeout: 4000,
      interval: 20,
    });
  });
});

describe('reading ahead', () => {
  it('accepts up to three segments of a video that the caller may play, and nothing else', async () => {
    const ask = (id: string, segments: string) =>
      learner.call(endpoints.videos.prefetch, { params: { id }, query: { segments } });
    expect(await ask(videoId, 'v180/1.m4s,audio/1.m4s')).toEqual({ accepted: 2 });
    expect(await ask(videoId, 'v180/999.m4s')).toEqual({ accepted: 1 });
    for (const bad of ['', 'v180/1.m4s,', '../x/1.m4s', 'manifest.mpd', 'v1/1.m4s,'.repeat(4)]) {
      await expect(ask(videoId, bad)).rejects.toMatchObject({ status: 400 });
    }
    const nowhere = '0199a000-0000-7000-8000-000000000001';
    await expect(ask(nowhere, 'v180/1.m4s')).rejects.toMatchObject({ status: 404 });
  });

  it('of a readable size are protected like segments: the password must be confirmed', async () => {
    const path = await mediaPath();
    const track = await get(`${path}/slides/index.vtt`);
    expect(await track.text()).toMatch(/^WEBVTT\n\n00:00:00\.000 --> [\d:.]+\n1\.jpg#xywh=0,0,/);
    const slide = await get(`${path}/slides/1.jpg`);
    expect([slide.status, slide.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await get(`${path}/slides/1.jpg`, null)).status).toBe(403);
  });
});
