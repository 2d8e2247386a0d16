import { expect, test } from 'vitest';
import { shareRead } from './share-read.ts';

test.each([
  { text: '•••• ••3210 · 7KQM-X2PD', share: 1 },
  { text: '7kqm x2pd', share: 1 },
  { text: '3210 7KQM-X2P0 2026', share: 7 / 8 },
  { text: '32107KQX2PD', share: 7 / 8 },
  { text: '7KQM', share: 1 / 2 },
  { text: '', share: 0 },
  { text: '11111111', share: 0 },
])('of the code $share is read in "$text"', ({ text, share }) => {
  expect(shareRead(text, '7KQM-X2PD')).toBeCloseTo(share);
});
