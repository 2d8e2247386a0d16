import { expect, test } from 'vitest';
import { judgeScan } from './detect-scan.ts';

const ntsc = 30_000 / 1001;
const counted = (fields: string, repeated = 'Neither: 100 Top: 0 Bottom: 0') =>
  `[idet] Repeated Fields: ${repeated}\n[idet] Multi frame detection: ${fields}\n`;

test.each([
  ['a camcorder', counted('TFF: 100 BFF: 0 Progressive: 0'), 'unknown', 25, 'interlaced'],
  ['whole pictures said to be fields', counted('TFF: 2 BFF: 0 Progressive: 90'), 'interlaced', 25],
  ['a slide that never moves', counted('TFF: 0 BFF: 0 Progressive: 0'), 'unknown', 25],
  [
    ...['a slide from a camcorder', counted('TFF: 0 BFF: 0 Progressive: 0'), 'interlaced', 25],
    'interlaced',
  ],
  [
    ...['film', counted('TFF: 99 BFF: 0 Progressive: 0', 'Neither: 72 Top: 24 Bottom: 24')],
    ...['interlaced', ntsc, 'telecine'],
  ],
  [
    ...['fields at 25', counted('TFF: 99 BFF: 0 Progressive: 0', 'Neither: 72 Top: 24 Bottom: 24')],
    ...['interlaced', 25, 'interlaced'],
  ],
  ['sharp lines', counted('TFF: 52 BFF: 25 Progressive: 0'), 'unknown', 25],
  ['nothing at all', '', 'unknown', 25],
] as [string, string, 'interlaced' | 'unknown', number, string?][])(
  '%s is seen',
  (_, text, saidScan, frameRate, scan = 'progressive') => {
    expect(judgeScan(text, { saidScan, frameRate })).toBe(scan);
  },
);
