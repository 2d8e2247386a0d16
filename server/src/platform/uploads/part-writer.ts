import type { Arrival, Arrived, StoredPiece } from './upload-store.ts';

/** On a slow line a killed process loses the bytes of this time. */
const keepEveryMs = 5000;

export interface PartTarget {
  readonly lengthBytes: number;
  /** A part begins at each multiple of it, whichever process writes it. */
  readonly partBytes: number;
  /** What lies before the first byte in the part that it continues. */
  readonly begun: Buffer;
  /** Stores a part of the file under its number, which counts from 1. @returns its ETag */
  storePart(number: number, bytes: Buffer): Promise<string>;
  /** Stores less than a part in an object of its own. @returns its key and ETag */
  storeTail(
    offsetBytes: number,
    bytes: Buffer,
  ): Promise<{ readonly objectKey: string; readonly etag: string }>;
}

/**
 * Writes a stream as parts of a file, of which object storage takes none smaller than 5 MiB but the
 * last. What is left of a part at the end of a request, or after five seconds of a slow line, is
 * kept in objects of their own, so that each offset that is told is as lasting as on a disk. While
 * one part is sent, the next is gathered in memory.
 * @throws any error of the source, the target or `onStored`
 */
export async function writeParts(
  { offsetBytes, source, onStored }: Arrival,
  target: PartTarget,
): Promise<Arrived> {
  const writer = createPartWriter({ offsetBytes, onStored }, target);
  let breach: { error: unknown } | undefined;
  try {
    for await (const chunk of source) await writer.take(chunk);
  } catch (error) {
    breach = { error };
  }
  const end = await writer.finish(breach === undefined);
  if (breach) throw breach.error;
  return end;
}

function createPartWriter(
  { offsetBytes, onStored }: Omit<Arrival, 'source'>,
  { lengthBytes, partBytes, begun, storePart, storeTail }: PartTarget,
) {
  let partStart = offsetBytes - begun.length;
  /** The other is on its way. */
  let [buffer, other] = [allocate(), undefined as Buffer | undefined];
  begun.copy(buffer);
  let filled = begun.length;
  /** Up to where the bytes in the buffer are stored, as pieces. */
  let kept = filled;
  let keptAtMs = performance.now();
  let sending: Promise<void> | undefined;
  let failure: { error: unknown } | undefined;
  let last: StoredPiece | undefined;

  function allocate(): Buffer {
    return Buffer.allocUnsafeSlow(Math.min(partBytes, lengthBytes - partStart));
  }

  /** Sends one piece at a time; waits for the one before. */
  async function send(store: () => Promise<StoredPiece>): Promise<void> {
    await sending;
    if (failure) throw failure.error;
    sending = storeAndTell(store)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        sending = undefined;
      });
  }

  async function storeAndTell(store: () => Promise<StoredPiece>): Promise<void> {
    const piece = await store();
    const end = piece.offsetBytes + piece.sizeBytes;
    // The last byte counts only together with what the file becomes.
    if (end === lengthBytes) last = piece;
    else await onStored({ offsetBytes: end, pieces: [piece] });
    keptAtMs = performance.now();
  }

  async function sendPart(): Promise<void> {
    const [start, bytes, whole] = [partStart, buffer.subarray(0, filled), buffer];
    await send(async () => {
      const etag = await storePart(start / partBytes + 1, bytes);
      return { offsetBytes: start, sizeBytes: bytes.length, etag, objectKey: null };
    });
    partStart += filled;
    [filled, kept] = [0, 0];
    if (partStart === lengthBytes) return;
    buffer = other && other.length <= lengthBytes - partStart ? other : allocate();
    other = whole;
  }

  async function sendTail(): Promise<void> {
    const [start, bytes] = [partStart + kept, buffer.subarray(kept, filled)];
    await send(async () => {
      const { objectKey, etag } = await storeTail(start, bytes);
      return { offsetBytes: start, sizeBytes: bytes.length, etag, objectKey };
    });
    kept = filled;
  }

  return {
    async take(chunk: Buffer): Promise<void> {
      for (let from = 0; from < chunk.length; ) {
        if (failure) throw failure.error;
        if (partStart === lengthBytes) throw new RangeError('more bytes than the file has');
        const copied = chunk.copy(buffer, filled, from);
        filled += copied;
        from += copied;
        if (filled === buffer.length) await sendPart();
      }
      const isDue = performance.now() - keptAtMs >= keepEveryMs;
      if (isDue && !sending && filled > kept) await sendTail();
    },

    async finish(isEnd: boolean): Promise<Arrived> {
      try {
        if (filled > kept) await sendTail();
        await sending;
        if (failure) throw failure.error;
      } catch (error) {
        // After a failure of the source that is the one to tell.
        if (isEnd) throw error;
      }
      return { offsetBytes: partStart + filled, pieces: last ? [last] : [] };
    },
  };
}
