import { logLevels } from '@prahari/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ENTRY_LIFETIME_MS,
  isLogged,
  keepNewest,
  MOST_CRITICAL,
  MOST_ENTRIES,
} from './retention.ts';

const nowMs = Date.parse('2031-01-02T00:00:00Z');
const entries = fc
  .array(
    fc.record({
      ageMs: fc.integer({ min: 0, max: 2 * ENTRY_LIFETIME_MS }),
      level: fc.constantFrom(...logLevels),
    }),
    { maxLength: 700, size: 'max' },
  )
  .map((made) =>
    made
      .sort((a, b) => b.ageMs - a.ageMs)
      .map(({ ageMs, level }) => ({ level, timestamp: new Date(nowMs - ageMs).toISOString() })),
  );

test('keeps recent entries, at most 500, at most 20 critical, the newest, in order', () => {
  fc.assert(
    fc.property(entries, (all) => {
      const kept = keepNewest(all, nowMs);
      const isYoung = ({ timestamp }: { timestamp: string }) =>
        nowMs - Date.parse(timestamp) <= ENTRY_LIFETIME_MS;
      const critical = kept.filter(({ level }) => level === 'CRITICAL');
      expect(kept.length).toBeLessThanOrEqual(MOST_ENTRIES);
      expect(critical.length).toBeLessThanOrEqual(MOST_CRITICAL);
      expect(kept.every(isYoung)).toBe(true);
      expect(kept).toEqual(all.filter((entry) => kept.includes(entry)));
      const youngCritical = all.filter((entry) => isYoung(entry) && entry.level === 'CRITICAL');
      const others = all.filter((entry) => isYoung(entry) && entry.level !== 'CRITICAL');
      if (kept.length < MOST_ENTRIES) {
        expect(kept.filter(({ level }) => level !== 'CRITICAL')).toEqual(others);
        expect(critical).toEqual(youngCritical.slice(-MOST_CRITICAL));
      }
    }),
    { numRuns: 30 },
  );
});

test('the default level is INFO', () => {
  expect(logLevels.filter((level) => isLogged(level))).toEqual([
    'INFO',
    'WARN',
    'ERROR',
    'CRITICAL',
  ]);
});
