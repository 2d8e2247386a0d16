import { expect, test } from 'vitest';
import { detectSheetKind } from './sheet-file.ts';

test.each([
  ['learners.csv', 'csv'],
  ['शिक्षार्थी 2026.final.XLSX', 'xlsx'],
  ['learners.xls', 'old-excel'],
  ['learners.csv.exe', 'other'],
  ['csv', 'other'],
])('%s is %s', (name, kind) => {
  expect(detectSheetKind(name)).toBe(kind);
});
