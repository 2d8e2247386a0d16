import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { HardlyAnyRoom, leastRoomBytes, readFreeBytes } from '../disk/disk-room.ts';
import { ignoreMissing, readStatus, type S3Bucket } from '../storage/s3-bucket.ts';
import { fileStoreUnavailable } from './upload-errors.ts';

/** How often what was fetched is synced to the disk. */
const syncEveryBytes = 64 * 1024 ** 2;
/** How many connections in a row may break without a byte. */
const mostFailures = 5;
const computeWaitMs = (failures: number) => 500 * 2 ** failures;

/**
 * Copies an object into a file of this machine, unless an earlier try did so. A copy that was cut off goes on where it was, also
 * after a power cut; a broken connection is made again a few times.
 * @param file appears when it is complete
 * @returns whether there is such an object
 * @throws HardlyAnyRoom when the disk has no room for it; AppError file_store_unavailable
 */
export async function fetchObject(
  bucket: S3Bucket,
  key: string,
  file: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { client, sdk, name: Bucket } = bucket;
  const head = client.send(new sdk.HeadObjectCommand({ Bucket, Key: key }), {
    abortSignal: signal,
  });
  const found = await head.catch(ignoreMissing).catch((error: unknown) => {
    signal.throwIfAborted();
    throw fileStoreUnavailable(error);
  });
  if (!found) return false;
  const { ContentLength: sizeBytes = 0, ETag: etag = '' } = found;
  // It has that name only when it is whole, and no other object ever has the key.
  const there = await stat(file).catch(() => undefined);
  if (there?.size === sizeBytes) return true;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  // Named by its version, so that bytes of two versions are never joined.
  const begun = `${file}.${etag.replaceAll(/\W/g, '')}.part`;
  await using part = await open(begun, constants.O_RDWR | constants.O_CREAT, 0o600);
  const copy = { part, offsetBytes: findSafeOffset((await part.stat()).size) };
  await part.truncate(copy.offsetBytes);
  await requireRoomFor(path.dirname(file), sizeBytes - copy.offsetBytes);
  for (let failures = 0; copy.offsetBytes < sizeBytes; ) {
    const before = copy.offsetBytes;
    const Range = `bytes=${before}-${sizeBytes - 1}`;
    try {
      const get = new sdk.GetObjectCommand({ Bucket, Key: key, Range, IfMatch: etag });
      const { Body } = await client.send(get, { abortSignal: signal });
      if (!(Body instanceof Readable)) throw new Error('the object store sent no body');
      await append(copy, Body, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DiskFailed) throw error.cause;
      failures = copy.offsetBytes > before ? 0 : failures + 1;
      // 412: it was replaced meanwhile.
      if (failures >= mostFailures || readStatus(error) === 412) throw fileStoreUnavailable(error);
      await delay(computeWaitMs(failures), undefined, { signal });
    }
  }
  await part.sync();
  await rename(begun, file);
  return true;
}

interface Copy {
  readonly part: FileHandle;
  offsetBytes: number;
}

/** A failure of the disk, which no other connection mends. */
class DiskFailed extends Error {
  override readonly name = 'DiskFailed';
}

async function append(copy: Copy, body: Readable, signal: AbortSignal): Promise<void> {
  for await (const chunk of body) {
    signal.throwIfAborted();
    if (!Buffer.isBuffer(chunk)) throw new TypeError('the object store sent no bytes');
    const crossed = Math.floor(copy.offsetBytes / syncEveryBytes);
    try {
      await copy.part.write(chunk, 0, chunk.length, copy.offsetBytes);
      copy.offsetBytes += chunk.length;
      if (Math.floor(copy.offsetBytes / syncEveryBytes) > crossed) await copy.part.datasync();
    } catch (cause) {
      throw new DiskFailed('the copy could not be written', { cause });
    }
  }
}

/** Returns up to where a copy of an earlier process is on the disk for certain. */
function findSafeOffset(sizeBytes: number): number {
  // At the last multiple it may have ended before the sync did.
  return Math.max(0, Math.floor(sizeBytes / syncEveryBytes) - 1) * syncEveryBytes;
}

async function requireRoomFor(folder: string, bytes: number): Promise<void> {
  const free = await readFreeBytes([folder]);
  if (free !== null && free < bytes + leastRoomBytes) throw new HardlyAnyRoom('files');
}
