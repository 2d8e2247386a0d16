import type { FileHandle } from 'node:fs/promises';

/** Few large writes take a third of the time of many small ones. */
const batchBytes = 1024 ** 2;
/** How much a killed process may lose on a fast line, and for how long on a slow one. */
const syncEveryBytes = 8 * 1024 ** 2;
const syncEveryMs = 1000;

export interface Target {
  readonly file: FileHandle;
  /** Where in the file the first byte goes. */
  readonly offsetBytes: number;
  /**
   * Told of the offset up to which all bytes are on disk, one call at a time, while more come in
   * and once at the end.
   */
  onSynced(offsetBytes: number): Promise<void>;
}

/**
 * Writes a stream into a file. What came before a source broke off is kept and synced too, and
 * `onSynced` told, before the error is passed on.
 * @returns the offset behind the last byte
 * @throws whatever the source, the disk or `onSynced` throws
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
  let batch: Buffer[] = [];
  let batchedBytes = 0;
  let writtenTo = offsetBytes;
  let syncedTo = offsetBytes;
  let syncedAtMs = performance.now();
  let writing: Promise<void> = Promise.resolve();
  let syncing: Promise<void> | undefined;
  let syncFailure: { error: unknown } | undefined;

  async function writeBatch(buffers: Buffer[], bytes: number): Promise<void> {
    let done = (await file.writev(buffers, writtenTo)).bytesWritten;
    if (done < bytes) {
      const whole = Buffer.concat(buffers);
      while (done < bytes) {
        done += (await file.write(whole, done, bytes - done, writtenTo + done)).bytesWritten;
      }
    }
    writtenTo += bytes;
  }

  /** Hands the batch to the disk once it is done with the one before: one is on its way at a time. */
  async function push(): Promise<void> {
    const [buffers, bytes] = [batch, batchedBytes];
    [batch, batchedBytes] = [[], 0];
    await writing;
    if (bytes > 0) writing = writeBatch(buffers, bytes);
    // Whoever waits for it next hears of its failure; until then nobody does.
    writing.catch(() => undefined);
  }

  async function sync(): Promise<void> {
    const upTo = writtenTo;
    await file.datasync();
    await onSynced(upTo);
    [syncedTo, syncedAtMs] = [upTo, performance.now()];
  }

  return {
    async take(chunk: Buffer): Promise<void> {
      if (syncFailure) throw syncFailure.error;
      batch.push(chunk);
      batchedBytes += chunk.length;
      const isDue = performance.now() - syncedAtMs >= syncEveryMs;
      if (batchedBytes >= batchBytes || isDue) await push();
      if (!syncing && writtenTo > syncedTo && (isDue || writtenTo - syncedTo >= syncEveryBytes)) {
        syncing = sync()
          .catch((error: unknown) => {
            syncFailure = { error };
          })
          .finally(() => {
            syncing = undefined;
          });
      }
    },

    async finish(): Promise<number> {
      await push();
      await writing;
      await syncing;
      if (syncFailure) throw syncFailure.error;
      if (writtenTo > syncedTo) await sync();
      return writtenTo;
    },
  };
}
