import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startObjectServer, type TestObjectServer } from '../testing/start-object-server.ts';
import { openS3Storage } from './s3.ts';
import type { S3Place } from './s3-bucket.ts';
import { describeStorage } from './storage.test-suite.ts';

const isSoak = process.env['SOAK'] === 'on';
let server: TestObjectServer;
const bucket = `media-${randomUUID()}`;

beforeAll(async () => {
  server = await startObjectServer();
  const { endpoint, accessKeyId, secretAccessKey } = server;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region: 'default', credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
});
afterAll(() => server?.stop());

function place(change: Partial<S3Place> = {}): S3Place {
  const { endpoint, accessKeyId, secretAccessKey } = server;
  const keys = { accessKeyId, secretAccessKey };
  return { endpoint, ...keys, bucket, region: 'default', isPathStyle: true, ...change };
}

describeStorage('S3 storage', () => openS3Storage(place()));

describe('opening S3 storage', () => {
  it.each<[string, Partial<S3Place>, RegExp]>([
    ['a wrong secret', { secretAccessKey: 'wrong' }, /the key is not accepted there/],
    ['an unknown key', { accessKeyId: 'nobody' }, /the key is not accepted there/],
    ['a missing bucket', { bucket: 'nothing-here' }, /there is no such bucket/],
  ])('says what is wrong with %s', async (_case, change, sentence) => {
    await expect(openS3Storage(place(change))).rejects.toThrow(sentence);
  });
});

describe('a publication that is killed', () => {
  /** Publishes from a separate process, which is killed after the given number of objects. */
  async function publishAndDie(folder: string, prefix: string, afterObjects: number) {
    const onward = (request: http.IncomingMessage, reply: http.ServerResponse) => {
      const { method, headers, url } = request;
      const passed = http.request(server.endpoint + url, { method, headers }, (answer) => {
        reply.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(reply);
      });
      passed.on('error', () => reply.destroy());
      request.pipe(passed);
    };
    let objects = 0;
    const proxy = http.createServer((request, reply) => {
      if (request.method === 'PUT') objects += 1;
      if (objects > afterObjects) child.kill('SIGKILL');
      else onward(request, reply);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = proxy.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const endpoint = `http://127.0.0.1:${address.port}`;
    const program = path.join(import.meta.dirname, '..', 'testing', 'publish-folder.ts');
    const args = [program, JSON.stringify(place({ endpoint })), folder, prefix];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const [, signal] = await once(child, 'exit');
    proxy.close();
    proxy.closeAllConnections();
    return signal;
  }

  it.each(isSoak ? [1, 12, 23] : [12])(
    'after %i objects names nothing, and is made whole by the next',
    async (atMost) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-s3-'));
      const segments = Array.from({ length: 20 }, (_, i) => `v180/${i + 1}.m4s`);
      const naming = ['v180/media.m3u8', 'index.vtt', 'master.m3u8', 'manifest.mpd'];
      const write = async (names: readonly string[]) => {
        await mkdir(path.join(folder, 'v180'), { recursive: true });
        for (const name of names) await writeFile(path.join(folder, name), name);
      };
      await write([...segments, 'v180/left.m4s', ...naming]);
      const prefix = `videos/${randomUUID()}`;
      expect(await publishAndDie(folder, prefix, atMost)).toBe('SIGKILL');

      const storage = await openS3Storage(place());
      const isThere = async (name: string) => (await storage.stat(`${prefix}/${name}`)) !== null;
      const named = (await Promise.all(naming.map(isThere))).filter(Boolean).length;
      const there = (await Promise.all(segments.map(isThere))).filter(Boolean).length;
      if (named > 0) expect(there).toBe(segments.length);
      else expect(there).toBeLessThanOrEqual(atMost);

      await rm(folder, { recursive: true });
      await write([...segments, ...naming]);
      await storage.publish(folder, prefix);
      for (const name of [...segments, ...naming]) {
        expect(String(await storage.read(`${prefix}/${name}`))).toBe(name);
      }
      expect(await isThere('v180/left.m4s')).toBe(false);
    },
  );
});

describe('a weak line to the S3 storage', () => {
  const open: http.Server[] = [];
  afterAll(() => {
    for (const one of open) {
      one.close();
      one.closeAllConnections();
    }
  });

  async function listen(one: http.Server): Promise<string> {
    open.push(one);
    one.listen(0, '127.0.0.1');
    await once(one, 'listening');
    const address = one.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Refuses each request at first, then hangs up on it, and passes it on at the third try. */
  function unreliable(): http.Server {
    const tries = new Map<string, number>();
    return http.createServer((request, reply) => {
      const what = `${request.method} ${request.url}`;
      const count = (tries.get(what) ?? 0) + 1;
      tries.set(what, count);
      if (count === 2) {
        request.socket.destroy();
        return;
      }
      if (count === 1) {
        request.resume();
        reply.writeHead(503).end();
        return;
      }
      const { method, headers, url } = request;
      const onward = http.request(server.endpoint + url, { method, headers }, (answer) => {
        reply.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(reply);
      });
      request.pipe(onward);
    });
  }

  it('loses nothing of what is published and read', async () => {
    const endpoint = await listen(unreliable());
    const storage = await openS3Storage(place({ endpoint }));
    const folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-s3-'));
    // More would use up what the SDK allows to be tried again in all.
    const files = new Map(Array.from({ length: 5 }, (_, i) => [`${i}.m4s`, randomBytes(5000)]));
    for (const [name, bytes] of files) await writeFile(path.join(folder, name), bytes);
    const prefix = `videos/${randomUUID()}`;
    await storage.publish(folder, prefix);
    for (const [name, bytes] of files) {
      expect(await storage.read(`${prefix}/${name}`)).toEqual(bytes);
    }
    await rm(folder, { recursive: true, force: true });
  });

  it('is not waited for without end', async () => {
    const endpoint = await listen(http.createServer(() => {}));
    const opening = openS3Storage(place({ endpoint, silenceMs: 200 }));
    await expect(opening).rejects.toThrow(/can't be used/);
  });
});
