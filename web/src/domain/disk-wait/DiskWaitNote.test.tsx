import type { DiskWait } from '@prahari/contract';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts, setLanguage, startI18n } from '../../shared/i18n/i18n.ts';
import { DiskWaitNote } from './DiskWaitNote.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(async () => {
  cleanup();
  await setLanguage('en');
});

function textOf(wait: DiskWait): string {
  return render(<DiskWaitNote wait={wait} />).container.textContent ?? '';
}

test('says in the language of the reader how many bytes are missing', async () => {
  const wait = { disk: 'files', missingBytes: 1_230_000_000 } as const;
  expect(textOf(wait)).toContain('Waiting for disk space: 1.2 GB missing.');
  cleanup();
  await setLanguage('hi');
  expect(textOf(wait)).toContain('डिस्क में जगह की प्रतीक्षा: 1.2 GB कम है।');
});

test('names the disk that can not be looked at from here', () => {
  const text = textOf({ disk: 'database', missingBytes: null });
  expect(text).toContain('the disk of the database is full.');
  expect(text).toContain('will resume automatically');
});
