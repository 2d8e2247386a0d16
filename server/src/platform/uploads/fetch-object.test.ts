import { once } from 'node:events';
import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openS3Bucket } from '../storage/s3-bucket.ts';
import { fetchObject } from './fetch-object.ts';

const content = 'a lecture';
let reads = 0;
let folder: string;
const store = http.createServer((request, reply) => {
  const isObject = request.url?.startsWith('/files/uploads/x') ?? false;
  if (isObject && request.method === 'GET') reads += 1;
  reply.writeHead(200, { 'content-length': isObject ? content.length : 0, etag: '"one"' });
  reply.end(isObject && request.method === 'GET' ? content : '');
});
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-fetch-'));
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
});
afterAll(async () => {
  store.close();
  await rm(folder, { recursive: true, force: true });
});

it('fetches an object once, and again where the copy is not whole', async () => {
  const address = store.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  const bucket = await openS3Bucket({
    endpoint: `http://127.0.0.1:${address.port}`,
    region: 'default',
    bucket: 'files',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    isPathStyle: true,
  });
  const file = path.join(folder, 'source', 'x');
  const { signal } = new AbortController();
  const fetchIt = () => fetchObject(bucket, 'uploads/x', file, signal);
  expect(await fetchIt()).toBe(true);
  expect(await readFile(file, 'utf8')).toBe(content);
  expect(await fetchIt()).toBe(true);
  expect(reads).toBe(1);
  await truncate(file, 3);
  expect(await fetchIt()).toBe(true);
  expect(await readFile(file, 'utf8')).toBe(content);
  expect(reads).toBe(2);
  bucket.client.destroy();
});
