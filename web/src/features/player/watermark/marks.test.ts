// @vitest-environment jsdom
import { systemConfigFields } from '@prahari/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MarkKind, marksOf, timePlace, timeText } from './marks.ts';

const watermark = { maskedNumber: '•••• ••3210', sessionCode: 'ABPJ-XZVS' };

function marks(testMode = false, watermarkOpacity = 0.45) {
  const policy = { watermarkOpacity, testMode };
  return marksOf({ watermark, policy, testLabel: 'Test mode' });
}
const count = (kind: MarkKind, testMode = false) =>
  marks(testMode).filter((mark) => mark.kind === kind).length;

test('the marks of section 2', () => {
  expect(count('static')).toBe(4);
  expect(count('hidden')).toBeGreaterThan(0);
  expect(count('moving')).toBe(3);
  expect(count('time')).toBe(1);
  expect(count('centre')).toBe(1);
});

test('a test says so, and nothing else does', () => {
  expect(count('test')).toBe(0);
  expect(count('test', true)).toBe(1);
});

test('every mark but the label names the session, and the visible ones are as strong as the policy says', () => {
  for (const { kind, text, styles } of marks(true)) {
    if (kind !== 'test') expect(text).toContain(watermark.sessionCode);
    if (['static', 'moving', 'time'].includes(kind)) expect(styles['opacity']).toBe('0.45');
    if (kind === 'hidden') expect(Number(styles['opacity'])).toBeLessThan(0.05);
  }
});

test.each([0, -1, 0.001, Number.NaN])(
  'no answer makes marks fainter than can be chosen: %d',
  (given) => {
    const least = systemConfigFields.playback.watermarkOpacityPercent.min / 100;
    const seen = marks(false, given).filter(({ kind }) => kind === 'static' || kind === 'moving');
    expect(new Set(seen.map(({ styles }) => styles['opacity']))).toEqual(new Set([`${least}`]));
  },
);

test('both tones are among what is seen', () => {
  const seen = marks().filter(({ kind }) => kind === 'static' || kind === 'moving');
  expect(new Set(seen.map(({ tone }) => tone))).toEqual(new Set(['light', 'dark']));
});

test('property: the time mark stands inside the picture and says the time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (atMs) => {
      const { left, top } = timePlace(atMs);
      for (const share of [left, top]) {
        expect(Number.parseInt(share, 10)).toBeGreaterThan(10);
        expect(Number.parseInt(share, 10)).toBeLessThan(90);
      }
      const text = timeText(atMs);
      expect(Date.parse(text.replace(' UTC', 'Z').replace(' ', 'T'))).toBe(
        Math.floor(atMs / 1000) * 1000,
      );
    }),
  );
});
