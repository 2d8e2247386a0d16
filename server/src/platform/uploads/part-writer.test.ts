import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeParts } from './part-writer.ts';
import type { Arrived, StoredPiece } from './upload-store.ts';

/** A store in memory, with what its database would hold. */
function createShelf(lengthBytes: number, partBytes: number) {
  const parts = new Map<number, Buffer>();
  const tails = new Map<string, Buffer>();
  let pieces: StoredPiece[] = [];
  let offsetBytes = 0;
  const record = (arrived: Arrived) => {
    for (const piece of arrived.pieces) {
      const end = piece.offsetBytes + piece.sizeBytes;
      const isWithin = (other: StoredPiece) =>
        other.offsetBytes >= piece.offsetBytes && other.offsetBytes < end;
      if (piece.objectKey === null) pieces = pieces.filter((other) => !isWithin(other));
      pieces.push(piece);
    }
    offsetBytes = arrived.offsetBytes;
  };
  return {
    parts,
    offset: () => offsetBytes,
    begun: () => Buffer.concat(pieces.flatMap(({ objectKey }) => tails.get(objectKey ?? '') ?? [])),
    record,
    async send(source: AsyncIterable<Buffer>, fail: { afterPieces: number } | null = null) {
      let stored = 0;
      const count = () => {
        stored += 1;
        if (fail && stored > fail.afterPieces) throw new Error('the store is away');
      };
      const arrival = {
        offsetBytes,
        source,
        onStored: async (arrived: Arrived) => record(arrived),
      };
      const end = await writeParts(arrival, {
        lengthBytes,
        partBytes,
        begun: this.begun(),
        async storePart(number, bytes) {
          count();
          parts.set(number, Buffer.from(bytes));
          return `p${number}`;
        },
        async storeTail(offset, bytes) {
          count();
          const objectKey = `t${offset}-${tails.size}`;
          tails.set(objectKey, Buffer.from(bytes));
          return { objectKey, etag: 't' };
        },
      });
      record(end);
      return end;
    },
  };
}

async function* chunksOf(content: Buffer, chunkBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += chunkBytes) {
    yield Buffer.from(content.subarray(at, at + chunkBytes));
  }
}

describe('a file that arrives in object storage', () => {
  it('is the same whatever the requests, their chunks and failures of the store were', async () => {
    const request = fc.record({
      bytes: fc.integer({ min: 1, max: 40 }),
      chunk: fc.integer({ min: 1, max: 30 }),
      fail: fc.option(fc.record({ afterPieces: fc.integer({ min: 0, max: 3 }) })),
    });
    const sizes = fc.record({
      lengthBytes: fc.integer({ min: 1, max: 120 }),
      partBytes: fc.integer({ min: 4, max: 32 }),
    });
    await fc.assert(
      fc.asyncProperty(sizes, fc.array(request, { maxLength: 12 }), async (size, requests) => {
        const { lengthBytes, partBytes } = size;
        const content = randomBytes(lengthBytes);
        const shelf = createShelf(lengthBytes, partBytes);
        const rest = { bytes: lengthBytes, chunk: 7, fail: null };
        for (const { bytes, chunk, fail } of [...requests, rest]) {
          const from = shelf.offset();
          if (from === lengthBytes) break;
          const sent = content.subarray(from, from + bytes);
          const isDone = await shelf.send(chunksOf(sent, chunk), fail).then(
            () => true,
            () => false,
          );
          if (isDone) expect(shelf.offset()).toBe(from + sent.length);
          expect(shelf.offset()).toBeGreaterThanOrEqual(from);
          // What counts can be read again by any process.
          const whole = Math.floor(shelf.offset() / partBytes) * partBytes;
          if (shelf.offset() < lengthBytes) {
            expect(shelf.begun().equals(content.subarray(whole, shelf.offset()))).toBe(true);
          }
        }
        expect(shelf.offset()).toBe(lengthBytes);
        const numbers = [...shelf.parts.keys()].toSorted((a, b) => a - b);
        const joined = Buffer.concat(numbers.map((n) => shelf.parts.get(n) ?? Buffer.alloc(0)));
        expect(joined.equals(content)).toBe(true);
        expect(numbers).toHaveLength(Math.ceil(lengthBytes / partBytes));
      }),
    );
  });

  it('keeps what arrived before its source failed, and says why it did', async () => {
    const shelf = createShelf(100, 16);
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(20, 1);
      throw new Error('the line broke');
    }
    await expect(shelf.send(broken())).rejects.toThrow('the line broke');
    expect(shelf.offset()).toBe(20);
    expect(shelf.begun()).toEqual(Buffer.alloc(4, 1));
  });

  it('reports no last part before the whole file counts', async () => {
    const shelf = createShelf(20, 16);
    const told: number[] = [];
    const end = await writeParts(
      {
        offsetBytes: 0,
        source: chunksOf(Buffer.alloc(20), 20),
        onStored: async ({ offsetBytes }) => void told.push(offsetBytes),
      },
      {
        lengthBytes: 20,
        partBytes: 16,
        begun: Buffer.alloc(0),
        storePart: async () => 'e',
        storeTail: async () => ({ objectKey: 'k', etag: 'e' }),
      },
    );
    expect(told).toEqual([16]);
    expect(end).toMatchObject({ offsetBytes: 20, pieces: [{ offsetBytes: 16, sizeBytes: 4 }] });
    expect(shelf.parts.size).toBe(0);
  });
});
