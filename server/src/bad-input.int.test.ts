import http from 'node:http';
import net from 'node:net';
import { basePath, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const loginPath = `${basePath}${endpoints.auth.login.path}`;

async function post(body: string, headers: Record<string, string> = {}) {
  const client = await server.newClient();
  const url = `${server.origin}${loginPath}`;
  await client
    .call(endpoints.auth.login, { body: { contactNumber: '12345', password: 'x' } })
    .catch(() => undefined);
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(await client.headersFor('POST', url)),
      ...headers,
    },
    body,
  });
  return { status: answer.status, body: await answer.json() };
}

describe('a body that does not fit', () => {
  it.each([
    ['{', 400, 'INVALID_FORMAT'],
    ['', 400, 'INVALID_FORMAT'],
    ['{"password":"x"}', 400, 'REQUIRED_FIELD'],
    ['{"contactNumber":5,"password":"x"}', 400, 'INVALID_FORMAT'],
    ['{"contactNumber":"1","password":"x"}', 400, 'INVALID_VALUE'],
    ['{"contactNumber":"12345","password":"x","countryCode":"91"}', 400, 'INVALID_FORMAT'],
    ['{"contactNumber":"1","password":7}', 400, 'VALIDATION_FAILED'],
    ['{"__proto__":{"a":1},"contactNumber":"12345","password":"x"}', 400, 'INVALID_FORMAT'],
  ])('%s is answered with the envelope', async (body, status, code) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      error: expect.objectContaining({
        type: 'ValidationError',
        code,
        message: expect.any(String),
      }),
      meta: {
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        path: loginPath,
        correlationId: expect.any(String),
      },
    });
  });

  it('of another type is refused', async () => {
    const answer = await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(answer.status).toBe(415);
    expect(answer.body).toMatchObject({ error: { code: 'INVALID_FORMAT' } });
  });

  it('of 100 MB is refused before it is read, and the server continues', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const request = http.request(
        `${server.origin}${loginPath}`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-length': 100e6 },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      request.on('error', reject);
      request.write('{"password":"');
    });
    expect([401, 413]).toContain(status);
    const big = await post(JSON.stringify({ contactNumber: '1'.repeat(200_000), password: 'x' }));
    expect(big.status).toBe(413);
    expect(big.body).toMatchObject({
      error: {
        type: 'ValidationError',
        code: 'INVALID_VALUE',
        details: { reason: 'body_too_large' },
      },
    });
    expect((await fetch(`${server.origin}/health`)).status).toBe(200);
  });
});

describe('an unknown address', () => {
  it.each([
    '/api',
    '/api/v1/nothing',
    '/api/v2/videos',
    '/media',
    '/media/x/y.m4s',
    '/assets/none.js',
  ])('%s is answered with JSON', async (path) => {
    const answer = await fetch(`${server.origin}${path}`);
    expect([403, 404]).toContain(answer.status);
    expect(await answer.json()).toMatchObject({ error: { message: expect.any(String) } });
  });

  it('says 404 with type and code', async () => {
    const answer = await fetch(`${server.origin}/api/v1/nothing`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      error: {
        type: 'NotFoundError',
        code: 'RESOURCE_NOT_FOUND',
        message: 'The requested resource was not found.',
      },
    });
  });
});

/** Returns the server's answer to these bytes, as one text. */
function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.origin);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
  let answer = '';
  socket.setEncoding('utf8');
  socket.on('data', (part: string) => {
    answer += part;
  });
  socket.on('end', () => resolve(answer));
  socket.on('error', reject);
  return promise;
}

describe('a request that is none', () => {
  const close = 'host: x\r\nconnection: close\r\n\r\n';
  it.each([
    ['an absolute address', `GET http://evil.example/api/v1/videos HTTP/1.1\r\n${close}`],
    ['a host in the path', `GET //evil.example/api/v1/videos HTTP/1.1\r\n${close}`],
    ['a broken escape', `GET /api/v1/%zz HTTP/1.1\r\n${close}`],
    ['no HTTP', 'hello\r\n\r\n'],
    ['headers without end', `GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}\r\n${close}`, 431],
    ['a parameter without end', `GET /api/v1/videos/${'a'.repeat(2000)} HTTP/1.1\r\n${close}`, 414],
    ['no host', 'GET /api/v1/videos HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ] as const)('%s is answered with the envelope and headers', async (_, bytes, status = 400) => {
    server.logLines.length = 0;
    const answer = await exchange(bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('x-content-type-options: nosniff');
    const { error, meta } = JSON.parse(body);
    expect(error.code).toBe('INVALID_FORMAT');
    // With it the operator finds the caller's answer.
    expect(head).toContain(`x-correlation-id: ${meta.correlationId}`);
    await expect.poll(() => server.logLines.join('')).toContain(meta.correlationId);
  });

  it('says NUL in text is not valid, not that the database failed', async () => {
    const admin = await server.superAdmin();
    const call = admin.call(endpoints.users.list, { query: { search: 'a\0b' } });
    await expect(call).rejects.toMatchObject({ status: 400, code: 'INVALID_VALUE' });
  });
});

describe('a method that a path does not have', () => {
  const login = `${basePath}${endpoints.auth.login.path}`;
  it.each([
    ['GET', login, 'POST'],
    ['PUT', login, 'POST'],
    ['PROPFIND', '/api/v1/videos?page=1', 'GET, HEAD, POST'],
    ['PATCH', '/api/v1/videos/0199f3c0-0000-7000-8000-000000000001', 'DELETE, GET, HEAD, PUT'],
    ['OPTIONS', '/health', 'GET, HEAD'],
    ['POST', '/media/token/v180/1.m4s', 'GET, HEAD'],
    ['DELETE', '/api/v1/openapi.json', 'GET, HEAD'],
  ])('%s %s is 405', async (method, path, allow) => {
    const sent = method === 'PUT' ? { body: '{', headers: { 'content-type': 'text/csv' } } : {};
    const answer = await fetch(`${server.origin}${path}`, { method, ...sent });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    // The same for what is open and what is not.
    expect(answer.headers.get('dpop-nonce')).toBeNull();
    expect(await answer.json()).toMatchObject({
      error: {
        type: 'ValidationError',
        code: 'INVALID_VALUE',
        details: { reason: 'method_not_allowed' },
      },
      meta: { correlationId: answer.headers.get('x-correlation-id') },
    });
  });

  it('is 404 for an unknown path', async () => {
    const answer = await fetch(`${server.origin}/api/v1/nothing`, { method: 'PROPFIND' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([404, null]);
  });
});

describe('what comes from elsewhere', () => {
  it('is refused when a browser says that another site asked', async () => {
    const answer = await post('{}', { 'sec-fetch-site': 'cross-site' });
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ error: { details: { reason: 'cross_site_request' } } });
  });

  it('gets a new correlation id unless its own is harmless', async () => {
    const given = await fetch(`${server.origin}/health`, {
      headers: { 'x-correlation-id': 'my-own-id-1' },
    });
    expect(given.headers.get('x-correlation-id')).toBe('my-own-id-1');
    const hostile = await fetch(`${server.origin}/health`, {
      headers: { 'x-correlation-id': '<b>x</b>{}"' },
    });
    expect(hostile.headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('reads security headers on every answer', async () => {
    for (const path of ['/health', '/api/v1/nothing', '/api/v1/videos']) {
      const { headers } = await fetch(`${server.origin}${path}`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
      expect(headers.get('cache-control')).toBe('no-store');
      const forbidden = ['display-capture=()', 'picture-in-picture=()'];
      expect(headers.get('permissions-policy')?.split(', ')).toEqual(
        expect.arrayContaining(forbidden),
      );
    }
  });
});
