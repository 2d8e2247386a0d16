import type { StorageUse } from '@prahari/contract';

export const GIB = 1024 ** 3;

/** A disk of 200 GiB with 20 free, mostly filled by what is no video. */
export function aStorageUse(said: Partial<StorageUse> = {}): StorageUse {
  return {
    level: 'ok',
    driver: 'disk',
    disk: { totalBytes: 200 * GIB, freeBytes: 20 * GIB, awaitedBytes: 3 * GIB, level: 'ok' },
    kinds: [
      {
        kind: 'uploads',
        bytes: 0,
        count: 0,
        quota: { bytes: 500 * GIB, usedBytes: 0 },
        level: 'ok',
      },
      { kind: 'media', bytes: 30 * GIB, count: 8, quota: null, level: 'ok' },
      { kind: 'posters', bytes: 2 * GIB, count: 8, quota: null, level: 'ok' },
    ],
    deleted: { bytes: 0, count: 0 },
    uncounted: 0,
    countedSince: null,
    limits: {
      uploadMaxBytes: 50 * GIB,
      uploadQuotaBytes: 500 * GIB,
      mediaQuotaBytes: null,
      diskReserveBytes: GIB,
      uploadLifetimeHours: 48,
      deleteGraceHours: 24,
    },
    ...said,
  };
}
