import { defineNumberSetting } from '../../../platform/config/setting.ts';

const mebibyte = 1024 ** 2;

export const importSettings = {
  importMaxBytes: defineNumberSetting(
    'IMPORT_MAX_BYTES',
    'Largest spreadsheet of users that can be imported, in bytes (the default is 32 MiB).',
    { fallback: 32 * mebibyte, min: 1024, max: 1024 * mebibyte },
  ),
  importMaxRows: defineNumberSetting(
    'IMPORT_MAX_ROWS',
    'Rows that one spreadsheet of users may have.',
    {
      fallback: 200_000,
      min: 1,
      max: 1_000_000,
    },
  ),
} as const;
