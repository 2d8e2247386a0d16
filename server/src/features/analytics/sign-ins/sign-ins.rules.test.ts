import { expect, it } from 'vitest';
import { listHours, summarizeSignIns } from './sign-ins.rules.ts';

const starts = [new Date('2026-11-20T00:00:00Z'), new Date('2026-11-21T00:00:00Z')];
const routes = ['/api/v1/auth/login'];
const counted = [
  { step: 0, name: 'session.opened', reason: '', count: 5 },
  { step: 1, name: 'session.opened', reason: '', count: 7 },
  { step: 1, name: 'device.bound', reason: '', count: 2 },
  { step: 0, name: 'sign-in.refused', reason: 'password', count: 3 },
  { step: 1, name: 'sign-in.refused', reason: 'password', count: 1 },
  { step: 1, name: 'sign-in.refused', reason: 'confirmation', count: 50 },
  { step: 1, name: 'sign-in.refused', reason: '', count: 1 },
  { step: 0, name: 'second-factor.refused', reason: '', count: 2 },
  { step: 0, name: 'device.refused', reason: '', count: 2 },
  { step: 1, name: 'call.limited', reason: '/api/v1/auth/login', count: 9 },
  { step: 1, name: 'call.limited', reason: '/api/v1/videos', count: 100 },
];

it('adds up successes, failures by reason and new devices', () => {
  expect(summarizeSignIns({ starts }, counted, routes)).toEqual({
    successes: 12,
    failures: 18,
    failuresByReason: [
      { reason: 'limit', count: 9 },
      { reason: 'password', count: 4 },
      { reason: 'device', count: 2 },
      { reason: 'second_factor', count: 2 },
      { reason: 'other', count: 1 },
    ],
    newDevices: 2,
    points: [
      { timestamp: '2026-11-20T00:00:00.000Z', successes: 5, failures: 7 },
      { timestamp: '2026-11-21T00:00:00.000Z', successes: 7, failures: 11 },
    ],
  });
});

it('lists all hours of a day', () => {
  const hours = listHours(
    [
      { hour: 9, name: 'session.opened', reason: '', count: 4 },
      { hour: 9, name: 'sign-in.refused', reason: 'account', count: 2 },
      { hour: 23, name: 'device.bound', reason: '', count: 1 },
    ],
    routes,
  );
  expect(hours).toHaveLength(24);
  expect(hours[9]).toEqual({ hour: 9, successes: 4, failures: 2 });
  expect(hours[23]).toEqual({ hour: 23, successes: 0, failures: 0 });
});
