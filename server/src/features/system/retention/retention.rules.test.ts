import { expect, it } from 'vitest';
import { checkFolderOf, pastCheckFolders, retentionOf } from './retention.rules.ts';

const now = new Date('2026-11-20T00:30:00Z');

it('keeps each kind for as long as it is of use', () => {
  expect(retentionOf({ eventRetentionDays: 400, sessionRetentionDays: 30 }, now)).toEqual({
    events: new Date('2025-10-16T00:30:00Z'),
    sessions: new Date('2026-10-21T00:30:00Z'),
    secrets: new Date('2026-11-19T00:30:00Z'),
    counters: new Date('2026-11-19T23:30:00Z'),
  });
});

it('spares the checks that may be under way, also around midnight', () => {
  const past = pastCheckFolders(now);
  expect(past).toContain('health/2026-11-18');
  expect(past).not.toContain(checkFolderOf(now));
  expect(past).not.toContain(checkFolderOf(new Date(now.getTime() - 3_600_000)));
});
