import { createHash, randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { ApiError, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KillableServer, startKillableServer } from '../../../testing/killable-server.ts';
import { createTusClient } from '../../../testing/resumable-upload.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import { createTestClient, type TestClient } from '../../../testing/test-client.ts';

/** The first after the answer, one after a byte, and the last one; those between at random moments. */
const fewestKills = 3;
const kills = Number(process.env['KILLS'] ?? (process.env['SOAK'] === 'on' ? 20 : fewestKills));
const mebibyte = 1024 ** 2;
/** The same moments each time; another seed finds others: `KILL_SEED=7 npx vitest run …`. */
const seed = Number(process.env['KILL_SEED'] ?? 20);

let server: TestServer;
let killable: KillableServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  const { contactNumber } = await server.newUser('ADMIN');
  killable = await startKillableServer(server);
  client = await createTestClient(killable.origin);
  await client.signIn(contactNumber, testPassword);
});
afterAll(async () => {
  await killable?.kill();
  await server?.stop();
});

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function createRandom(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Sends a chunk and calls `strike` after the given number of its bytes.
 * @returns the answer's offset; undefined when there was none
 */
async function sendStruck(
  url: string,
  from: { offset: number; piece: Buffer; isChecked: boolean; strikeAt: number },
  strike: (request: http.ClientRequest, answered: Promise<unknown>) => Promise<void>,
): Promise<number | undefined> {
  const { offset, piece, isChecked, strikeAt } = from;
  await client.call(endpoints.auth.validate, {});
  const checksum = createHash('sha256').update(piece).digest('base64');
  const headers = {
    ...(await client.headersFor('PATCH', url)),
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-offset': `${offset}`,
    'content-length': `${piece.length}`,
    ...(isChecked ? { 'upload-checksum': `sha256 ${checksum}` } : {}),
  };
  const request = http.request(url, { method: 'PATCH', headers });
  const answered = new Promise<number | undefined>((resolve) => {
    request.on('error', () => resolve(undefined));
    request.on('close', () => resolve(undefined));
    request.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode === 204 ? Number(answer.headers['upload-offset']) : undefined);
    });
  });
  for (let at = 0; at < strikeAt; at += 65_536) {
    const part = piece.subarray(at, Math.min(at + 65_536, strikeAt));
    const isTaken = new Promise<void>((resolve) => void request.write(part, () => resolve()));
    await Promise.race([isTaken, answered]);
  }
  if (strikeAt === piece.length) request.end();
  await strike(request, answered);
  return answered;
}

it.each(['the server', 'the client'])(
  'nothing that was confirmed is lost when %s is killed at random moments',
  async (victim) => {
    const random = createRandom(seed + victim.length);
    const between = (least: number, most: number) => least + Math.floor(random() * (most - least));
    const content = randomBytes(kills * 3 * mebibyte);
    const tus = createTusClient(killable.origin, client);
    const id = await unlessBusy(() => tus.begin({ title: victim, lengthBytes: content.length }));
    const file = path.join(server.instance.foundation.dataDir, 'uploads', `${id}.resumable`);
    let offset = 0;
    let wholePieces = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      const isLast = kill === kills;
      // The last one strikes when the last byte is on its way: before, within or after the transaction.
      const wanted = isLast ? content.length : offset + between(mebibyte, 5 * mebibyte);
      const end = Math.min(wanted, content.length - (isLast ? 0 : 1));
      const piece = content.subarray(offset, end);
      const isChecked = random() < 0.5;
      // The first comes after the answer and the second after a byte; chance chooses all others.
      const isFullyConfined = isLast || kill === 1 || (random() < 0.3 && kill !== 2);
      const strikeAt = isFullyConfined ? piece.length : kill === 2 ? 1 : between(1, piece.length);
      const delayMs = between(0, 60);
      const confirmed = await sendStruck(
        tus.urlTo(id),
        { offset, piece, isChecked, strikeAt },
        async (request, answered) => {
          if (kill === 1) await answered;
          else await new Promise((resolve) => setTimeout(resolve, delayMs));
          if (victim === 'the server') await killable.kill();
          else request.destroy();
        },
      );
      if (victim === 'the server') await killable.start();
      const least = confirmed ?? offset;
      const standing = await settledOffset(tus, id, content.length);
      expect(standing).toBeGreaterThanOrEqual(least);
      expect(standing).toBeLessThanOrEqual(offset + strikeAt);
      // With a checksum all counts or nothing.
      if (isChecked) expect([offset, end]).toContain(standing);
      if (standing === end) wholePieces += 1;
      expect((await stat(file)).size).toBeGreaterThanOrEqual(standing);
      const kept = (await readFile(file)).subarray(0, standing);
      expect(kept.equals(content.subarray(0, standing))).toBe(true);
      offset = standing;
    }
    // Not all kills were before the first stored byte, and not all after it.
    expect(wholePieces).toBeGreaterThan(0);
    expect(wholePieces).toBeLessThan(kills);

    if (offset < content.length)
      await tus.patch(id, offset, new Uint8Array(content.subarray(offset)));
    expect(await tus.offset(id)).toBe(content.length);
    expect((await readFile(file)).equals(content)).toBe(true);
    const job = await client.call(endpoints.uploads.job, { params: { id } });
    expect(job).toMatchObject({ state: 'queued', fileSizeBytes: content.length });
    const jobs = await client.call(endpoints.uploads.jobs, { query: { search: victim } });
    expect(jobs.total).toBe(1);
  },
  180_000,
);

/** As upload clients do, tries again while a server that just started, or works hard, says so. */
async function unlessBusy<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 503)) throw error;
    }
  }
}

/** Returns its offset once no request writes any more: an empty chunk is accepted there. */
async function settledOffset(tus: ReturnType<typeof createTusClient>, id: string, whole: number) {
  for (;;) {
    const offset = await unlessBusy(() => tus.offset(id));
    if (offset === whole) return offset;
    const isSettled = await tus.patch(id, offset, new Uint8Array()).then(
      () => true,
      (error: unknown) => {
        // Busy, or moved on.
        if (error instanceof ApiError && [409, 423, 503].includes(error.status)) return false;
        throw error;
      },
    );
    if (isSettled) return offset;
  }
}
