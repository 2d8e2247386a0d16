import { statfsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withQuickScratch } from './scratch.mjs';

describe('the temporary folder of tests', () => {
  it('is the one that the caller named', () => {
    const named = { TMPDIR: '/var/scratch', LANG: 'C' };
    expect(withQuickScratch(named)).toEqual(named);
  });

  it('else is somewhere with room for what they write', () => {
    const { TMPDIR = '/tmp', ...rest } = withQuickScratch({ LANG: 'C' });
    expect(rest).toEqual({ LANG: 'C' });
    const { bavail, bsize } = statfsSync(TMPDIR);
    expect(bavail * bsize).toBeGreaterThan(2 ** 30);
  });
});
