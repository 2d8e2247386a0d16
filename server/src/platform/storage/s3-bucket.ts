import type { S3Client } from '@aws-sdk/client-s3';
import { StartError } from '../errors/app-error.ts';

export interface S3Place {
  /** Undefined for Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  readonly isPathStyle: boolean;
  /** For which a connection may be silent. */
  readonly silenceMs?: number;
}

/** A bucket that was found usable, with the library that speaks to it. */
export interface S3Bucket {
  readonly sdk: typeof import('@aws-sdk/client-s3');
  readonly client: S3Client;
  readonly name: string;
}

const connectMs = 5000;
const defaultSilenceMs = 30_000;
/**
 * Of one request. The SDK waits longer before each, with jitter and at most 20 s, and longest where
 * the store asked for fewer requests (503 SlowDown).
 */
const attempts = 5;

/**
 * Opens a bucket of an S3-compatible store. The library is loaded when it is asked for: it costs
 * 35 MB.
 * @throws StartError when the bucket can't be used
 */
export async function openS3Bucket(place: S3Place): Promise<S3Bucket> {
  const sdk = await import('@aws-sdk/client-s3');
  const { bucket: name } = place;
  const client = new sdk.S3Client({
    ...(place.endpoint ? { endpoint: place.endpoint } : {}),
    region: place.region,
    credentials: { accessKeyId: place.accessKeyId, secretAccessKey: place.secretAccessKey },
    forcePathStyle: place.isPathStyle,
    maxAttempts: attempts,
    // The newer checksums are unknown to many servers that are not Amazon's.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: place.silenceMs ?? defaultSilenceMs,
      throwOnRequestTimeout: true,
      socketTimeout: place.silenceMs ?? defaultSilenceMs,
    },
  });
  await checkBucket(client.send(new sdk.HeadBucketCommand({ Bucket: name })), place);
  return { sdk, client, name };
}

async function checkBucket(head: Promise<unknown>, { bucket, endpoint }: S3Place): Promise<void> {
  await head.catch((cause: unknown) => {
    const where = `The bucket ${bucket} at ${endpoint ?? 'Amazon S3'} can't be used`;
    const status = readStatus(cause);
    if (status === 403) throw new StartError(`${where}: the key is not accepted there.`);
    if (status === 404) throw new StartError(`${where}: there is no such bucket.`);
    throw new StartError(`${where}: ${cause instanceof Error ? cause.message : String(cause)}.`);
  });
}

/** Returns undefined for an object that does not exist. @throws any other error */
export function ignoreMissing(error: unknown): undefined {
  if (readStatus(error) === 404) return undefined;
  throw error;
}

/** Reads the HTTP status with which the store refused a request. */
export function readStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  const { $metadata: metadata } = error;
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  return 'httpStatusCode' in metadata && typeof metadata.httpStatusCode === 'number'
    ? metadata.httpStatusCode
    : undefined;
}
