import { createHash } from 'node:crypto';
import { ignoreMissing, readStatus, type S3Bucket } from '../storage/s3-bucket.ts';
import type { ListedPart } from './part-plan.rules.ts';
import { fileStoreUnavailable } from './upload-errors.ts';

/** @returns the size in bytes; null where there is no such object */
export async function readObjectSize(bucket: S3Bucket, key: string): Promise<number | null> {
  const { client, sdk: s3, name: Bucket } = bucket;
  const head = new s3.HeadObjectCommand({ Bucket, Key: key });
  const found = await ask(client.send(head).catch(ignoreMissing));
  return found ? (found.ContentLength ?? 0) : null;
}

/** @param range as the header `Range` says it; left out, the whole object is read */
export async function readObject(
  { client, sdk: s3, name: Bucket }: S3Bucket,
  key: string,
  range?: string,
): Promise<Buffer | null> {
  const get = new s3.GetObjectCommand({ Bucket, Key: key, ...(range ? { Range: range } : {}) });
  const found = await ask(client.send(get).catch(ignoreMissing));
  if (!found?.Body) return null;
  return Buffer.from(await ask(found.Body.transformToByteArray()));
}

export async function removeObject(bucket: S3Bucket, key: string): Promise<void> {
  const { client, sdk: s3, name: Bucket } = bucket;
  await ask(client.send(new s3.DeleteObjectCommand({ Bucket, Key: key })));
}

export async function* listObjects({ client, sdk: s3, name: Bucket }: S3Bucket, prefix: string) {
  for await (const { Contents = [] } of s3.paginateListObjectsV2(
    { client },
    { Bucket, Prefix: prefix },
  )) {
    for (const { Key, LastModified } of Contents) {
      if (Key !== undefined) yield { Key, LastModified };
    }
  }
}

/** Lists the multipart uploads that were neither completed nor aborted. */
export async function* listUploads({ client, sdk: s3, name: Bucket }: S3Bucket, prefix: string) {
  let after: { KeyMarker?: string; UploadIdMarker?: string } = {};
  for (;;) {
    const list = new s3.ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...after });
    const page = await ask(client.send(list));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Key !== undefined && UploadId !== undefined) yield { Key, UploadId, Initiated };
    }
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    if (!IsTruncated || KeyMarker === undefined || UploadIdMarker === undefined) return;
    after = { KeyMarker, UploadIdMarker };
  }
}

/** Lists the parts that a multipart upload has so far. @throws as the store answers */
export async function listParts(
  { client, sdk: s3, name: Bucket }: S3Bucket,
  { Key, UploadId }: { readonly Key: string; readonly UploadId: string },
) {
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

/** Tells whether the store answered that a multipart upload was completed or aborted before. */
export function isUploadGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'NoSuchUpload' || error.name === 'InvalidPart' || readStatus(error) === 404;
}

/** Computes the hash by which the store checks the bytes that it received (RFC 1864). */
export function computeMd5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('base64');
}

/** Turns what the store fails with, after all tries of its client, into our refusal. */
export async function ask<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return answer.catch((error: unknown) => {
    throw fileStoreUnavailable(error);
  });
}
