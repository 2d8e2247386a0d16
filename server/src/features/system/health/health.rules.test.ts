import { describe, expect, it } from 'vitest';
import {
  combineStatus,
  findQueueProblem,
  formatCheckFolder,
  listPastCheckFolders,
} from './health.rules.ts';

describe('the health of the whole', () => {
  it('is that of its weakest part', () => {
    expect(combineStatus([])).toBe('ok');
    expect(combineStatus([{ status: 'ok' }, { status: 'ok' }])).toBe('ok');
    expect(combineStatus([{ status: 'ok' }, { status: 'failed' }])).toBe('failed');
  });
});

describe('the job queue', () => {
  it('is healthy while a process takes care of it', () => {
    expect(findQueueProblem(0)).toBeNull();
    expect(findQueueProblem(60)).toBeNull();
    expect(findQueueProblem(61)).toBe('nobody has looked after the job queue for 61 s');
    expect(findQueueProblem(null)).toContain('no process');
  });
});

it('spares the checks that may be under way, also around midnight', () => {
  const now = new Date('2026-11-20T00:30:00Z');
  const past = listPastCheckFolders(now);
  expect(past).toContain('health/2026-11-18');
  expect(past).not.toContain(formatCheckFolder(now));
  expect(past).not.toContain(formatCheckFolder(new Date(now.getTime() - 3_600_000)));
});
