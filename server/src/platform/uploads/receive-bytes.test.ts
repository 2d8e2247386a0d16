import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freeChunk } from './piece-memory.ts';
import { receiveBytes } from './receive-bytes.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-bytes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** As from the network: each chunk is invalid when the next is read. */
async function* inPieces(pieces: readonly Buffer[], breakWith?: Error): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    const chunk = Buffer.from(Uint8Array.from(piece).buffer);
    yield chunk;
    freeChunk(chunk);
  }
  if (breakWith) throw breakWith;
}

/** Writes chunks into a file that contains `before`; returns the reported offsets and the file. */
async function written(before: Buffer, pieces: readonly Buffer[], breakWith?: Error) {
  const name = path.join(folder, `${Math.random()}`);
  await using file = await open(name, 'w+');
  await file.write(before);
  const told: number[] = [];
  const end = await receiveBytes(inPieces(pieces, breakWith), {
    file,
    offsetBytes: before.length,
    onSynced: async (offsetBytes) => void told.push(offsetBytes),
  }).catch((error: unknown) => error);
  return { end, told, content: await readFile(name) };
}

describe('receiveBytes', () => {
  it('writes every chunk in its place, for any sizes', async () => {
    const piece = fc.uint8Array({ maxLength: 400_000 }).map((bytes) => Buffer.from(bytes));
    await fc.assert(
      fc.asyncProperty(piece, fc.array(piece, { maxLength: 12 }), async (before, pieces) => {
        const { end, told, content } = await written(before, pieces);
        const whole = Buffer.concat([before, ...pieces]);
        expect(content.equals(whole)).toBe(true);
        expect(end).toBe(whole.length);
        expect(told.at(-1) ?? before.length).toBe(whole.length);
      }),
      { numRuns: 30 },
    );
  });

  it('reports its progress while more arrives, never beyond the end, never backwards', async () => {
    const pieces = Array.from({ length: 80 }, (_, at) => Buffer.alloc(1024 ** 2, at));
    const { told, end } = await written(Buffer.alloc(0), pieces);
    expect(told.length).toBeGreaterThan(1);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(end);
  });

  it('keeps what arrived before the source broke off', async () => {
    const broken = new Error('the line dropped');
    const { end, told, content } = await written(Buffer.from('abc'), [Buffer.from('def')], broken);
    expect(end).toBe(broken);
    expect(told).toEqual([6]);
    expect(content.toString()).toBe('abcdef');
  });

  it.runIf(existsSync('/dev/full'))(
    'says that the disk is full, and counts nothing of it',
    async () => {
      await using file = await open('/dev/full', 'w');
      const told: number[] = [];
      const target = { file, offsetBytes: 0, onSynced: async (to: number) => void told.push(to) };
      const pieces = Array.from({ length: 3 }, () => Buffer.alloc(1024 ** 2));
      const outcome = receiveBytes(inPieces(pieces), target);
      await expect(outcome).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(told).toEqual([]);
    },
  );

  it('stops when its offset is not accepted', async () => {
    await using file = await open(path.join(folder, 'refused'), 'w+');
    const refused = new Error('another request writes now');
    let taken = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      for (; taken < 10_000; taken += 1) yield Buffer.alloc(1024 ** 2);
    }
    const target = {
      file,
      offsetBytes: 0,
      onSynced: async () => {
        throw refused;
      },
    };
    await expect(receiveBytes(endless(), target)).rejects.toBe(refused);
    expect(taken).toBeLessThan(10_000);
  });
});
