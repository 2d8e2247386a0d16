import { describe, expect, it } from 'vitest';
import {
  combineStatus,
  findClockProblem,
  findDiskProblem,
  findQueueProblem,
  findReaderProblem,
  findTranscoderProblem,
  findWorstStatus,
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

it('calls the system failed before degraded, and this before well', () => {
  const of = (...all: ('ok' | 'degraded' | 'failed')[]) =>
    findWorstStatus(all.map((status) => ({ status })));
  expect([of(), of('ok', 'degraded'), of('degraded', 'failed', 'ok')]).toEqual([
    'ok',
    'degraded',
    'failed',
  ]);
});

it('says when room, clocks or readers need someone', () => {
  expect(findDiskProblem(10e9, 100e9)).toBeNull();
  expect(findDiskProblem(9e9, 100e9)).toBe('only 9000 MB of 100000 MB are free');
  expect([findClockProblem(2000), findClockProblem(-2000)]).toEqual([null, null]);
  expect(findClockProblem(3000)).toBe('this clock is 3 s ahead of that of the database');
  expect(findClockProblem(-60_000)).toContain('60 s behind');
  expect(findReaderProblem([])).toBeNull();
  expect(findTranscoderProblem(['web', 'worker'])).toBeNull();
  expect(findTranscoderProblem(['all'])).toBeNull();
  expect(findTranscoderProblem(['web'])).toContain('no process that prepares videos');
  const readers = [
    { name: 'alerts', delaySeconds: 61 },
    { name: 'others', delaySeconds: 60 },
  ];
  expect(findReaderProblem(readers)).toBe('alerts has not read events for 61 s');
});

describe('the job queue', () => {
  it('is healthy while a process takes care of it', () => {
    expect(findQueueProblem(0)).toBeNull();
    expect(findQueueProblem(60)).toBeNull();
    expect(findQueueProblem(61)).toBe('no process has looked after the job queue for 61 s');
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
