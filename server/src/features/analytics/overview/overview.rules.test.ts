import { expect, it } from 'vitest';
import {
  averageMinutes,
  compareMetrics,
  computeUptime,
  describeUptime,
  listPoints,
  writeEventName,
} from './overview.rules.ts';

const metrics = {
  totalUsers: 120,
  activeUsers: 80,
  totalUploads: 4,
  successfulUploads: 3,
  failedUploads: 1,
  averageSessionDuration: 12.5,
  systemUptime: 99,
  totalTeams: 6,
};

it('compares with the range before, where that is known', () => {
  const before = {
    ...metrics,
    totalUsers: 100,
    activeUsers: 90,
    averageSessionDuration: null,
    totalTeams: null,
  };
  expect(compareMetrics(metrics, before)).toMatchObject({
    totalUsers: 20,
    activeUsers: -10,
    totalUploads: 0,
    averageSessionDuration: null,
    totalTeams: null,
  });
  const unknown = { ...metrics, systemUptime: null };
  expect(compareMetrics(unknown, metrics).systemUptime).toBeNull();
});

it('measures nothing where nothing was recorded', () => {
  expect(averageMinutes({ sessions: 0, seconds: 0 })).toBeNull();
  expect(averageMinutes({ sessions: 4, seconds: 480 })).toBe(2);
  expect(computeUptime({ servedMinutes: 0, minutes: 0 })).toBeNull();
  expect(computeUptime({ servedMinutes: 45, minutes: 60 })).toBe(75);
  // A minute that was recorded while the question was asked.
  expect(computeUptime({ servedMinutes: 61, minutes: 60 })).toBe(100);
  const since = new Date('2026-11-20T10:10:00Z');
  expect(describeUptime({ servedMinutes: 45, minutes: 60.4, since })).toEqual({
    since: '2026-11-20T10:10:00.000Z',
    downMinutes: 15,
  });
  expect(describeUptime({ servedMinutes: 61, minutes: 60, since })?.downMinutes).toBe(0);
  expect(describeUptime({ servedMinutes: 0, minutes: 0, since })).toBeNull();
});

it('has a point for each step', () => {
  const starts = ['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'].map(
    (text) => new Date(text),
  );
  const counted = [
    { step: 1, count: 2 },
    { step: 1, count: 3 },
  ];
  expect(listPoints({ starts }, counted)).toEqual([
    { timestamp: '2026-11-20T00:00:00.000Z', value: 0 },
    { timestamp: '2026-11-21T00:00:00.000Z', value: 5 },
  ]);
});

it.each([
  ['session.opened', 'Session opened'],
  ['sign-in.refused', 'Sign-in refused'],
  ['video.old-keys-removed', 'Video old keys removed'],
])('writes %s as %s', (name, words) => expect(writeEventName(name)).toBe(words));
