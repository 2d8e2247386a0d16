import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { forEachAtOnce } from '../storage/for-each-at-once.ts';
import { ignoreMissing, type S3Bucket } from '../storage/s3-bucket.ts';
import {
  ask,
  computeMd5,
  isUploadGone,
  listObjects,
  listParts,
  listUploads,
  readObject,
  readObjectSize,
  removeObject,
} from './bucket-objects.ts';
import { createReceivingCounter } from './count-receiving.ts';
import { fetchObject } from './fetch-object.ts';
import { findLostOffset, planPartBytes } from './part-plan.rules.ts';
import { writeParts } from './part-writer.ts';
import { fileStoreUnavailable } from './upload-errors.ts';
import { formatTailsPrefix, formatUploadKey, parseUploadName } from './upload-keys.ts';
import {
  type Arrival,
  type Arrived,
  type ArrivingFile,
  FilePartLost,
  type ObjectUpload,
  type UploadPlace,
  type UploadStore,
} from './upload-store.ts';

/** The longest that a part takes on a slow line: its upload is not taken for an abandoned one. */
const slowPartMs = 3_600_000;
const removalsAtOnce = 8;

interface BucketPlace {
  readonly bucket: S3Bucket;
  /** What the keys of all files of one kind begin with. */
  readonly prefix: string;
}

/** Keeps uploaded files in a bucket, below a prefix of their kind, each under a generated name. */
export function createUploadBucket(
  given: UploadPlace & { readonly bucket: S3Bucket },
): UploadStore {
  const { bucket, maxBytes } = given;
  const prefix = path.basename(given.dir);
  const place = { bucket, prefix };
  const keyOf = (name: string) => formatUploadKey(prefix, name);
  const requireSpace = async () => given.requireMore?.();
  const { guard, receiving } = createReceivingCounter(requireSpace);

  return {
    isShared: true,
    requireSpace,
    receiving,
    write: (name, source) => writeObject(bucket, keyOf(name), guard(source), maxBytes),
    begin: (name, lengthBytes) => createUpload(bucket, keyOf(name), lengthBytes),
    async receive(file, arrival) {
      await requireSpace();
      return receiveParts(place, file, { ...arrival, source: guard(arrival.source) });
    },
    complete: (file) => completeUpload(place, file),
    async cutBack() {},
    async removePieces(objectKeys) {
      await forEachAtOnce(objectKeys, removalsAtOnce, (key) => removeObject(bucket, key));
    },
    removeTails: (name) =>
      forEachAtOnce(listTails(place, name), removalsAtOnce, (key) => removeObject(bucket, key)),
    sizeOf: (name) => readObjectSize(bucket, keyOf(name)),
    async readStart(name, bytes) {
      const found = await readObject(bucket, keyOf(name), `bytes=0-${bytes - 1}`);
      if (!found) throw new Error(`there is no ${keyOf(name)}`);
      return found;
    },
    async fetch(name, copy, signal) {
      return (await fetchObject(bucket, keyOf(name), copy, signal)) ? copy : null;
    },
    async openRange(name, { start, end }) {
      const { client, sdk: s3, name: Bucket } = bucket;
      const get = { Bucket, Key: keyOf(name), Range: `bytes=${start}-${end}` };
      const found = await ask(client.send(new s3.GetObjectCommand(get)).catch(ignoreMissing));
      return found?.Body instanceof Readable ? found.Body : null;
    },
    async share(from, to) {
      const { client, sdk: s3, name: Bucket } = bucket;
      const copy = { Bucket, Key: keyOf(to), CopySource: `${Bucket}/${keyOf(from)}` };
      const copied = client.send(new s3.CopyObjectCommand(copy)).catch(ignoreMissing);
      return (await ask(copied)) !== undefined;
    },
    untouched: (isWanted, since) => listUntouched(place, isWanted, since),
    remove: (name) => removeFile(place, name),
  };
}

/**
 * Writes a new object of unknown length.
 * @param maxBytes the longest that it may become
 * @returns its size in bytes
 * @throws AppError file_store_unavailable; errors of `source`
 */
async function writeObject(
  bucket: S3Bucket,
  key: string,
  source: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<number> {
  const { client, name: Bucket } = bucket;
  const { Upload } = await import('@aws-sdk/lib-storage');
  let sizeBytes = 0;
  let breach: { error: unknown } | undefined;
  const counted = async function* () {
    try {
      for await (const chunk of source) {
        sizeBytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      breach = { error };
      throw error;
    }
  };
  const params = { Bucket, Key: key, Body: Readable.from(counted()) };
  const sending = new Upload({ client, params, partSize: planPartBytes(maxBytes), queueSize: 2 });
  await sending.done().catch((error: unknown) => {
    throw breach ? breach.error : fileStoreUnavailable(error);
  });
  if ((await readObjectSize(bucket, key)) !== sizeBytes) {
    throw fileStoreUnavailable(new Error(`not ${sizeBytes} bytes were stored`));
  }
  return sizeBytes;
}

async function createUpload(
  { client, sdk: s3, name: Bucket }: S3Bucket,
  key: string,
  lengthBytes: number,
): Promise<ObjectUpload> {
  const create = new s3.CreateMultipartUploadCommand({ Bucket, Key: key });
  const { UploadId: id } = await ask(client.send(create));
  if (id === undefined) throw fileStoreUnavailable(new Error('an upload without an id'));
  return { id, partBytes: planPartBytes(lengthBytes) };
}

async function receiveParts(
  place: BucketPlace,
  file: ArrivingFile,
  arrival: Arrival,
): Promise<Arrived> {
  const { bucket, prefix } = place;
  const { client, sdk: s3, name: Bucket } = bucket;
  const upload = requireUpload(file);
  const begun = await readBegunPart(bucket, file, arrival.offsetBytes);
  const { lengthBytes } = file;
  const { partBytes } = upload;
  return writeParts(arrival, {
    lengthBytes,
    partBytes,
    begun,
    storePart: (number, bytes) => storePart(place, file, number, bytes),
    async storeTail(offsetBytes, Body) {
      // A new name each time: what another request stored here is not touched.
      const Key = `${formatTailsPrefix(prefix, file.name)}${offsetBytes}-${randomUUID()}`;
      const put = { Bucket, Key, Body, ContentMD5: computeMd5(Body) };
      const stored = await ask(client.send(new s3.PutObjectCommand(put)));
      return { objectKey: Key, etag: stored.ETag ?? '' };
    },
  });
}

/** Reads the pieces of the part that continues at an offset. @throws FilePartLost */
async function readBegunPart(
  bucket: S3Bucket,
  file: ArrivingFile,
  offsetBytes: number,
): Promise<Buffer> {
  const { partBytes } = requireUpload(file);
  let at = offsetBytes - (offsetBytes % partBytes);
  const found: Buffer[] = [];
  for (const { offsetBytes: from, sizeBytes, objectKey } of file.pieces) {
    if (objectKey === null || from < at) continue;
    const bytes = from === at ? await readObject(bucket, objectKey) : null;
    if (bytes?.length !== sizeBytes) throw new FilePartLost(at);
    found.push(bytes);
    at += sizeBytes;
  }
  if (at !== offsetBytes) throw new FilePartLost(at);
  return Buffer.concat(found);
}

/** @returns the ETag that the store answered @throws FilePartLost, AppError */
async function storePart(
  place: BucketPlace,
  file: ArrivingFile,
  PartNumber: number,
  Body: Buffer,
): Promise<string> {
  const { client, sdk: s3, name: Bucket } = place.bucket;
  const Key = formatUploadKey(place.prefix, file.name);
  const part = { Bucket, Key, UploadId: requireUpload(file).id, PartNumber, Body };
  const ContentMD5 = computeMd5(Body);
  try {
    const stored = await client.send(new s3.UploadPartCommand({ ...part, ContentMD5 }));
    return stored.ETag ?? '';
  } catch (error) {
    if (!isUploadGone(error)) throw fileStoreUnavailable(error);
    if (await isWhole(place, file)) return '';
    throw new FilePartLost(0, { isUploadGone: true });
  }
}

/** Tells whether an earlier request completed the file and died before its row was written. */
async function isWhole(
  { bucket, prefix }: BucketPlace,
  { name, lengthBytes }: ArrivingFile,
): Promise<boolean> {
  return (await readObjectSize(bucket, formatUploadKey(prefix, name))) === lengthBytes;
}

async function completeUpload(place: BucketPlace, file: ArrivingFile): Promise<void> {
  const { client, sdk: s3, name: Bucket } = place.bucket;
  const { id: UploadId, partBytes } = requireUpload(file);
  const Key = formatUploadKey(place.prefix, file.name);
  try {
    const listed = await listParts(place.bucket, { Key, UploadId });
    const lostAt = findLostOffset(file, partBytes, listed);
    if (lostAt !== null) throw new FilePartLost(lostAt);
    const Parts = listed.map(({ number: PartNumber, etag: ETag }) => ({ PartNumber, ETag }));
    const MultipartUpload = { Parts };
    await client.send(
      new s3.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }),
    );
  } catch (error) {
    if (error instanceof FilePartLost) throw error;
    if (!isUploadGone(error)) throw fileStoreUnavailable(error);
  }
  if (!(await isWhole(place, file))) throw new FilePartLost(0, { isUploadGone: true });
}

async function listUntouched(
  { bucket, prefix }: BucketPlace,
  isWanted: (name: string) => boolean,
  since: Date,
): Promise<string[]> {
  const changedMs = new Map<string, number>();
  const note = (key: string, ms: number) => {
    const name = parseUploadName(prefix, key);
    if (isWanted(name)) changedMs.set(name, Math.max(ms, changedMs.get(name) ?? 0));
  };
  const all = formatUploadKey(prefix, '');
  for await (const { Key, LastModified } of listObjects(bucket, all)) {
    note(Key, LastModified?.getTime() ?? 0);
  }
  for await (const { Initiated, ...upload } of listUploads(bucket, all)) {
    const parts = await ask(listParts(bucket, upload).catch(ignoreMissing));
    const moments = [Initiated, ...(parts ?? []).map(({ storedAt }) => storedAt)];
    note(upload.Key, Math.max(...moments.map((moment) => moment?.getTime() ?? 0)) + slowPartMs);
  }
  return [...changedMs].flatMap(([name, ms]) => (ms < since.getTime() ? name : []));
}

async function* listTails({ bucket, prefix }: BucketPlace, name: string) {
  for await (const { Key } of listObjects(bucket, formatTailsPrefix(prefix, name))) yield Key;
}

async function removeFile(place: BucketPlace, name: string): Promise<void> {
  const { bucket, prefix } = place;
  const { client, sdk: s3, name: Bucket } = bucket;
  const Key = formatUploadKey(prefix, name);
  for await (const { Key: found, UploadId } of listUploads(bucket, Key)) {
    if (found !== Key) continue;
    const abort = new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId });
    await ask(client.send(abort).catch(ignoreMissing));
  }
  const keys = async function* () {
    yield* listTails(place, name);
    yield Key;
  };
  await forEachAtOnce(keys(), removalsAtOnce, (key) => removeObject(bucket, key));
}

function requireUpload({ name, upload }: ArrivingFile): ObjectUpload {
  if (!upload) throw new Error(`${name} was begun on a disk`);
  return upload;
}
