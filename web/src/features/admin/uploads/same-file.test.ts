import { expect, test } from 'vitest';
import { isSameFile } from './same-file.ts';

const upload = { fileSizeBytes: 10, fileModifiedAt: '2026-01-02T00:00:00.000Z' };
const lastModified = Date.UTC(2026, 0, 2);

test.each([
  ['the same', upload, { size: 10, lastModified }, true],
  ['of another size', upload, { size: 11, lastModified }, false],
  ['changed since', upload, { size: 10, lastModified: lastModified + 1 }, false],
  ['of unknown age', { ...upload, fileModifiedAt: null }, { size: 10, lastModified }, true],
])('%s', (_case, known, file, expected) => {
  expect(isSameFile(known, file)).toBe(expected);
});
