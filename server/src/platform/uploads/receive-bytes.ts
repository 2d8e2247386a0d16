import type { FileHandle } from 'node:fs/promises';
import { givePieceBack, pieceBytes, reservePiece } from './piece-memory.ts';

/**
 * How many bytes a killed process may lose on a fast connection, and how many seconds on a slow
 * one.
 */
const syncEveryBytes = 8 * 1024 ** 2;
const syncEveryMs = 1000;

export interface Target {
  readonly file: FileHandle;
  /** The offset in the file of the first byte. */
  readonly offsetBytes: number;
  /**
   * Called with the offset up to which all bytes are on disk, one call at a time, while more arrive
   * and once at the end.
   */
  onSynced(offsetBytes: number): Promise<void>;
}

/**
 * Writes a stream into a file. Bytes that arrived before a failure of the source or the disk are
 * kept and synced too, and `onSynced` is called, before the error is rethrown.
 * @param source whose chunks are only valid until the next is read
 * @returns the offset behind the last byte
 * @throws any error of the source, the disk or `onSynced`
 */
export async function receiveBytes(source: AsyncIterable<Buffer>, target: Target): Promise<number> {
  const writer = createWriter(target);
  const breach = await takeAll(source, writer).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const end = await writer.finish();
  if (breach) throw breach.error;
  return end;
}

async function takeAll(source: AsyncIterable<Buffer>, writer: { take(chunk: Buffer): unknown }) {
  for await (const chunk of source) await writer.take(chunk);
}

function createWriter({ file, offsetBytes, onSynced }: Target) {
  let piece: Buffer | undefined;
  let filledBytes = 0;
  let writtenTo = offsetBytes;
  let syncedTo = offsetBytes;
  let syncedAtMs = performance.now();
  let writing: Promise<void> = Promise.resolve();
  let syncing: Promise<void> | undefined;
  let failure: { error: unknown } | undefined;

  const fail = (error: unknown) => {
    failure ??= { error };
  };

  async function write(bytes: Buffer): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, writtenTo);
      done += bytesWritten;
      writtenTo += bytesWritten;
    }
  }

  /** Hands what was gathered on, once the piece before is done with: one is on its way at a time. */
  async function push(): Promise<void> {
    if (!piece) return;
    const [full, bytes] = [piece, filledBytes];
    [piece, filledBytes] = [undefined, 0];
    await writing;
    writing = (failure ? Promise.resolve() : write(full.subarray(0, bytes)))
      .catch(fail)
      .finally(() => givePieceBack(full));
  }

  async function sync(): Promise<void> {
    const upTo = writtenTo;
    await file.datasync();
    await onSynced(upTo);
    [syncedTo, syncedAtMs] = [upTo, performance.now()];
  }

  return {
    async take(chunk: Buffer): Promise<void> {
      for (let from = 0; from < chunk.length; ) {
        piece ??= reservePiece();
        const copied = chunk.copy(piece, filledBytes, from);
        filledBytes += copied;
        from += copied;
        if (filledBytes === pieceBytes) await push();
      }
      const isDue = performance.now() - syncedAtMs >= syncEveryMs;
      if (isDue) await push();
      if (failure) throw failure.error;
      if (!syncing && writtenTo > syncedTo && (isDue || writtenTo - syncedTo >= syncEveryBytes)) {
        syncing = sync()
          .catch(fail)
          .finally(() => {
            syncing = undefined;
          });
      }
    },

    async finish(): Promise<number> {
      await push();
      await writing;
      await syncing;
      if (failure && writtenTo > syncedTo) await sync().catch(fail);
      if (failure) throw failure.error;
      if (writtenTo > syncedTo) await sync();
      return writtenTo;
    },
  };
}
