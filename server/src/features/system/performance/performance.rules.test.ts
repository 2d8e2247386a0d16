import { describe, expect, it } from 'vitest';
import { describePoint, findFoldStart, planMinutes, planSteps } from './performance.rules.ts';

const at = (text: string) => new Date(`2026-11-${text}:00.000Z`);

it('folds again from the period before the last, and none whose beginning is gone', () => {
  const oldest = at('18T10:30');
  expect(findFoldStart(null, 'hour', oldest)).toEqual(at('18T11:00'));
  expect(findFoldStart(null, 'hour', at('18T10:00'))).toEqual(at('18T10:00'));
  expect(findFoldStart(at('20T09:00'), 'hour', oldest)).toEqual(at('20T08:00'));
  expect(findFoldStart(at('18T11:00'), 'hour', oldest)).toEqual(at('18T11:00'));
  expect(findFoldStart(at('20T00:00'), 'day', oldest)).toEqual(at('19T00:00'));
});

it('a range of minutes ends with the last whole one, longer ones with what has begun', () => {
  const now = new Date('2026-11-20T10:30:30.000Z');
  const hour = planSteps('1h', now);
  expect([hour.from, hour.to, hour.starts.length]).toEqual([at('20T09:30'), at('20T10:30'), 60]);
  const month = planSteps('30d', now);
  expect([month.starts.at(-1), month.to, month.starts.length]).toEqual([at('20T00:00'), now, 30]);
});

it('a point without any minute knows nothing, one without calls has none', () => {
  const start = at('20T10:00');
  expect(describePoint(start, 60, [], undefined)).toMatchObject({
    callsPerSecond: null,
    signIns: null,
    errorRatio: null,
    memoryBytes: null,
  });
  const processes = {
    at: start,
    loopP99Ms: 1,
    memoryBytes: 2,
    cpuShare: 0,
    poolBusy: 0,
    poolWaiting: 0,
    jobsReady: null,
    jobsActive: null,
  };
  expect(describePoint(start, 60, [], processes)).toMatchObject({
    callsPerSecond: 0,
    signIns: 0,
    errorRatio: null,
    jobsReady: null,
  });
});

describe('the minutes by which uptime is measured', () => {
  const now = new Date('2026-11-20T10:30:30Z');
  const plan = (hours: number, endHoursAgo = 0) => {
    const to = new Date(now.getTime() - endHoursAgo * 3_600_000);
    const planned = planMinutes(new Date(to.getTime() - hours * 3_600_000), to, now);
    return [planned.from, planned.minutesFrom, planned.to].map((at) =>
      at.toISOString().slice(5, 16),
    );
  };

  it('are single ones of the last day, without the one that may not be written yet', () => {
    expect(plan(1)).toEqual(['11-20T09:30', '11-20T09:30', '11-20T10:29']);
    expect(plan(24)).toEqual(['11-19T10:30', '11-19T10:30', '11-20T10:29']);
  });

  it('are those of whole hours before', () => {
    expect(plan(48)).toEqual(['11-18T10:00', '11-19T10:00', '11-20T10:29']);
    expect(plan(24, 24)).toEqual(['11-18T10:00', '11-19T10:00', '11-19T10:30']);
    expect(plan(24, 48)).toEqual(['11-17T10:00', '11-18T10:00', '11-18T10:00']);
  });
});
