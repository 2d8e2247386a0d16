import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildUrl, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KillableServer, startKillableServer } from '../../../testing/killable-server.ts';
import { createTusClient } from '../../../testing/resumable-upload.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import { createTestClient, type TestClient } from '../../../testing/test-client.ts';

const mebibyte = 1024 ** 2;
const fileBytes = 320 * mebibyte;
/** How much a process may grow while it receives a file several times as large. */
const growthBytes = 112 * mebibyte;
/** The kernel tells the most that a process held, and forgets it when asked: proc(5). */
const isMeasurable = existsSync('/proc/self/clear_refs');

let server: TestServer;
let process: KillableServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  const { contactNumber } = await server.newUser('ADMIN');
  process = await startKillableServer(server);
  client = await createTestClient(process.origin);
  await client.signIn(contactNumber, testPassword);
});
afterAll(async () => {
  await process?.kill();
  await server?.stop();
});

async function memory(): Promise<{ now: number; most: number }> {
  const text = await readFile(`/proc/${process.pid()}/status`, 'utf8');
  const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1]);
  return { now: kilobytes('VmRSS') * 1024, most: kilobytes('VmHWM') * 1024 };
}

/** So many bytes of nothing in pieces, between a head and an end; made as they are asked for. */
function stream(bytes: number, head = '', end = ''): ReadableStream<Uint8Array> {
  const piece = new Uint8Array(256 * 1024);
  let left = bytes;
  return new ReadableStream({
    start: (controller) => void (head && controller.enqueue(Buffer.from(head))),
    pull(controller) {
      const part = piece.subarray(0, Math.min(piece.length, left));
      left -= part.length;
      controller.enqueue(part);
      if (left > 0) return;
      if (end) controller.enqueue(Buffer.from(end));
      controller.close();
    },
  });
}

async function byForm(bytes: number): Promise<void> {
  await client.call(endpoints.auth.validate, {});
  const url = buildUrl(process.origin, endpoints.uploads.upload, {});
  const part = '--b\r\ncontent-disposition: form-data; name=';
  const head = `${part}"title"\r\n\r\nLarge\r\n${part}"file"; filename="x.mp4"\r\n\r\n`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      ...(await client.headersFor('POST', url)),
      'content-type': 'multipart/form-data; boundary=b',
    },
    body: stream(bytes, head, '\r\n--b--\r\n'),
    duplex: 'half',
  });
  expect(answer.status).toBe(200);
}

async function byTus(bytes: number): Promise<void> {
  const tus = createTusClient(process.origin, client);
  const id = await tus.begin({ title: 'Large', lengthBytes: bytes });
  expect(await tus.patch(id, 0, stream(bytes))).toBe(bytes);
  const file = path.join(server.instance.foundation.dataDir, 'uploads', `${id}.resumable`);
  expect((await stat(file)).size).toBe(bytes);
}

it.runIf(isMeasurable).each([
  ['a form', byForm],
  ['tus', byTus],
])(
  'a file several times as large as the memory that it uses is received by %s',
  async (_way, send) => {
    // Code and caches that the first upload brings are not its bytes.
    await send(16 * mebibyte);
    const { now } = await memory();
    await writeFile(`/proc/${process.pid()}/clear_refs`, '5');
    await send(fileBytes);
    expect((await memory()).most - now).toBeLessThan(growthBytes);
  },
);
