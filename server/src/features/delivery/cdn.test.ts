import * as nodeCrypto from 'node:crypto';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { computeNetwork } from '../../platform/network/network.ts';
import { createSignedUrls } from './signed-url.rules.ts';

const folder = path.join(import.meta.dirname, '..', '..', '..', '..', 'deploy', 'cdn');
const deliveryKey = Buffer.alloc(32, 7);
const cookieName = '__Host-prahari-watch-0';
const nowSeconds = 1_800_000_000;
const origin = 'https://learn.example.org';
const name = 'v180/12.m4s';

/** What a browser sends, by the address that the CDN sees. */
interface Sent {
  readonly path: string;
  readonly cookie: string;
  readonly site: string | null;
  readonly address: string;
}
interface Bits {
  readonly ipv4: number;
  readonly ipv6: number;
}
/** What one of the programs asked of what is behind it: a bucket, a cache, or the server. */
type Judge = (sent: Sent, bits: Bits) => Promise<'segment' | 'refused'>;

const session = '01890a5d-ac96-774b-bcce-b302099a8057';
const grant = {
  kind: 'media' as const,
  videoId: '01890a5d-ac96-774b-bcce-b302099a8001',
  sessionId: session,
  playbackId: '01890a5d-ac96-774b-bcce-b302099a8002',
  urlVersion: 3,
};

/** As `media-cookie.adapter.ts` does. */
function signCookie(sessionId: string, expires: number): string {
  const mac = createHmac('sha256', deliveryKey).update(`watch-pass:${sessionId}.${expires}`);
  return `${sessionId}.${expires}.${mac.digest('base64url')}`;
}

const readProgram = (file: string) =>
  readFileSync(path.join(folder, file), 'utf8').replace(/^import .*$/gm, '');

const byCloudFront: Judge = async (sent, bits) => {
  const values = new Map(
    Object.entries({
      'delivery-key': deliveryKey.toString('base64'),
      'media-cookie': cookieName,
      'ipv4-bits': `${bits.ipv4}`,
      'ipv6-bits': `${bits.ipv6}`,
    }),
  );
  const handler: unknown = runInNewContext(`${readProgram('cloudfront.js')}\nhandler;`, {
    cf: { kvs: () => values },
    crypto: nodeCrypto,
    Buffer,
    Date: { now: () => nowSeconds * 1000 },
  });
  if (typeof handler !== 'function') throw new Error('there is no handler');
  const answer = await handler({
    viewer: { ip: sent.address },
    request: {
      method: 'GET',
      uri: sent.path,
      querystring: {},
      headers: sent.site === null ? {} : { 'sec-fetch-site': { value: sent.site } },
      cookies: { other: { value: 'x' }, [cookieName]: { value: sent.cookie } },
    },
  });
  if (answer.statusCode === 403) return 'refused';
  expect(answer).toMatchObject({
    uri: `/videos/${grant.videoId}/${name}`,
    querystring: {},
    cookies: {},
  });
  return 'segment';
};

const cacheKeys: string[] = [];
const urlOf = (input: unknown) => (input instanceof Request ? input.url : String(input));
const methodOf = (input: unknown) => (input instanceof Request ? input.method : 'GET');

const requestOf = ({ path: url, cookie, site, address }: Sent) =>
  new Request(`${origin}${url}`, {
    headers: {
      cookie: `other=x; ${cookieName}=${cookie}`,
      'cf-connecting-ip': address,
      range: 'bytes=0-1',
      ...(site === null ? {} : { 'sec-fetch-site': site }),
    },
  });

let cloudflare: {
  fetch(request: Request, env: object, context: object): Promise<Response>;
};
let findPermittedSegment: unknown;
beforeAll(async () => {
  const load = (file: string) => import(pathToFileURL(path.join(folder, file)).href);
  cloudflare = (await load('cloudflare.js')).default;
  ({ findPermittedSegment } = await load('signed-path.js'));
});
beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(nowSeconds * 1000);
  cacheKeys.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const envOf = (bits: Bits, asks: 'on' | 'off') => ({
  DELIVERY_KEY: deliveryKey.toString('base64'),
  MEDIA_COOKIE: cookieName,
  IPV4_BITS: `${bits.ipv4}`,
  IPV6_BITS: `${bits.ipv6}`,
  ASK_ORIGIN: asks,
});

const byCloudflare: Judge = async (sent, bits) => {
  vi.stubGlobal('caches', {
    default: {
      async match(key: unknown) {
        cacheKeys.push(urlOf(key));
        return new Response('segment');
      },
    },
  });
  vi.stubGlobal('fetch', async () => new Response('refused'));
  const answer = await cloudflare.fetch(requestOf(sent), envOf(bits, 'off'), {});
  const text = await answer.text();
  if (text === 'refused') return 'refused';
  expect(cacheKeys.at(-1)).toBe(`${origin}/segments/${grant.videoId}/${name}`);
  expect(answer.headers.get('cache-control')).toMatch(/^private/);
  return 'segment';
};

interface FastlyOptions {
  readonly cacheOverride: { readonly mode: string };
  readonly cacheKey?: string;
}

/** Runs the program of Fastly; `origin` is what the server answers to a question by HEAD. */
async function runFastly(sent: Sent, bits: Bits, asks: 'on' | 'off', judged = 200) {
  const settings = new Map(
    Object.entries({
      'media-cookie': cookieName,
      'ipv4-bits': `${bits.ipv4}`,
      'ipv6-bits': `${bits.ipv6}`,
      'ask-origin': asks,
    }),
  );
  const answer = Promise.withResolvers<Response>();
  const secret = { plaintext: () => deliveryKey.toString('base64') };
  runInNewContext(readProgram('fastly.js'), {
    findPermittedSegment,
    CacheOverride: class {
      readonly mode: string;
      constructor(mode: string) {
        this.mode = mode;
      }
    },
    ConfigStore: class {
      get = (key: string) => settings.get(key);
    },
    SecretStore: class {
      get = async () => secret;
    },
    URL,
    Request,
    Response,
    Headers,
    Date: { now: () => nowSeconds * 1000 },
    async fetch(request: Request, { cacheOverride, cacheKey }: FastlyOptions) {
      if (request.method === 'HEAD') return new Response(null, { status: judged });
      if (cacheOverride.mode === 'pass') return new Response('refused');
      cacheKeys.push(cacheKey ?? '');
      return new Response('segment');
    },
    addEventListener(_: string, listener: (event: object) => void) {
      const client = { address: sent.address };
      const respondWith = (given: Promise<Response>) => answer.resolve(given);
      listener({ request: requestOf(sent), client, respondWith });
    },
  });
  return answer.promise;
}

const byFastly: Judge = async (sent, bits) => {
  const answer = await runFastly(sent, bits, 'off');
  if ((await answer.text()) === 'refused') return 'refused';
  expect(cacheKeys.at(-1)).toBe(`${grant.videoId}/${name}`);
  expect(answer.headers.get('cache-control')).toMatch(/^private/);
  return 'segment';
};

const addresses = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4().map((v4) => `::ffff:${v4}`),
  fc.constantFrom('203.0.113.7', '203.0.113.200', '2001:db8:1::7', '::1', '127.0.0.1'),
);
const seconds = fc.integer({ min: -2, max: 2 }).map((by) => nowSeconds + by);

describe.each([
  ['CloudFront', byCloudFront],
  ['Cloudflare', byCloudflare],
  ['Fastly', byFastly],
] as const)('the program for %s', (_, judge) => {
  const bits = { ipv4: 24, ipv6: 48 };
  const signedUrls = createSignedUrls(deliveryKey, bits);
  const expires = nowSeconds + 60;
  const token = signedUrls.sign({ ...grant, expiresAt: new Date(expires * 1000) }, '203.0.113.7');
  const good: Sent = {
    path: `/media/${token}/${name}`,
    cookie: signCookie(session, expires),
    site: 'same-origin',
    address: '203.0.113.200',
  };

  it('admits what the server signed, from the network and the session that it was signed for', async () => {
    expect(await judge(good, bits)).toBe('segment');
    expect(await judge({ ...good, site: null }, bits)).toBe('segment');
  });

  it('refuses everything else', async () => {
    const other = '01890a5d-ac96-774b-bcce-b302099a8003';
    const changed: Partial<Sent>[] = [
      { address: '203.0.114.7' },
      { site: 'cross-site' },
      { cookie: '' },
      { cookie: signCookie(other, expires) },
      { cookie: signCookie(session, nowSeconds) },
      { cookie: good.cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) },
      { path: good.path.replace(/.(?=\/v180)/, (last) => (last === 'A' ? 'B' : 'A')) },
      { path: good.path.replace(grant.videoId, other) },
      { path: good.path.replace('.3.', '.4.') },
      { path: `/media/${token}/../${other}/1.m4s` },
      { path: '/api/v1/videos' },
    ];
    for (const change of changed) {
      expect(await judge({ ...good, ...change }, bits), JSON.stringify(change)).toBe('refused');
    }
  });

  it('judges addresses and times as the server does', async () => {
    const width = (max: number) => fc.integer({ min: 0, max });
    const all = fc.tuple(addresses, addresses, width(32), width(128), seconds, seconds);
    await fc.assert(
      fc.asyncProperty(all, async ([signedFor, address, ipv4, ipv6, pathEnds, cookieEnds]) => {
        const some = { ipv4, ipv6 };
        const grantNow = { ...grant, expiresAt: new Date(pathEnds * 1000) };
        const path = `/media/${createSignedUrls(deliveryKey, some).sign(grantNow, signedFor)}/${name}`;
        const isNear = computeNetwork(signedFor, some) === computeNetwork(address, some);
        const isGood = isNear && pathEnds > nowSeconds && cookieEnds > nowSeconds;
        const cookie = signCookie(session, cookieEnds);
        const verdict = await judge({ path, cookie, site: null, address }, some);
        expect(verdict).toBe(isGood ? 'segment' : 'refused');
      }),
      { numRuns: 50 },
    );
  });
});

describe('with ASK_ORIGIN', () => {
  const bits = { ipv4: 0, ipv6: 0 };
  const expiresAt = new Date((nowSeconds + 60) * 1000);
  const token = createSignedUrls(deliveryKey, bits).sign({ ...grant, expiresAt }, '203.0.113.7');
  const cookie = signCookie(session, nowSeconds + 60);
  const sent: Sent = { path: `/media/${token}/${name}`, cookie, site: null, address: '192.0.2.1' };

  it('Cloudflare and Fastly send nothing that the server does not permit at this moment', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (request: Request) => {
      asked.push(methodOf(request));
      // A range is about bytes, not about the right to them.
      if (request.method === 'HEAD') expect(request.headers.get('range')).toBeNull();
      return new Response(request.method === 'HEAD' ? null : 'refused', { status: 403 });
    });
    vi.stubGlobal('caches', { default: { match: async () => new Response('segment') } });
    const answer = await cloudflare.fetch(requestOf(sent), envOf(bits, 'on'), {});
    expect([answer.status, asked]).toEqual([403, ['HEAD', 'GET']]);
    expect(await (await runFastly(sent, bits, 'on', 403)).text()).toBe('refused');
    expect(await (await runFastly(sent, bits, 'on', 200)).text()).toBe('segment');
  });

  it('Cloudflare fetches the whole segment once, and keeps it under a name without a learner', async () => {
    const kept: [string, Response][] = [];
    vi.stubGlobal('caches', {
      default: {
        match: async () => undefined,
        put: async (key: string, answer: Response) => void kept.push([key, answer]),
      },
    });
    vi.stubGlobal('fetch', async (request: Request) => {
      expect(request.headers.get('range')).toBeNull();
      const headers = { 'cache-control': 'private, max-age=3600, immutable' };
      return new Response('whole', { headers });
    });
    const waits: Promise<unknown>[] = [];
    const context = { waitUntil: (one: Promise<unknown>) => void waits.push(one) };
    const answer = await cloudflare.fetch(requestOf(sent), envOf(bits, 'off'), context);
    await Promise.all(waits);
    expect(answer.headers.get('cache-control')).toMatch(/^private/);
    expect(kept.map(([key]) => key)).toEqual([`${origin}/segments/${grant.videoId}/${name}`]);
    expect(kept[0]?.[1].headers.get('cache-control')).toMatch(/^public/);
    expect(await kept[0]?.[1].text()).toBe('whole');
  });
});
