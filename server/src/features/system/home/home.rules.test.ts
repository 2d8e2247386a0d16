import { homeCountLimit, type OpenJob, type SetupStep } from '@prahari/contract';
import { describe, expect, it } from 'vitest';
import { listDays, planSetup, summarizeJobs } from './home.rules.ts';

const job = (said: Partial<OpenJob> = {}): OpenJob => ({
  id: crypto.randomUUID(),
  kind: 'upload',
  title: 'Refraction of light',
  state: 'queued',
  progress: 0,
  waitsForRoom: false,
  ...said,
});

describe('work in progress', () => {
  it('is counted by state, and shown with what runs first', () => {
    const running = [job({ state: 'running', title: 'a' }), job({ state: 'running', title: 'b' })];
    const queued = ['c', 'd', 'e', 'f'].map((title) => job({ title, waitsForRoom: title === 'f' }));
    const summary = summarizeJobs([...queued, ...running], 3);
    expect(summary).toMatchObject({ running: 2, queued: 4, waitingForRoom: 1, failedUploads: 3 });
    expect(summary.items.map(({ title }) => title)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('is counted no further than the limit', () => {
    const many = Array.from({ length: 2 * homeCountLimit }, () => job());
    expect(summarizeJobs(many, 0).queued).toBe(homeCountLimit);
  });
});

describe('the list for a new installation', () => {
  const steps = (...done: [SetupStep, boolean][]) => planSetup(new Map(done));

  it('is shown while something essential is missing, with the steps already done', () => {
    expect(steps(['password', true], ['people', true], ['video', false])).toEqual([
      { step: 'password', isDone: true },
      { step: 'people', isDone: true },
      { step: 'video', isDone: false },
    ]);
  });

  it('goes away with the first learner and video, even if optional steps are missing', () => {
    const rest: [SetupStep, boolean][] = [
      ['secondFactor', false],
      ['licenceService', false],
    ];
    expect(steps(...rest, ['people', true], ['video', true])).toBeNull();
  });

  it('is empty for an administrator who may start nothing', () => {
    expect(steps(['password', true], ['secondFactor', false])).toBeNull();
  });
});

describe('the days of a week', () => {
  it('begin at midnight where the reader lives, and end with today', () => {
    const days = listDays(new Date('2026-11-24T20:00:00Z'), 330);
    expect(days).toHaveLength(7);
    expect(days[0]).toEqual(new Date('2026-11-18T18:30:00Z'));
    expect(days.at(-1)).toEqual(new Date('2026-11-24T18:30:00Z'));
    expect(listDays(new Date('2026-11-24T20:00:00Z'), -480).at(-1)).toEqual(
      new Date('2026-11-24T08:00:00Z'),
    );
  });
});
