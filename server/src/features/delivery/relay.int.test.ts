import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listKeyForms } from '../../testing/key-scan/key-forms.ts';
import { createSearch } from '../../testing/key-scan/needles.ts';
import { addReadyVideo } from '../../testing/ready-video.ts';
import { startComposeFront, startRelay, type TestNginx } from '../../testing/start-nginx.ts';
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { makeIdentity } from '../../testing/test-identity.ts';
import { formatMediaCookieName } from '../auth/index.ts';
import { formatNginxKeyFile } from './nginx-key.presenter.ts';

const learnersInTheRoom = 30;
const names = ['v180/init.mp4', 'v180/1.m4s', 'v180/2.m4s', 'audio/1.m4s'];
const files = Object.fromEntries(names.map((name) => [name, randomBytes(20_000)]));

let folder: string;
let server: TestServer;
let relay: Awaited<ReturnType<typeof startRelay>>;
/** The nginx of deploy/compose, which keeps segments, too. */
let front: TestNginx;
let learner: TestClient;
let video: Awaited<ReturnType<typeof addReadyVideo>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-relay-'));
  // Its workers run as another user, as in an ordinary installation.
  await chmod(folder, 0o755);
  server = await startTestServer();
  const poster = { 'poster.jpg': Buffer.from('a clear picture') };
  video = await addReadyVideo(server, { files: { ...files, ...poster } });
  learner = await watchingLearner();
  const serverPort = Number(new URL(server.origin).port);
  relay = await startRelay({ serverPort, folder: path.join(folder, 'relay') });
  const { instance } = server;
  const keyFile = formatNginxKeyFile({
    deliveryKey: instance.composition.secrets.deliveryKey,
    mediaCookieName: formatMediaCookieName(instance.foundation.instanceId),
    settings: { deliveryIpv4Bits: 24, deliveryIpv6Bits: 48 },
  });
  front = await startComposeFront({ serverPort, folder: path.join(folder, 'front'), keyFile });
});
afterAll(async () => {
  await relay?.stop();
  await front?.stop();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function watchingLearner(): Promise<TestClient> {
  const client = await server.newUser();
  await client.confirmPassword(testPassword);
  return client;
}

async function signedPath(client = learner, { inMs = 600_000, address = '127.0.0.1' } = {}) {
  const { sessionId } = await client.call(endpoints.auth.validate, {});
  const expiresAt = new Date(Date.now() + inMs);
  const grant = { videoId: video.videoId, sessionId, playbackId: randomUUID(), urlVersion: 0 };
  return server.instance.composition.delivery.signMediaUrl({ ...grant, address, expiresAt });
}

const cookiesOf = (client: TestClient) =>
  [...client.cookies].map((pair) => pair.join('=')).join('; ');

const get = (address: string, client = learner, headers = {}, nginx: TestNginx = relay) =>
  fetch(nginx.origin + address, { headers: { cookie: cookiesOf(client), ...headers } });

/** What reached the server below /media, by method, since the last call. */
function takeAsked(): Record<string, number> {
  const asked: Record<string, number> = {};
  for (const line of server.logLines.splice(0)) {
    const { method, route }: { method?: string; route?: string } = JSON.parse(line);
    if (method && route?.startsWith('/media/')) asked[method] = (asked[method] ?? 0) + 1;
  }
  return asked;
}

async function expectRefused(answer: Response): Promise<void> {
  const body = await answer.text();
  expect(answer.status).toBe(403);
  expect(JSON.parse(body).error.details.reason).toBe('delivery_path_invalid');
}

it('thirty learners fetch a lesson over the line once, each asked about by himself', async () => {
  const room: TestClient[] = [];
  while (room.length < learnersInTheRoom) room.push(await watchingLearner());
  const paths = await Promise.all(room.map((one) => signedPath(one)));
  takeAsked();
  for (const name of names) {
    const answers = await Promise.all(
      room.map(async (one, at) => {
        const answer = await get(`${paths[at]}/${name}`, one);
        const bytes = Buffer.from(await answer.arrayBuffer());
        return [answer.status, bytes.equals(files[name] ?? Buffer.alloc(0))];
      }),
    );
    expect(answers).toEqual(room.map(() => [200, true]));
  }
  await expect.poll(() => server.logLines.length).toBeGreaterThan(0);
  expect(takeAsked()).toEqual({ HEAD: learnersInTheRoom * names.length, GET: names.length });
  const part = await get(`${paths[0]}/v180/1.m4s`, room[0], { range: 'bytes=10-19' });
  expect(part.status).toBe(206);
  const tenBytes = files['v180/1.m4s']?.subarray(10, 20) ?? Buffer.alloc(0);
  expect(Buffer.from(await part.arrayBuffer()).equals(tenBytes)).toBe(true);
});

it('refuses paths that are forged, expired, of another learner or network, though it has the bytes', async () => {
  const address = `${await signedPath()}/v180/1.m4s`;
  expect((await get(address)).status).toBe(200);
  expect((await get(address)).headers.get('x-relay-cache')).toBe('HIT');
  await expectRefused(await get(address.replace(/[\w-]{4}\/v180/, 'AAAA/v180')));
  await expectRefused(await get(`${await signedPath(learner, { inMs: -1000 })}/v180/1.m4s`));
  await expectRefused(
    await get(`${await signedPath(learner, { address: '203.0.113.7' })}/v180/1.m4s`),
  );
  await expectRefused(await get(address, await watchingLearner()));
  await expectRefused(await get(address, learner, { 'sec-fetch-site': 'cross-site' }));
});

it('passes on no address that a learner claims', async () => {
  const address = `${await signedPath(learner, { address: '203.0.113.7' })}/v180/1.m4s`;
  await expectRefused(await get(address, learner, { 'x-forwarded-for': '203.0.113.7' }));
});

it('refuses at once after the end of the session', async () => {
  const leaver = await watchingLearner();
  const address = `${await signedPath(leaver)}/v180/1.m4s`;
  const cookie = cookiesOf(leaver);
  expect((await get(address, leaver)).status).toBe(200);
  await leaver.call(endpoints.auth.logout, {});
  await vi.waitFor(async () => expectRefused(await get(address, leaver, { cookie })), {
    timeout: 4000,
    interval: 20,
  });
});

it('passes every call and licence request on', async () => {
  const licence = '/api/v1/drm/clearkey/license';
  const settings = '/api/v1/auth/validate';
  server.logLines.splice(0);
  for (let time = 0; time < 2; time += 1) {
    await fetch(relay.origin + licence, { method: 'POST', body: '{}' });
    await fetch(relay.origin + settings);
    await get(`${await signedPath()}/poster.jpg`);
  }
  const countLines = (part: string) => server.logLines.filter((line) => line.includes(part)).length;
  for (const part of [licence, settings, '/media/']) {
    await expect.poll(() => countLines(part)).toBeGreaterThanOrEqual(2);
  }
});

it('keeps segments only: no path, session, cookie, key or clear picture', async () => {
  const address = await signedPath();
  await (await get(`${address}/v180/1.m4s`)).arrayBuffer();
  const kept = await readdir(relay.cacheDir, { recursive: true, withFileTypes: true });
  const pieces = await Promise.all(
    kept.filter((one) => one.isFile()).map((one) => readFile(path.join(one.parentPath, one.name))),
  );
  expect(pieces).toHaveLength(names.length);
  const all = Buffer.concat(pieces);
  expect(names.every((name) => all.includes(files[name] ?? 'missing'))).toBe(true);
  const { sessionId } = await learner.call(endpoints.auth.validate, {});
  const secrets = [
    sessionId,
    '/media/',
    'set-cookie',
    'a clear picture',
    ...learner.cookies.values(),
  ];
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
  const holdsKey = createSearch(video.keys.flatMap(({ key }) => listKeyForms(key)));
  expect(holdsKey(all)).toBe(false);
  const log = await readFile(path.join(folder, 'relay', 'relay-error.log'), 'utf8');
  expect(log).not.toContain('media.');
});

describe('by TLS', () => {
  const name = 'learn.example.org';
  const identity = makeIdentity(name);
  const askedFor: (string | false | null)[] = [];
  let central: tls.Server;

  beforeAll(async () => {
    const port = Number(new URL(server.origin).port);
    central = tls.createServer({ cert: identity, key: identity }, (socket) => {
      askedFor.push(socket.servername ?? null);
      const behind = net.connect(port, '127.0.0.1');
      socket.pipe(behind).pipe(socket);
      for (const end of [socket, behind]) end.on('error', () => undefined);
    });
    // A client that trusts another certificate breaks off.
    central.on('tlsClientError', () => undefined);
    central.listen(0, '127.0.0.1');
    await once(central, 'listening');
  });
  afterAll(() => central.close());

  async function getBy(trusted: string) {
    const address = central.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const serverPort = Number(new URL(server.origin).port);
    const own = path.join(folder, `by-tls-${randomUUID()}`);
    const nginx = await startRelay({ serverPort, byTls: { port, name, trusted }, folder: own });
    try {
      const answer = await get(`${await signedPath()}/v180/1.m4s`, learner, {}, nginx);
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
    } finally {
      await nginx.stop();
    }
  }

  it('asks and fetches under the name of Prahari', async () => {
    const { status, bytes } = await getBy(identity);
    expect([status, bytes.equals(files['v180/1.m4s'] ?? Buffer.alloc(0))]).toEqual([200, true]);
    expect(new Set(askedFor)).toEqual(new Set([name]));
  });

  it('answers no other client with that name', async () => {
    takeAsked();
    expect((await getBy(makeIdentity(name))).status).toBe(502);
    expect(takeAsked()).toEqual({});
  });
});

describe('the nginx of deploy/compose', () => {
  const getThere = (address: string, client = learner, headers = {}) =>
    get(address, client, headers, front);

  it('checks each path itself, asks about it, and fetches its bytes once', async () => {
    const [one, other] = [learner, await watchingLearner()];
    const paths = [await signedPath(one), await signedPath(other)];
    takeAsked();
    for (const [at, client] of [one, other].entries()) {
      const answer = await getThere(`${paths[at]}/v180/2.m4s`, client);
      expect(answer.status).toBe(200);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.equals(files['v180/2.m4s'] ?? Buffer.alloc(0))).toBe(true);
    }
    const asked: Record<string, number> = {};
    const add = (more: Record<string, number>) => {
      for (const [method, count] of Object.entries(more))
        asked[method] = (asked[method] ?? 0) + count;
    };
    const askedSoFar = () => {
      add(takeAsked());
      return asked;
    };
    await expect.poll(askedSoFar).toEqual({ HEAD: 2, GET: 1 });
    // A path that is not ours costs no question, only the answer.
    await expectRefused(await getThere(`${paths[0]?.replace(/[\w-]{4}$/, 'AAAA')}/v180/2.m4s`));
    await expect.poll(askedSoFar).toEqual({ HEAD: 2, GET: 2 });
  });

  it('refuses stored segments after the end of the session, and shows no metrics', async () => {
    const leaver = await watchingLearner();
    const address = `${await signedPath(leaver)}/v180/1.m4s`;
    const cookie = cookiesOf(leaver);
    expect((await getThere(address, leaver)).status).toBe(200);
    await leaver.call(endpoints.auth.logout, {});
    await vi.waitFor(async () => expectRefused(await getThere(address, leaver, { cookie })), {
      timeout: 4000,
      interval: 20,
    });
    for (const hidden of ['/metrics', '/api/v1/metrics', '/health/deep']) {
      expect((await getThere(hidden)).status).toBe(404);
    }
    expect((await getThere('/version')).status).toBe(200);
  });
});
