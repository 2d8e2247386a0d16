import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatBytes,
  formatDayTime,
  formatDuration,
  formatNumber,
  formatRelative,
  formatSpan,
} from './format.ts';

describe('formatDuration', () => {
  test.each([
    [0, '0:00'],
    [59.9, '0:59'],
    [61, '1:01'],
    [3600, '1:00:00'],
    [3723, '1:02:03'],
    [-5, '0:00'],
  ])('%d s reads %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  test('reads back as the same whole seconds', () => {
    fc.assert(
      fc.property(fc.nat(400_000), (seconds) => {
        const parts = formatDuration(seconds).split(':').map(Number);
        expect(parts.reduce((total, part) => total * 60 + part, 0)).toBe(seconds);
      }),
    );
  });
});

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1500, '1.5 kB'],
  [999_999, '1 MB'],
  [123_456_789, '123 MB'],
  [2_500_000_000, '2.5 GB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en')).toBe(text);
});

test('numbers group as in India', () => {
  expect(formatNumber(1_234_567, 'en')).toBe('12,34,567');
});

test('nearby times are relative, older ones dates', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const words = { language: 'en', justNow: 'just now' } as const;
  const ago = (ms: number) => formatRelative(new Date(now.getTime() - ms), now, words);
  expect(ago(0)).toBe('just now');
  expect(ago(59_000)).toBe('just now');
  expect(ago(-20_000)).toBe('now');
  expect(ago(5 * 60_000)).toBe('5 minutes ago');
  expect(ago(26 * 3_600_000)).toBe('yesterday');
  expect(ago(9 * 86_400_000)).toContain('2026');
  const hindi = { language: 'hi', justNow: 'अभी-अभी' } as const;
  expect(formatRelative(new Date(now.getTime() - 300_000), now, hindi)).toBe('5 मिनट पहले');
});

test('today and yesterday are named, other days dated', () => {
  const now = new Date(2026, 10, 24, 9, 0);
  const said = (day: number, language: 'en' | 'hi') =>
    formatDayTime(new Date(2026, 10, day, 3, 5), now, language);
  expect(said(24, 'en')).toMatch(/^Today, 3:05\sam$/i);
  expect(said(23, 'en')).toMatch(/^Yesterday, 3:05\sam$/i);
  expect(said(22, 'en')).toMatch(/^22 Nov 2026, 3:05\sam$/i);
  expect(said(25, 'en')).toMatch(/^25 Nov 2026/);
  expect(said(24, 'hi')).toMatch(/^आज, /);
});

test.each([
  [40, '40 seconds'],
  [180, '3 minutes'],
  [47 * 3600, '47 hours'],
  [3 * 86_400, '3 days'],
])('a span of %d s is said in its largest fitting unit: %s', (seconds, text) => {
  expect(formatSpan(seconds, 'en')).toBe(text);
});
