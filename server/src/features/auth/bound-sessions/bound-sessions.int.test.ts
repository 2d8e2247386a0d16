import { type ApiError, endpoints } from '@prahari/contract';
import { exportJWK, type GenerateKeyPairResult } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createBoundBrowser } from '../../../testing/bound-browser.ts';
import { playVideo } from '../../../testing/play-video.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import { createTestClient, type TestClient } from '../../../testing/test-client.ts';

const { auth, drm } = endpoints;
let server: TestServer;
let beside: TestServer;
let videoId: string;
let kid: string;
let offsetMs = 0;
const clock = { now: () => new Date(Date.now() + offsetMs) };
beforeAll(async () => {
  server = await startTestServer({ clock });
  beside = await startTestServer({ clock, beside: server });
  const video = await addReadyVideo(server);
  videoId = video.videoId;
  kid = Buffer.from(video.keys[0]?.keyId ?? []).toString('base64url');
});
afterEach(() => {
  offsetMs = 0;
});
afterAll(async () => {
  await beside.stop();
  await server.stop();
});

const minutes = (count: number) => {
  offsetMs += count * 60_000;
};

const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ reason }: ApiError) => reason,
  );

/** By the cookie, as a page does. */
async function renew(client: TestClient): Promise<void> {
  const data = await client.call(auth.refresh, { body: {} });
  client.accessToken = data.accessToken;
}

/** A learner in a browser that was asked to bind the session. */
async function learnerInBrowser(algorithm?: 'ES256' | 'RS256') {
  const learner = await server.newUser();
  learner.isBrowser = true;
  await learner.signIn(learner.contactNumber, testPassword);
  const browser = await createBoundBrowser(learner, server.origin, algorithm);
  return { learner, browser };
}

async function boundLearner(algorithm?: 'ES256' | 'RS256') {
  const { learner, browser } = await learnerInBrowser(algorithm);
  expect(await browser.register()).toBe(200);
  expect((await browser.refresh()).status).toBe(200);
  return { learner, browser };
}

/** All files of the browser on another machine: device key, cookies and tokens, but not that key. */
async function copyOf(client: TestClient, at = server.origin): Promise<TestClient> {
  const copy = await createTestClient(at, client.keys);
  copy.isBrowser = true;
  copy.accessToken = client.accessToken;
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  return copy;
}

async function boundFacts(sessionId: string): Promise<number> {
  const rows = await server.instance.foundation.db
    .selectFrom('events')
    .select('data')
    .where('name', '=', 'session.bound')
    .execute();
  return rows.filter(({ data }) => Object(data).sessionId === sessionId).length;
}

describe('a bound session', () => {
  it.each(['ES256', 'RS256'] as const)('works with a key of %s, videos too', async (algorithm) => {
    const { learner, browser } = await boundLearner(algorithm);
    await renew(learner);
    await learner.confirmPassword(testPassword);
    await playVideo(learner, videoId);
    for (let quarter = 0; quarter < 3; quarter += 1) {
      minutes(14);
      // With the challenge of the answer before: one request.
      expect((await browser.refreshOnce({})).status).toBe(200);
      await renew(learner);
    }
    expect(await boundFacts(browser.sessionId())).toBe(1);
  });

  it('gives a copy without the key neither a renewal nor a video once its cookie has expired', async () => {
    const { learner, browser } = await boundLearner();
    await learner.confirmPassword(testPassword);
    const { playbackSessionId } = await playVideo(learner, videoId);
    const copy = await copyOf(learner);
    minutes(11);
    expect(await reasonOf(renew(copy))).toBe('binding_missing');
    expect(await reasonOf(playVideo(copy, videoId))).toBe('binding_missing');
    const licence = copy.call(drm.clearKeyLicense, {
      query: { playbackSession: playbackSessionId },
      body: { kids: [kid], type: 'temporary' },
    });
    expect(await reasonOf(licence)).toBe('binding_missing');
    // Only the copy is at fault: the owner continues, without accusation.
    expect((await browser.refresh()).status).toBe(200);
    await renew(learner);
    await playVideo(learner, videoId);
  });

  it('is not unbound by a missing cookie, the cookie of another session, or a changed one', async () => {
    const { learner, browser } = await boundLearner();
    const other = await boundLearner();
    const copy = await copyOf(learner);
    const name = browser.cookieName();
    const good = learner.cookies.get(name) ?? '';
    const later = String(Number(good.split('.')[0]) + 600);
    for (const cookie of [
      undefined,
      other.learner.cookies.get(other.browser.cookieName()),
      good.replace(/^\d+/, later),
      `${good}A`,
    ]) {
      copy.cookies.delete(name);
      if (cookie !== undefined) copy.cookies.set(name, cookie);
      expect(await reasonOf(renew(copy))).toBe('binding_missing');
    }
    copy.cookies.set(name, good);
    await renew(copy);
  });

  it('is asked to try again where the browser says that it could not renew', async () => {
    const { learner } = await boundLearner();
    minutes(11);
    // For a nonce of now.
    await learner.call(auth.validate, {});
    const url = `${server.origin}/api/v1${auth.refresh.path}`;
    const cookie = [...learner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      method: 'POST',
      body: '{}',
      headers: {
        ...(await learner.headersFor('POST', url)),
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'secure-session-skipped': 'unreachable;session_identifier="x"',
        cookie,
      },
    });
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('10');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('sets cookies for the calls that need them, and for no others', async () => {
    const { browser } = await boundLearner();
    const { lines } = await browser.refresh();
    const rest = 'HttpOnly; Secure; SameSite=Strict';
    expect(lines.map((line) => line.replace(/=[^;]+;/, '=…;'))).toEqual(
      ['/api/v1/auth/refresh', '/api/v1/drm'].map(
        (path) => `${browser.cookieName()}=…; Max-Age=600; Path=${path}; ${rest}`,
      ),
    );
  });

  it('ends in the browser too', async () => {
    const { learner, browser } = await boundLearner();
    await learner.call(auth.logout, {});
    expect(learner.cookies.has(browser.cookieName())).toBe(false);
    expect(await browser.refresh()).toMatchObject({ status: 200, isOver: true, lines: [] });
  });
});

describe('a signature', () => {
  it('is used once, and a lost answer needs another one', async () => {
    const { learner, browser } = await boundLearner();
    const used = browser.challenge();
    expect((await browser.refresh()).status).toBe(200);
    const cookie = learner.cookies.get(browser.cookieName());
    browser.putChallengeBack(used);
    const again = await browser.refreshOnce({});
    expect(again).toMatchObject({ status: 403, lines: [] });
    expect(learner.cookies.get(browser.cookieName())).toBe(cookie);
    expect((await browser.refreshOnce({})).status).toBe(200);
  });

  it('is taken once where two processes are asked at the same moment', async () => {
    const { browser } = await boundLearner();
    const challenge = browser.challenge() ?? '';
    const proof = await browser.proofOf(challenge, false);
    const headers = {
      'sec-secure-session-id': browser.sessionId(),
      'secure-session-response': proof,
    };
    const path = '/api/v1/auth/bound-session/refresh';
    const at = [server.origin, beside.origin, server.origin, beside.origin];
    const answers = await Promise.all(at.map((origin) => browser.send(path, headers, origin)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    // Either challenge works for the browser, at the other process too.
    expect((await browser.refresh({}, beside.origin)).status).toBe(200);
  });

  it('of an old challenge asks for another, at the right key only', async () => {
    const { browser } = await boundLearner();
    minutes(16);
    expect((await browser.refreshOnce({})).status).toBe(403);
    expect((await browser.refreshOnce({})).status).toBe(200);
  });

  it('of another key, type, algorithm or session gives nothing', async () => {
    const { learner, browser } = await boundLearner();
    const other = await boundLearner();
    const keys = await browser.newKeys();
    learner.cookies.delete(browser.cookieName());
    const { kty, crv, x, y } = await exportedKey(keys);
    const refused = [
      { keys },
      { typ: 'jwt' },
      { typ: 'dpop+jwt' },
      { header: { jwk: { kty, crv, x, y } }, keys },
      { header: { crit: ['exp'], exp: 1 } },
    ];
    for (const parts of refused) {
      const challenge = browser.challenge();
      const answer = await browser.refreshOnce(parts).catch(() => ({ status: 401 }));
      expect(answer.status).toBe(401);
      browser.putChallengeBack(challenge);
    }
    const none = Buffer.from('{"alg":"none","typ":"dbsc+jwt"}').toString('base64url');
    const claims = Buffer.from(JSON.stringify({ jti: browser.challenge() })).toString('base64url');
    const headers = { 'sec-secure-session-id': browser.sessionId() };
    for (const proof of [`${none}.${claims}.`, `${none}.${claims}.AA`, 'x', '"', 'a.b.c']) {
      const path = '/api/v1/auth/bound-session/refresh';
      const answer = await browser.send(path, { ...headers, 'secure-session-response': proof });
      expect(answer).toMatchObject({ status: 401, lines: [] });
    }
    // The right key with a challenge of another session, or for binding: sign ours.
    for (const jti of [other.browser.challenge() ?? '', browser.invitation().jti]) {
      expect((await browser.refreshOnce({ jti })).status).toBe(403);
    }
    expect(learner.cookies.has(browser.cookieName())).toBe(false);
    expect((await browser.refreshOnce({})).status).toBe(200);
  });

  it('is not asked of a session that was never bound, or that does not exist', async () => {
    const { learner, browser } = await learnerInBrowser();
    const { items } = await learner.call(auth.sessions, {});
    const path = '/api/v1/auth/bound-session/refresh';
    for (const id of [items[0]?.id ?? '', '0199f3c0-0000-7000-8000-000000000001']) {
      const answer = await browser.send(path, { 'sec-secure-session-id': `"${id}"` });
      expect(answer).toMatchObject({ status: 200, lines: [] });
      expect(JSON.parse(answer.text)).toEqual({ session_identifier: id, continue: false });
    }
    expect((await browser.send(path, {})).status).toBe(401);
    expect((await browser.send(path, { 'sec-secure-session-id': 'x' })).status).toBe(401);
  });
});

describe('a registration', () => {
  it('binds once: the key is never replaced', async () => {
    const { learner, browser } = await boundLearner();
    expect(await browser.register()).toBe(401);
    const other = await createBoundBrowser(await copyOf(learner), server.origin);
    other.client.registration = learner.registration;
    expect(await other.register()).toBe(401);
    expect((await browser.refresh()).status).toBe(200);
  });

  it('is refused late, changed, with another type or key, and after the sign-out', async () => {
    const { learner, browser } = await learnerInBrowser();
    const { jti } = browser.invitation();
    const { learner: else_, browser: another } = await learnerInBrowser();
    const keys = await browser.newKeys();
    const parts = [
      { typ: 'jwt' },
      { jti: jti.replace(/^bind/, 'renew') },
      { jti: jti.replace(/.$/, (sign) => (sign === 'A' ? 'E' : 'A')) },
      { jti: jti.replace(/\.[0-9a-f-]{36}\./, `.${(await current(else_)).id}.`) },
      { header: { jwk: undefined } },
      { header: { jwk: await exportedKey(keys) } },
      { header: { jwk: { ...(await exportedKey(keys)), d: 'AA' } } },
    ];
    for (const part of parts) expect(await browser.register(part)).toBe(401);
    expect(await reasonOf(renew(learner))).toBe(null);
    await else_.call(auth.logout, {});
    expect(await another.register()).toBe(401);
    minutes(6);
    expect(await browser.register()).toBe(401);
  });

  it('asks nothing of the browser before it has signed a renewal', async () => {
    const { learner, browser } = await learnerInBrowser();
    expect(await browser.register()).toBe(200);
    // Its answer may have been lost: that must not cost the session.
    await renew(learner);
    expect(await boundFacts(browser.sessionId())).toBe(0);
    expect(await current(learner)).toMatchObject({ isBound: false });
    expect((await browser.refresh()).status).toBe(200);
    expect(await current(learner)).toMatchObject({ isBound: true });
    learner.cookies.delete(browser.cookieName());
    expect(await reasonOf(renew(learner))).toBe('binding_missing');
  });

  it('is not asked of programs, and a browser without such keys works as before', async () => {
    const program = await server.newUser();
    expect(program.registration).toBe(null);
    const { learner } = await learnerInBrowser();
    expect(learner.registration).toMatch(/^\(ES256 RS256\);path="\/api/);
    learner.registration = null;
    minutes(14);
    await renew(learner);
    await learner.confirmPassword(testPassword);
    await playVideo(learner, videoId);
    expect(learner.registration).toBe(null);
  });
});

it('stays within its number of calls for each session', async () => {
  const { browser } = await boundLearner();
  const statuses = [];
  for (let i = 0; i < 31; i += 1) statuses.push((await browser.refresh()).status);
  expect(statuses).toContain(429);
});

it('asks for no key and unbinds sessions where it is switched off', async () => {
  const { learner, browser } = await boundLearner();
  const off = await startTestServer({
    clock,
    beside: server,
    environment: { DEVICE_BOUND_SESSIONS: 'off' },
  });
  const copy = await copyOf(learner, off.origin);
  copy.cookies.delete(browser.cookieName());
  await renew(copy);
  expect(await browser.refresh({}, off.origin)).toMatchObject({ status: 200, isOver: true });
  await copy.signIn(learner.contactNumber, testPassword);
  expect(copy.registration).toBe(null);
  await off.stop();
});

async function exportedKey(keys: GenerateKeyPairResult) {
  const { kty = '', crv, x, y } = await exportJWK(keys.publicKey);
  return { kty, crv, x, y };
}

async function current(client: TestClient) {
  const { items } = await client.call(auth.sessions, {});
  const one = items.find(({ isCurrent }) => isCurrent);
  return { id: one?.id ?? '', isBound: one?.isBound };
}
