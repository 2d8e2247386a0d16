import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveWebApp } from './web-app.ts';

const script = `console.log(${JSON.stringify('lesson '.repeat(200))});\n`;
const address = '/assets/index-x.js';

let dist: string;
let app: FastifyInstance;
beforeAll(async () => {
  dist = await mkdtemp(path.join(os.tmpdir(), 'prahari-web-'));
  await mkdir(path.join(dist, 'assets'));
  await writeFile(
    path.join(dist, 'index.html'),
    '<!doctype html><meta content="__CLIENT_ERROR_LOG__">',
  );
  const file = path.join(dist, address);
  await writeFile(file, script);
  await writeFile(`${file}.br`, brotliCompressSync(script));
  await writeFile(`${file}.gz`, gzipSync(script));
  await writeFile(path.join(dist, 'assets', 'small.css'), 'p{}');
  await writeFile(path.join(dist, 'sw.js'), script);
  await writeFile(path.join(dist, 'sw.js.br'), brotliCompressSync(script));
  app = Fastify();
  const sendPage = await serveWebApp(app, dist, {
    ledger: { currentNonce: () => 'a-nonce' },
    pageFacts: { __CLIENT_ERROR_LOG__: 'off' },
    connectTo: ['https://logs.example.org/v1'],
  });
  app.get('/', (_, reply) => sendPage?.(reply));
});
afterAll(async () => {
  await app.close();
  await rm(dist, { recursive: true, force: true });
});

const get = (url: string, acceptEncoding?: string) =>
  app.inject({ url, headers: acceptEncoding ? { 'accept-encoding': acceptEncoding } : {} });

describe('scripts of the web app', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
  ])('go compressed to who takes %s', async (accepted, encoding, open) => {
    const { headers, rawPayload } = await get(address, accepted);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-type']).toContain('javascript');
    expect(headers.vary).toContain('accept-encoding');
    expect(headers['cache-control']).toContain('immutable');
    expect(rawPayload.byteLength).toBeLessThan(script.length / 2);
    expect(open(rawPayload).toString()).toBe(script);
  });

  it('are sent uncompressed to clients that accept nothing else, as are those without a compressed form', async () => {
    const plain = await get(address);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toBe(script);
    const small = await get('/assets/small.css', 'br');
    expect(small.headers['content-encoding']).toBeUndefined();
    expect(small.body).toBe('p{}');
  });

  it.each(['br', 'identity'])('of workers may ask this server, as %s too', async (encoding) => {
    for (const url of [address, '/sw.js']) {
      const { headers } = await get(url, encoding);
      expect(String(headers['content-security-policy']).split('; ')).toEqual(
        expect.arrayContaining(["default-src 'none'", "connect-src 'self'", "script-src 'self'"]),
      );
    }
    const worker = await get('/sw.js', encoding);
    expect(worker.headers['cache-control']).toBe('no-cache');
  });

  it('are the only way to their compressed form', async () => {
    expect((await get(`${address}.br`)).statusCode).toBe(404);
  });
});

it('the page holds its facts, and may send to what is named and nothing else', async () => {
  const { body, headers } = await get('/');
  expect(body).toContain('<meta content="off">');
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toContain("connect-src 'self' https://logs.example.org/v1");
  expect(policy).toContain("script-src 'self'");
});
