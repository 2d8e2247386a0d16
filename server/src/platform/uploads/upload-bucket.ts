import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { forEachAtOnce } from '../storage/for-each-at-once.ts';
import { ignoreMissing, readStatus, type S3Bucket } from '../storage/s3-bucket.ts';
import { createReceivingCounter } from './count-receiving.ts';
import { fetchObject } from './fetch-object.ts';
import { findLostOffset, type ListedPart, planPartBytes } from './part-plan.rules.ts';
import { writeParts } from './part-writer.ts';
import { fileStoreUnavailable } from './upload-errors.ts';
import {
  type ArrivingFile,
  FilePartLost,
  type ObjectUpload,
  type UploadPlace,
  type UploadStore,
} from './upload-store.ts';

/** The longest that a part takes on a slow line: its upload is not taken for an abandoned one. */
const slowPartMs = 3_600_000;
const removalsAtOnce = 8;

/** Keeps uploaded files in a bucket, below a prefix of their kind, each under a generated name. */
export function createUploadBucket(
  place: UploadPlace & { readonly bucket: S3Bucket },
): UploadStore {
  const { bucket, maxBytes } = place;
  const { client, sdk: s3, name: Bucket } = bucket;
  const prefix = path.basename(place.dir);
  const keyOf = (name: string) => `${prefix}/${name}`;
  /** Of objects that hold less than a part. */
  const tailsOf = (name: string) => `${keyOf(name)}${tailsEnding}/`;
  const requireSpace = async () => place.requireMore?.();
  const { guard, receiving } = createReceivingCounter(requireSpace);

  async function sizeOf(name: string): Promise<number | null> {
    const head = new s3.HeadObjectCommand({ Bucket, Key: keyOf(name) });
    const found = await ask(client.send(head).catch(ignoreMissing));
    return found ? (found.ContentLength ?? 0) : null;
  }

  async function readObject(Key: string, Range?: string): Promise<Buffer | null> {
    const get = new s3.GetObjectCommand({ Bucket, Key, ...(Range ? { Range } : {}) });
    const found = await ask(client.send(get).catch(ignoreMissing));
    if (!found?.Body) return null;
    return Buffer.from(await ask(found.Body.transformToByteArray()));
  }

  /** Reads the pieces of the part that continues at an offset. @throws FilePartLost */
  async function readBegunPart(file: ArrivingFile, offsetBytes: number): Promise<Buffer> {
    const { partBytes } = requireUpload(file);
    let at = offsetBytes - (offsetBytes % partBytes);
    const found: Buffer[] = [];
    for (const { offsetBytes: from, sizeBytes, objectKey } of file.pieces) {
      if (objectKey === null || from < at) continue;
      const bytes = from === at ? await readObject(objectKey) : null;
      if (bytes?.length !== sizeBytes) throw new FilePartLost(at);
      found.push(bytes);
      at += sizeBytes;
    }
    if (at !== offsetBytes) throw new FilePartLost(at);
    return Buffer.concat(found);
  }

  async function* listUploads(Prefix: string) {
    let after: { KeyMarker?: string; UploadIdMarker?: string } = {};
    for (;;) {
      const list = new s3.ListMultipartUploadsCommand({ Bucket, Prefix, ...after });
      const page = await ask(client.send(list));
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (Key !== undefined && UploadId !== undefined) yield { Key, UploadId, Initiated };
      }
      const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
      if (!IsTruncated || KeyMarker === undefined || UploadIdMarker === undefined) return;
      after = { KeyMarker, UploadIdMarker };
    }
  }

  async function listParts(Key: string, UploadId: string) {
    const parts: (ListedPart & { readonly storedAt: Date | undefined })[] = [];
    let PartNumberMarker: string | undefined;
    // Not by the paginator of the SDK: Ceph names a next part where there is none, without end.
    for (;;) {
      const list = new s3.ListPartsCommand({ Bucket, Key, UploadId, PartNumberMarker });
      const { Parts = [], IsTruncated, NextPartNumberMarker } = await client.send(list);
      for (const { PartNumber: number = 0, Size = 0, ETag = '', LastModified } of Parts) {
        parts.push({ number, sizeBytes: Size, etag: ETag, storedAt: LastModified });
      }
      if (!IsTruncated || NextPartNumberMarker === PartNumberMarker) return parts;
      PartNumberMarker = NextPartNumberMarker;
    }
  }

  async function* listObjects(Prefix: string) {
    for await (const { Contents = [] } of s3.paginateListObjectsV2(
      { client },
      { Bucket, Prefix },
    )) {
      for (const { Key, LastModified } of Contents) {
        if (Key !== undefined) yield { Key, LastModified };
      }
    }
  }

  const removeObject = async (Key: string): Promise<void> => {
    await ask(client.send(new s3.DeleteObjectCommand({ Bucket, Key })));
  };

  /** Tells whether an earlier request completed the file and died before its row was written. */
  const isWhole = async ({ name, lengthBytes }: ArrivingFile) =>
    (await sizeOf(name)) === lengthBytes;

  async function storePart(
    file: ArrivingFile,
    { id: UploadId }: ObjectUpload,
    PartNumber: number,
    Body: Buffer,
  ): Promise<string> {
    const part = { Bucket, Key: keyOf(file.name), UploadId, PartNumber, Body };
    const ContentMD5 = computeMd5(Body);
    try {
      const stored = await client.send(new s3.UploadPartCommand({ ...part, ContentMD5 }));
      return stored.ETag ?? '';
    } catch (error) {
      if (!isUploadGone(error)) throw fileStoreUnavailable(error);
      if (await isWhole(file)) return '';
      throw new FilePartLost(0, { isUploadGone: true });
    }
  }

  return {
    isShared: true,
    requireSpace,
    receiving,

    async write(name, source) {
      const { Upload } = await import('@aws-sdk/lib-storage');
      let sizeBytes = 0;
      let breach: { error: unknown } | undefined;
      const counted = async function* () {
        try {
          for await (const chunk of guard(source)) {
            sizeBytes += chunk.length;
            yield chunk;
          }
        } catch (error) {
          breach = { error };
          throw error;
        }
      };
      const params = { Bucket, Key: keyOf(name), Body: Readable.from(counted()) };
      const sending = new Upload({
        client,
        params,
        partSize: planPartBytes(maxBytes),
        queueSize: 2,
      });
      await sending.done().catch((error: unknown) => {
        throw breach ? breach.error : fileStoreUnavailable(error);
      });
      if ((await sizeOf(name)) !== sizeBytes) {
        throw fileStoreUnavailable(new Error(`not ${sizeBytes} bytes were stored`));
      }
      return sizeBytes;
    },

    async begin(name, lengthBytes) {
      const create = new s3.CreateMultipartUploadCommand({ Bucket, Key: keyOf(name) });
      const { UploadId: id } = await ask(client.send(create));
      if (id === undefined) throw fileStoreUnavailable(new Error('an upload without an id'));
      return { id, partBytes: planPartBytes(lengthBytes) };
    },

    async receive(file, arrival) {
      await requireSpace();
      const upload = requireUpload(file);
      const begun = await readBegunPart(file, arrival.offsetBytes);
      const { lengthBytes } = file;
      const { partBytes } = upload;
      return writeParts(
        { ...arrival, source: guard(arrival.source) },
        {
          lengthBytes,
          partBytes,
          begun,
          storePart: (number, bytes) => storePart(file, upload, number, bytes),
          async storeTail(offsetBytes, Body) {
            // A new name each time: what another request stored here is not touched.
            const Key = `${tailsOf(file.name)}${offsetBytes}-${randomUUID()}`;
            const put = { Bucket, Key, Body, ContentMD5: computeMd5(Body) };
            const stored = await ask(client.send(new s3.PutObjectCommand(put)));
            return { objectKey: Key, etag: stored.ETag ?? '' };
          },
        },
      );
    },

    async complete(file) {
      const { id: UploadId, partBytes } = requireUpload(file);
      const Key = keyOf(file.name);
      try {
        const listed = await listParts(Key, UploadId);
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
      if (!(await isWhole(file))) throw new FilePartLost(0, { isUploadGone: true });
    },

    async cutBack() {},

    async removePieces(objectKeys) {
      await forEachAtOnce(objectKeys, removalsAtOnce, removeObject);
    },

    sizeOf,

    async readStart(name, bytes) {
      const found = await readObject(keyOf(name), `bytes=0-${bytes - 1}`);
      if (!found) throw new Error(`there is no ${keyOf(name)}`);
      return found;
    },

    async fetch(name, copy, signal) {
      return (await fetchObject(bucket, keyOf(name), copy, signal)) ? copy : null;
    },

    async openRange(name, { start, end }) {
      const get = { Bucket, Key: keyOf(name), Range: `bytes=${start}-${end}` };
      const found = await ask(client.send(new s3.GetObjectCommand(get)).catch(ignoreMissing));
      return found?.Body instanceof Readable ? found.Body : null;
    },

    async share(from, to) {
      const copy = { Bucket, Key: keyOf(to), CopySource: `${Bucket}/${keyOf(from)}` };
      const copied = client.send(new s3.CopyObjectCommand(copy)).catch(ignoreMissing);
      return (await ask(copied)) !== undefined;
    },

    async untouched(isWanted, since) {
      const changedMs = new Map<string, number>();
      const note = (key: string, ms: number) => {
        const [rest = ''] = key.slice(prefix.length + 1).split('/');
        const name = rest.endsWith(tailsEnding) ? rest.slice(0, -tailsEnding.length) : rest;
        if (isWanted(name)) changedMs.set(name, Math.max(ms, changedMs.get(name) ?? 0));
      };
      for await (const { Key, LastModified } of listObjects(keyOf(''))) {
        note(Key, LastModified?.getTime() ?? 0);
      }
      for await (const { Key, UploadId, Initiated } of listUploads(keyOf(''))) {
        const parts = await ask(listParts(Key, UploadId).catch(ignoreMissing));
        const moments = [Initiated, ...(parts ?? []).map(({ storedAt }) => storedAt)];
        note(Key, Math.max(...moments.map((moment) => moment?.getTime() ?? 0)) + slowPartMs);
      }
      return [...changedMs].flatMap(([name, ms]) => (ms < since.getTime() ? name : []));
    },

    async remove(name) {
      const Key = keyOf(name);
      for await (const { Key: found, UploadId } of listUploads(Key)) {
        if (found !== Key) continue;
        const abort = new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId });
        await ask(client.send(abort).catch(ignoreMissing));
      }
      const keys = async function* () {
        for await (const { Key: tail } of listObjects(tailsOf(name))) yield tail;
        yield Key;
      };
      await forEachAtOnce(keys(), removalsAtOnce, removeObject);
    },
  };
}

const tailsEnding = '.tails';

function requireUpload({ name, upload }: ArrivingFile): ObjectUpload {
  if (!upload) throw new Error(`${name} was begun on a disk`);
  return upload;
}

/** S3 answers so when an upload was completed or removed. */
function isUploadGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'NoSuchUpload' || error.name === 'InvalidPart' || readStatus(error) === 404;
}

/** The store checks the bytes that it received by it: RFC 1864. */
function computeMd5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('base64');
}

/** Turns what the store fails with, after all tries of its client, into our refusal. */
async function ask<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return answer.catch((error: unknown) => {
    throw fileStoreUnavailable(error);
  });
}
