import { type EncryptionScheme, encryptionSchemes } from '@prahari/contract';
import { encoderChoices } from '@prahari/media';
import {
  defineChoiceSetting,
  defineNumberSetting,
  type ValuesOf,
} from '../../platform/config/setting.ts';
import { keyServiceSettings } from './keys/key-service.config.ts';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

export const ingestSettings = {
  uploadMaxBytes: defineNumberSetting(
    'UPLOAD_MAX_BYTES',
    'Largest file that can be uploaded, in bytes (the default is 50 GiB).',
    { fallback: 50 * gibibyte, min: mebibyte, max: 1024 * gibibyte },
  ),
  uploadQuotaBytes: defineNumberSetting(
    'UPLOAD_QUOTA_BYTES',
    'Bytes of uploads that one administrator may have in progress: unfinished uploads and videos still being processed (the default is 500 GiB).',
    { fallback: 500 * gibibyte, min: mebibyte, max: 1024 * 1024 * gibibyte },
  ),
  mediaQuotaBytes: defineNumberSetting(
    'MEDIA_QUOTA_BYTES',
    'Bytes of finished media, posters included, beyond which all uploads are refused until there is space; 0: no limit.',
    { fallback: 0, min: 0, max: 1024 * 1024 * gibibyte },
  ),
  uploadLifetimeHours: defineNumberSetting(
    'UPLOAD_LIFETIME_HOURS',
    'Hours for which an unfinished upload waits for its next byte before it is removed.',
    { fallback: 168, min: 1, max: 8760 },
  ),
  processingConcurrency: defineNumberSetting(
    'PROCESSING_CONCURRENCY',
    'Videos that one worker process prepares at the same time; each uses every core it gets.',
    { fallback: 1, min: 1, max: 16 },
  ),
  videoEncoder: defineChoiceSetting(
    'VIDEO_ENCODER',
    'The encoder of videos: `libx264` on the processor; `nvenc`, `qsv` or `vaapi` on graphics hardware; `auto` takes the first of these that works. Hardware is tried with a short picture at each start; where it does not work, libx264 is used and the log says why.',
    encoderChoices,
  ),
  encryptionSchemes: defineChoiceSetting(
    'ENCRYPTION_SCHEMES',
    'Encryption schemes of videos uploaded or renewed from now on: `cbcs`, which every current key system reads; `cenc` for older televisions, which FairPlay does not read; `cbcs,cenc` for both, where each playback gets what its device needs, and media takes twice the storage.',
    ['cbcs', 'cbcs,cenc', 'cenc'],
  ),
  ...keyServiceSettings,
} as const;

export type IngestConfig = ValuesOf<typeof ingestSettings>;

/** Reads the configured schemes, the preferred first. */
export function parseSchemes(
  settings: Pick<IngestConfig, 'encryptionSchemes'>,
): EncryptionScheme[] {
  const chosen = settings.encryptionSchemes.split(',');
  return encryptionSchemes.filter((scheme) => chosen.includes(scheme));
}
