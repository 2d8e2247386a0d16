import { expect, test } from 'vitest';
import { readVideoStatus } from './video-status.ts';

test.each([
  ['ready', 'draft', 'draft'],
  ['ready', 'scheduled', 'scheduled'],
  ['ready', 'published', 'published'],
  ['ready', 'ended', 'ended'],
  // It can’t be watched yet, even where its publication was asked for.
  ['empty', 'scheduled', 'empty'],
  ['processing', 'published', 'processing'],
  ['failed', 'draft', 'failed'],
] as const)('a video that is %s and %s is called %s', (status, release, called) => {
  expect(readVideoStatus({ status, release })).toBe(called);
});
