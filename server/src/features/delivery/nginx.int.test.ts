import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, chown, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../platform/testing/free-port.ts';
import { playVideo } from '../../testing/play-video.ts';
import { addReadyVideo } from '../../testing/ready-video.ts';
import { createTusClient } from '../../testing/resumable-upload.ts';
import { startNginx, type TestNginx } from '../../testing/start-nginx.ts';
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { formatNginxKeyFile } from './nginx-key.presenter.ts';

/** The most that pages send in one request (`chunk-size.ts`). */
const pieceBytes = 64 * 1024 ** 2;
const segment = randomBytes(300_000);
const files = {
  ...Object.fromEntries(
    Array.from({ length: 120 }, (_, at) => [`v180/${at + 1}.m4s`, randomBytes(50)]),
  ),
  'v180/1.m4s': segment,
  'v180/init.mp4': randomBytes(800),
};

/**
 * The account of the workers of an nginx started by root, unless its configuration says otherwise.
 */
async function nobodysGroup(): Promise<number> {
  const accounts = await readFile('/etc/passwd', 'utf8');
  return Number(/^nobody:[^:]*:\d+:(\d+):/m.exec(accounts)?.[1]);
}

const configurations = ['x-accel.conf', 'checked-paths.conf'] as const;

describe.each(configurations)('nginx with %s', (configuration) => {
  let folder: string;
  let server: TestServer;
  let nginx: TestNginx;
  let learner: TestClient;
  let videoId: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-nginx-'));
    // Its workers run as another user, as in an ordinary installation.
    await chmod(folder, 0o755);
    const isChecking = configuration === 'checked-paths.conf';
    const revokedDir = path.join(folder, 'revoked');
    const segmentLogPort = await freePort();
    server = await startTestServer({
      environment: {
        TRUST_PROXY: '127.0.0.1',
        ...(isChecking
          ? {
              DELIVERY_REVOCATIONS_DIR: revokedDir,
              DELIVERY_SEGMENT_LOG_PORT: `${segmentLogPort}`,
            }
          : { DELIVERY_X_ACCEL_PREFIX: '/_media/' }),
      },
    });
    const { dataDir } = server.instance.foundation;
    await chmod(dataDir, 0o711);
    // As deploy/nginx/README.md says where nginx's user is in no group of Prahari's.
    if (process.getuid?.() === 0) await chown(path.join(dataDir, 'media'), 0, await nobodysGroup());
    ({ videoId } = await addReadyVideo(server, { files }));
    const settings = { deliveryIpv4Bits: 24, deliveryIpv6Bits: 48 };
    const { deliveryKey } = server.instance.composition.secrets;
    learner = await watchingLearner();
    const mediaCookieName = [...learner.cookies.keys()].find((name) => name.includes('watch'));
    nginx = await startNginx({
      configuration,
      dataDir,
      revokedDir,
      segmentLogPort,
      folder: path.join(folder, 'nginx'),
      serverPort: Number(new URL(server.origin).port),
      ...(isChecking
        ? {
            keyFile: formatNginxKeyFile({
              deliveryKey,
              settings,
              mediaCookieName: mediaCookieName ?? '',
            }),
          }
        : {}),
    });
  });
  afterAll(async () => {
    await nginx?.stop();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function watchingLearner(): Promise<TestClient> {
    const client = await server.newUser();
    await client.confirmPassword(testPassword);
    return client;
  }

  async function mediaPath(options: { client?: TestClient; address?: string; inMs?: number } = {}) {
    const { client = learner, address = '127.0.0.1', inMs = 600_000 } = options;
    const { sessionId } = await client.call(endpoints.auth.validate, {});
    const expiresAt = new Date(Date.now() + inMs);
    const { delivery } = server.instance.composition;
    const playbackId = randomUUID();
    const grant = { videoId, sessionId, playbackId, urlVersion: 0 };
    return delivery.signMediaUrl({ ...grant, address, expiresAt });
  }

  function get(
    address: string,
    client: TestClient | null = learner,
    headers = {},
    signal = AbortSignal.timeout(20_000),
  ) {
    const cookies = client ? [...client.cookies].map((pair) => pair.join('=')).join('; ') : '';
    return fetch(nginx.origin + address, { headers: { cookie: cookies, ...headers }, signal });
  }

  async function expectRefused(answer: Response): Promise<void> {
    const body = await answer.text();
    expect([answer.status, answer.headers.get('x-accel-redirect')]).toEqual([403, null]);
    expect(JSON.parse(body).error.details.reason).toBe('delivery_path_invalid');
  }

  it('serves segments whole and in parts, with their headers', async () => {
    const address = `${await mediaPath()}/v180/1.m4s`;
    const whole = await get(address);
    expect(whole.status).toBe(200);
    // Size and time of change, as nginx writes them: the server's own are in base 36.
    expect(whole.headers.get('etag')).toMatch(/^"[0-9a-f]{8}-[0-9a-f]+"$/);
    const asked = server.logLines.filter((line) => line.includes('"route":"/media/'));
    expect(asked.length).toBe(configuration === 'x-accel.conf' ? 1 : 0);
    expect(Buffer.from(await whole.arrayBuffer()).equals(segment)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/iso.segment',
      'cache-control': 'private, max-age=3600, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    const part = await get(address, learner, { range: 'bytes=10-19' });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(segment.subarray(10, 20))).toBe(true);
    const etag = whole.headers.get('etag') ?? '';
    expect((await get(address, learner, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(address.replace('1.m4s', 'init.mp4'))).headers.get('content-type')).toBe(
      'video/mp4',
    );
  });

  it('refuses what the server refuses', async () => {
    const address = `${await mediaPath()}/v180/1.m4s`;
    await expectRefused(await get(address, null));
    await expectRefused(await get(address, await watchingLearner()));
    await expectRefused(await get(address, learner, { 'sec-fetch-site': 'cross-site' }));
    await expectRefused(await get(`${await mediaPath({ inMs: -1000 })}/v180/1.m4s`));
    await expectRefused(await get(`${await mediaPath({ address: '203.0.113.7' })}/v180/1.m4s`));
    const token = (await mediaPath()).slice('/media/'.length);
    for (let at = 0; at < token.length; at += 5) {
      const changed = token.slice(0, at) + (token[at] === '7' ? '8' : '7') + token.slice(at + 1);
      await expectRefused(await get(`/media/${changed}/v180/1.m4s`));
    }
  });

  it('keeps to the folder of the video', async () => {
    const signed = await mediaPath();
    const names = ['manifest.mpd', 'poster.jpg', 'v180/..%2fmanifest.mpd', '..%2f..%2fmaster.key'];
    for (const name of names) expect((await get(`${signed}/${name}`)).status).toBe(403);
    expect((await get('/_media/videos/x')).status).toBe(404);
    expect((await get(`/_media/videos/${videoId}/v180/1.m4s`)).status).toBe(404);
    expect((await get(`${signed}/v180/999.m4s`)).status).toBe(404);
  });

  it('refuses soon after the end of the session', async () => {
    const leaver = await watchingLearner();
    const address = `${await mediaPath({ client: leaver })}/v180/1.m4s`;
    const cookies = [...leaver.cookies].map((pair) => pair.join('=')).join('; ');
    expect((await get(address, null, { cookie: cookies })).status).toBe(200);
    await leaver.call(endpoints.auth.logout, {});
    await vi.waitFor(async () => expectRefused(await get(address, null, { cookie: cookies })), {
      timeout: 4000,
      interval: 20,
    });
  });

  it('refuses soon after play being moved or replaced', async () => {
    const [first, second] = [
      await playVideo(learner, videoId),
      await playVideo(learner, videoId),
    ].map(({ manifest }) => `${/<BaseURL>([^<]+)/.exec(manifest.text)?.[1]}v180/1.m4s`);
    await vi.waitFor(async () => expectRefused(await get(first ?? '')), {
      timeout: 4000,
      interval: 20,
    });
    expect((await get(second ?? '')).status).toBe(200);
  });

  it('slows down a client that fetches faster than play, in each way of delivery', async () => {
    const hasty = await watchingLearner();
    const { manifest } = await playVideo(hasty, videoId);
    const base = /<BaseURL>([^<]+)/.exec(manifest.text)?.[1] ?? '';
    // 78 s of the video, in segments of two seconds, come at once, and two while they come.
    for (let number = 1; number <= 40; number += 1) {
      expect((await get(`${base}v180/${number}.m4s`, hasty)).status).toBe(200);
    }
    await vi.waitFor(
      async () => {
        const leaving = AbortSignal.timeout(3000);
        const asked = Array.from({ length: 44 }, (_, at) =>
          get(`${base}v180/${at + 41}.m4s`, hasty, {}, leaving).then(({ status }) => status),
        );
        const statuses = await Promise.allSettled(asked);
        const values = statuses.map((one) => (one.status === 'fulfilled' ? one.value : null));
        expect(values).toContain(429);
      },
      { timeout: 9000 },
    );
  });

  it('refuses soon after the withdrawal of the video', async () => {
    const address = `${await mediaPath()}/v180/1.m4s`;
    expect((await get(address)).status).toBe(200);
    const admin = await server.superAdmin();
    const params = { id: videoId };
    await admin.call(endpoints.videos.update, { params, body: { published: false } });
    await vi.waitFor(async () => expectRefused(await get(address)), {
      timeout: 4000,
      interval: 20,
    });
  });

  it('passes a piece of an upload on as it arrives, complete and without storing it', async () => {
    const admin = await server.superAdmin();
    const tus = createTusClient(server.origin, admin);
    const id = await tus.begin({ lengthBytes: pieceBytes });
    const address = new URL(tus.urlTo(id));
    const headers = await admin.headersFor('PATCH', address.href);
    const { dataDir } = server.instance.foundation;
    const file = path.join(dataDir, 'uploads', `${id}.resumable`);
    const half = Buffer.alloc(pieceBytes / 2, 'x');
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(half);
        // Had nginx waited for all of it, nothing would be there. What is in the buffers of the
        // connections may come with the next bytes.
        const arrived = half.length - 1024 ** 2;
        await vi.waitFor(
          async () => expect((await stat(file)).size).toBeGreaterThanOrEqual(arrived),
          { timeout: 20_000 },
        );
        controller.enqueue(half.subarray(0, -1));
        controller.close();
      },
    });
    const answer = await fetch(nginx.origin + address.pathname, {
      method: 'PATCH',
      headers: {
        ...headers,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body,
      duplex: 'half',
    });
    expect(answer.status).toBe(204);
    expect(await tus.offset(id)).toBe(pieceBytes - 1);
    expect(await readdir(path.join(folder, 'nginx', 'client_body'))).toEqual([]);
    await tus.cancel(id);
  });

  it('writes no signed path into its log', async () => {
    const token = (await mediaPath()).slice('/media/'.length);
    await get(`/media/${token}/v180/1.m4s`);
    const log = await vi.waitUntil(
      async () => {
        const written = await readFile(path.join(folder, 'nginx', 'prahari.log'), 'utf8');
        return written.includes('/media/[signed]') && written;
      },
      // nginx writes its log once a second.
      { timeout: 30_000 },
    );
    expect(log).not.toContain(token);
  });
});
