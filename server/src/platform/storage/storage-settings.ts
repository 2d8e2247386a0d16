import { readFile } from 'node:fs/promises';
import {
  choiceSetting,
  optionalTextSetting,
  textSetting,
  type ValuesOf,
} from '../config/setting.ts';
import { StartError } from '../errors/app-error.ts';
import { openDiskStorage } from './disk.ts';
import { openS3Storage } from './s3.ts';
import type { ObjectStorage } from './storage.ts';

export const storageSettings = {
  storage: choiceSetting(
    'STORAGE',
    'Where finished media lies: in `DATA_DIR`, or in S3-compatible object storage (`s3`).',
    ['disk', 's3'],
  ),
  s3Endpoint: optionalTextSetting(
    'S3_ENDPOINT',
    'Address of the object storage, for instance `https://s3.example.org`.',
    'Amazon S3',
  ),
  s3Region: textSetting('S3_REGION', 'Region of the bucket.', 'us-east-1'),
  s3Bucket: optionalTextSetting(
    'S3_BUCKET',
    'The bucket; it is Prahari’s alone, and nobody else can read it.',
  ),
  s3AccessKeyFile: optionalTextSetting('S3_ACCESS_KEY_FILE', 'File with the access key id.'),
  s3SecretKeyFile: optionalTextSetting('S3_SECRET_KEY_FILE', 'File with the secret access key.'),
  s3Addressing: choiceSetting(
    'S3_ADDRESSING',
    'Whether the bucket stands in the path of addresses (most servers) or before the host (Amazon).',
    ['path', 'host'],
  ),
} as const;

export type StorageConfig = ValuesOf<typeof storageSettings>;

/**
 * Opens the storage that was chosen.
 * @param mediaDir where the disk driver keeps objects
 * @throws StartError
 */
export async function openStorage(config: StorageConfig, mediaDir: string): Promise<ObjectStorage> {
  if (config.storage === 'disk') return openDiskStorage(mediaDir);
  const bucket = config.s3Bucket;
  if (bucket === undefined) throw new StartError('STORAGE=s3 needs S3_BUCKET.');
  return openS3Storage({
    bucket,
    endpoint: config.s3Endpoint,
    region: config.s3Region,
    accessKeyId: await readSecret('S3_ACCESS_KEY_FILE', config.s3AccessKeyFile),
    secretAccessKey: await readSecret('S3_SECRET_KEY_FILE', config.s3SecretKeyFile),
    isPathStyle: config.s3Addressing === 'path',
  });
}

async function readSecret(variable: string, file: string | undefined): Promise<string> {
  if (file === undefined) throw new StartError(`STORAGE=s3 needs ${variable}.`);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${variable} (${file}) can't be read: ${error.code ?? error.message}.`);
  });
  return text.trim();
}
