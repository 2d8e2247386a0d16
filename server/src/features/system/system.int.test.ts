import { readFile } from 'node:fs/promises';
import { basePath } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '../../platform/testing/test-database.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function get(path: string, headers: Record<string, string> = {}, from = server) {
  return fetch(`${from.origin}${path}`, { headers });
}

describe('the description of the service', () => {
  it('gives its name and version at the base path', async () => {
    const root = await (await get(`${basePath}/`)).json();
    expect(root).toMatchObject({
      data: { name: 'Prahari', apiVersion: '1', documentation: `${basePath}/docs` },
    });
    const rootPackage = new URL('../../../../package.json', import.meta.url);
    const { version } = JSON.parse(await readFile(rootPackage, 'utf8'));
    expect(await (await get('/version')).json()).toMatchObject({ data: { version } });
  });

  it.each(['/health', '/health/liveness', '/health/readiness', '/health/deep'])(
    'is ok at %s, at the root and at the base path',
    async (path) => {
      for (const prefix of ['', basePath]) {
        const answer = await get(`${prefix}${path}`);
        expect(answer.status).toBe(200);
        expect(await answer.json()).toMatchObject({ data: { status: 'ok' } });
      }
    },
  );

  it('names every part with its time in the deep check', async () => {
    const well = (name: string) =>
      expect.objectContaining({ name, status: 'ok', durationMs: expect.any(Number) });
    const checks = expect.arrayContaining(
      ['database', 'schema', 'storage', 'queue', 'transcoder', 'disk', 'clock', 'readers'].map(
        well,
      ),
    );
    expect(await (await get('/health/deep')).json()).toMatchObject({ data: { checks } });
  });
});

describe('metrics and the deep check', () => {
  const probes = ['/metrics', '/health/deep', `${basePath}/metrics`, `${basePath}/health/deep`];

  it('count what was answered, by route', async () => {
    await get('/version');
    const answer = await get('/metrics');
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    const text = await answer.text();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/version",status="2xx"\} \d/,
    );
    expect(text).toContain('process_resident_memory_bytes');
  });

  it.each(probes)('are refused when passed on by a proxy: %s', async (path) => {
    const answer = await get(path, { 'x-forwarded-for': '127.0.0.1' });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: { code: 'ACCESS_DENIED' } });
  });

  it('need a token behind a proxy, which may pass requests on without a trace', async () => {
    const proxied = await startTestServer({ environment: { TRUST_PROXY: '127.0.0.1' } });
    try {
      for (const path of probes) expect((await get(path, {}, proxied)).status).toBe(403);
    } finally {
      await proxied.stop();
    }
  });

  it('need the token where one is set, even from this machine', async () => {
    const environment = { METRICS_TOKEN: 'a-token-for-the-scraper' };
    const guarded = await startTestServer({ environment });
    try {
      for (const path of probes) {
        expect((await get(path, {}, guarded)).status).toBe(403);
        const wrong = { authorization: 'Bearer another-token' };
        expect((await get(path, wrong, guarded)).status).toBe(403);
        const right = { authorization: `Bearer ${environment.METRICS_TOKEN}` };
        expect((await get(path, right, guarded)).status).toBe(200);
      }
      expect((await get('/health', {}, guarded)).status).toBe(200);
    } finally {
      await guarded.stop();
    }
  });
});

describe('a part that does not work', () => {
  it('shows as 503 while the database is away and the process is alive', async () => {
    const database = await createTestDatabase(inject('databaseServer'));
    const environment = { DATABASE_URL: database.connectionString };
    const broken = await startTestServer({ environment });
    try {
      await database.drop();
      expect((await get('/health/readiness', {}, broken)).status).toBe(503);
      expect((await get('/health', {}, broken)).status).toBe(503);
      expect((await get('/health/liveness', {}, broken)).status).toBe(200);
      const deep = await get('/health/deep', {}, broken);
      expect(deep.status).toBe(503);
      const checks = expect.arrayContaining([
        expect.objectContaining({
          name: 'database',
          status: 'failed',
          message: expect.any(String),
        }),
        expect.objectContaining({ name: 'storage', status: 'ok' }),
      ]);
      expect(await deep.json()).toMatchObject({ error: { details: { checks } } });
    } finally {
      await broken.stop();
    }
  });
});
