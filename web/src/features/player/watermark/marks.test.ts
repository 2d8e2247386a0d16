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

test('a test is labelled, and nothing else is', () => {
  expect(count('test')).toBe(0);
  expect(count('test', true)).toBe(1);
});

test('every mark but the label names the session, and the visible ones are as strong as the policy says', () => {
  for (const { kind, text, styles } of marks(true)) {
    if (kind !== 'test') expect(text).toContain(watermark.sessionCode);
    if (['static', 'moving', 'time'].includes(kind)) expect(styles['opacity']).toBe('0.45');
    // At least one level of 256, and with a browser's rounding no more than two.
    if (kind === 'hidden') expect(Math.floor(Number(styles['opacity']) * 255)).toBe(1);
    expect(text).not.toContain('\n');
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

const anyTime = fc.integer({ min: 0, max: 4_000_000_000_000 });

test('property: the time mark is inside the picture, clear of title, captions and controls', () => {
  fc.assert(
    fc.property(anyTime, (atMs) => {
      const { left, top } = timePlace(atMs);
      expect([14, 50, 86]).toContain(left);
      // As moving marks (`mark-position.test.ts`).
      expect([24, 50, 62]).toContain(top);
    }),
  );
});

test('property: it says the time of any zone', () => {
  fc.assert(
    fc.property(anyTime, fc.integer({ min: -12 * 60, max: 14 * 60 }), (atMs, zoneMinutes) => {
      const text = timeText(atMs, zoneMinutes);
      expect(Date.parse(text.replace(' UTC', '').replace(' ', 'T'))).toBe(
        Math.floor(atMs / 1000) * 1000,
      );
    }),
  );
  expect(timeText(Date.UTC(2026, 10, 21, 22, 48, 5), 330)).toBe('2026-11-22 04:18:05 UTC+05:30');
});
