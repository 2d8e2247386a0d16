import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFileName } from './file-name.ts';

describe('displayFileName', () => {
  it.each([
    ['video 1.mp4', 'video 1.mp4'],
    ['../../x', 'x'],
    ['..\\..\\x.mp4', 'x.mp4'],
    ['C:\\fakepath\\x.mp4', 'x.mp4'],
    ['/etc/passwd', 'passwd'],
    ['व्याख्यान १.mp4', 'व्याख्यान १.mp4'],
    ['a\0b\r\nc.mp4', 'abc.mp4'],
    ['gpj.\u202Evideo.mp4', 'gpj.video.mp4'],
    ['..', 'file'],
    ['folder/', 'file'],
    ['', 'file'],
    ['\uD800.mp4', '.mp4'],
  ])('shows %j as %j', (given, shown) => {
    expect(formatFileName(given)).toBe(shown);
  });

  it('is never a path, never empty, never long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (given) => {
        const shown = formatFileName(given);
        expect(shown).not.toMatch(/[/\\\p{Cc}]/u);
        expect([...shown].length).toBeGreaterThan(0);
        expect([...shown].length).toBeLessThanOrEqual(255);
        expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });
});
