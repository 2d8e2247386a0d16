import { createReadStream } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { forEachAtOnce } from './for-each-at-once.ts';
import { ignoreMissing, openS3Bucket, type S3Bucket, type S3Place } from './s3-bucket.ts';
import { isStorageKey, type ObjectStorage } from './storage.ts';

/** Larger files go up in parts, so that a broken connection costs one part. */
const wholePutBytes = 16 * 1024 ** 2;
const partBytes = 8 * 1024 ** 2;
const transfersAtOnce = 8;

/** Opens the bucket of a place as storage. @throws StartError when it can't be used */
export async function openS3Storage(place: S3Place): Promise<ObjectStorage> {
  return createS3Storage(await openS3Bucket(place));
}

/** Stores objects in a bucket. */
export async function createS3Storage(bucket: S3Bucket): Promise<ObjectStorage> {
  const { sdk: s3, client, name: Bucket } = bucket;
  const { Upload } = await import('@aws-sdk/lib-storage');

  async function put(Key: string, file: string): Promise<void> {
    const { size } = await stat(file);
    if (size <= wholePutBytes) {
      // In memory, because a stream could not be sent again.
      const Body = await readFile(file);
      await client.send(new s3.PutObjectCommand({ Bucket, Key, Body }));
      return;
    }
    const Body = createReadStream(file, { highWaterMark: partBytes });
    const params = { Bucket, Key, Body };
    await new Upload({ client, params, partSize: partBytes, queueSize: 4 }).done();
  }

  async function* objectsBelow(prefix: string) {
    const pages = s3.paginateListObjectsV2({ client }, { Bucket, Prefix: `${prefix}/` });
    for await (const { Contents = [] } of pages) {
      for (const { Key: key, Size: sizeBytes = 0 } of Contents) {
        if (key !== undefined) yield { key, sizeBytes };
      }
    }
  }

  async function* keysBelow(prefix: string): AsyncGenerator<string> {
    for await (const { key } of objectsBelow(prefix)) yield key;
  }

  const removeObject = async (Key: string): Promise<void> => {
    await client.send(new s3.DeleteObjectCommand({ Bucket, Key }));
  };

  /** Parts that a killed process left behind are billed, and listed nowhere else. */
  async function abortUploads(prefix: string): Promise<void> {
    const Prefix = `${prefix}/`;
    const { Uploads = [] } = await client.send(
      new s3.ListMultipartUploadsCommand({ Bucket, Prefix }),
    );
    for (const { Key, UploadId } of Uploads) {
      await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    }
  }

  async function get(Key: string, range?: { start: number; end: number }) {
    const Range = range && `bytes=${range.start}-${range.end}`;
    return client.send(new s3.GetObjectCommand({ Bucket, Key, ...(Range ? { Range } : {}) }));
  }

  return {
    async publish(localDir, prefix) {
      checkKey(prefix);
      await abortUploads(prefix);
      const names = await filesBelow(localDir);
      const keys = new Set(names.map((name) => checkKey(`${prefix}/${name}`)));
      const send = (name: string) => put(`${prefix}/${name}`, path.join(localDir, name));
      // Objects appear one by one here. Those that name others are written last, so that an
      // interrupted publication can't be found.
      await forEachAtOnce(
        names.filter((name) => !namesOthers(name)),
        transfersAtOnce,
        send,
      );
      await forEachAtOnce(names.filter(namesOthers), transfersAtOnce, send);
      const stale = async function* () {
        for await (const key of keysBelow(prefix)) if (!keys.has(key)) yield key;
      };
      await forEachAtOnce(stale(), transfersAtOnce, removeObject);
      await rm(localDir, { recursive: true, force: true });
    },
    async publishFile(localFile, key) {
      await put(checkKey(key), localFile);
      await rm(localFile, { force: true });
    },
    async stat(key) {
      const found = await client
        .send(new s3.HeadObjectCommand({ Bucket, Key: checkKey(key) }))
        .catch(ignoreMissing);
      if (!found) return null;
      return { sizeBytes: found.ContentLength ?? 0, etag: found.ETag ?? '""' };
    },
    async read(key) {
      const found = await get(checkKey(key)).catch(ignoreMissing);
      return found?.Body ? Buffer.from(await found.Body.transformToByteArray()) : null;
    },
    async stream(key, range) {
      const { Body } = await get(checkKey(key), range);
      if (!(Body instanceof Readable)) throw new Error('the object store sent no body');
      return Body;
    },
    list: (prefix) => objectsBelow(checkKey(prefix)),
    async removePrefix(prefix) {
      await forEachAtOnce(keysBelow(checkKey(prefix)), transfersAtOnce, removeObject);
      await abortUploads(prefix);
    },
    remove: (key) => removeObject(checkKey(key)),
    // Nothing half-done has a separate name here; unfinished uploads are removed with their prefix.
    removeUnfinished: async () => 0,
  };
}

/** Tells whether an object names others: manifests, playlists and tracks of pictures. */
function namesOthers(name: string): boolean {
  return /\.(?:mpd|m3u8|vtt)$/.test(name);
}

/** Paths relative to `folder`, with `/` between. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'));
}

function checkKey(key: string): string {
  if (!isStorageKey(key)) throw new RangeError('not a storage key');
  return key;
}
