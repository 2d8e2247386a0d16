import { readFile } from 'node:fs/promises';
import {
  defineChoiceSetting,
  defineOptionalTextSetting,
  defineTextSetting,
  type ValuesOf,
} from '../config/setting.ts';
import { StartError } from '../errors/app-error.ts';
import { openDiskStorage } from './disk.ts';
import { createS3Storage } from './s3.ts';
import { openS3Bucket, type S3Bucket } from './s3-bucket.ts';
import type { ObjectStorage } from './storage.ts';

export const storageSettings = {
  storage: defineChoiceSetting(
    'STORAGE',
    'Where files are stored, uploads on their way too: in `DATA_DIR`, or in S3-compatible object storage (`s3`), which all processes then share.',
    ['disk', 's3'],
  ),
  s3Endpoint: defineOptionalTextSetting(
    'S3_ENDPOINT',
    'Address of the object storage, for instance `https://s3.example.org`.',
    'Amazon S3',
  ),
  s3Region: defineTextSetting('S3_REGION', 'Region of the bucket.', 'us-east-1'),
  s3Bucket: defineOptionalTextSetting(
    'S3_BUCKET',
    'The bucket. Prahari needs it for itself alone; let no one else read it.',
  ),
  s3AccessKeyFile: defineOptionalTextSetting('S3_ACCESS_KEY_FILE', 'File with the access key id.'),
  s3SecretKeyFile: defineOptionalTextSetting(
    'S3_SECRET_KEY_FILE',
    'File with the secret access key.',
  ),
  s3Addressing: defineChoiceSetting(
    'S3_ADDRESSING',
    'Whether the bucket is in the path of addresses (most servers) or before the host (Amazon).',
    ['path', 'host'],
  ),
} as const;

export type StorageConfig = ValuesOf<typeof storageSettings>;

export interface OpenStorage {
  /** The store of finished media. */
  readonly storage: ObjectStorage;
  /** Where files on their way are kept too; undefined on a disk. */
  readonly bucket: S3Bucket | undefined;
}

/**
 * Opens the storage that was chosen.
 * @param mediaDir where the disk driver keeps objects
 * @throws StartError
 */
export async function openStorage(config: StorageConfig, mediaDir: string): Promise<OpenStorage> {
  if (config.storage === 'disk') return { storage: openDiskStorage(mediaDir), bucket: undefined };
  const { s3Bucket, s3AccessKeyFile, s3SecretKeyFile } = config;
  if (s3Bucket === undefined || s3AccessKeyFile === undefined || s3SecretKeyFile === undefined) {
    const missing = [
      ...(s3Bucket === undefined ? ['S3_BUCKET'] : []),
      ...(s3AccessKeyFile === undefined ? ['S3_ACCESS_KEY_FILE'] : []),
      ...(s3SecretKeyFile === undefined ? ['S3_SECRET_KEY_FILE'] : []),
    ];
    throw new StartError(`STORAGE=s3 needs ${missing.join(', ')} too.`);
  }
  const [accessKeyId, secretAccessKey] = await Promise.all([
    readSecret('S3_ACCESS_KEY_FILE', s3AccessKeyFile),
    readSecret('S3_SECRET_KEY_FILE', s3SecretKeyFile),
  ]);
  const faults = [accessKeyId, secretAccessKey].flatMap(({ fault }) => fault ?? []);
  if (faults.length > 0) throw new StartError(faults.join(' '));
  const bucket = await openS3Bucket({
    bucket: s3Bucket,
    endpoint: config.s3Endpoint,
    region: config.s3Region,
    accessKeyId: accessKeyId.text,
    secretAccessKey: secretAccessKey.text,
    isPathStyle: config.s3Addressing === 'path',
  });
  return { storage: await createS3Storage(bucket), bucket };
}

/** Reads a file that holds one secret; `fault` is the sentence about one that can't be read. */
async function readSecret(
  variable: string,
  file: string,
): Promise<{ text: string; fault?: string }> {
  return readFile(file, 'utf8').then(
    (text) => ({ text: text.trim() }),
    (error: NodeJS.ErrnoException) => {
      const fault = `${variable} (${file}) can't be read: ${error.code ?? error.message}.`;
      return { text: '', fault };
    },
  );
}
