import { type AdminHome, homeCountLimit } from '@prahari/contract';
import { expect, test } from 'vitest';
import { formatCount, listAttention, sortAlerts } from './attention.ts';
import { aHome } from './testing/a-home.ts';

const kindsOf = (home: Partial<AdminHome>) =>
  listAttention({ ...aHome(), ...home }).map(({ kind, count }) => [kind, count]);

test('where all is well nothing is listed', () => {
  expect(kindsOf({})).toEqual([]);
});

test('the worst comes first', () => {
  expect(
    kindsOf({
      jobs: { running: 0, queued: 4, waitingForRoom: 3, failedUploads: 2, items: [] },
      storage: { level: 'critical', totalBytes: 10, freeBytes: 0, mediaBytes: 5 },
      security: {
        seriousIncidents: 5,
        terminations: 2,
        reviewsRequested: 1,
        incidentsOfHour: 0,
        licenceFailuresOfHour: 0,
      },
      people: { blocked: 7 },
      clientErrors: { unresolved: 6, ofHour: 0 },
      secondFactor: { isOwnEnrolled: true, administratorsWithout: 2 },
    }),
  ).toEqual([
    ['storageCritical', 1],
    ['failedUploads', 2],
    ['waitingForRoom', 3],
    ['reviewsRequested', 1],
    ['terminations', 2],
    ['clientErrors', 6],
    ['administratorsWithout', 2],
    ['blockedUsers', 7],
  ]);
});

test('parts without permission are left out, without an error', () => {
  const hidden = { jobs: null, storage: null, playing: null, security: null, people: null };
  expect(kindsOf({ ...hidden, clientErrors: null })).toEqual([]);
});

test('one’s own missing second factor is said once', () => {
  const missing = { isOwnEnrolled: false, administratorsWithout: 1 };
  expect(kindsOf({ secondFactor: missing })).toEqual([['ownSecondFactor', 1]]);
  const setup = [{ step: 'secondFactor' as const, isDone: false }];
  expect(kindsOf({ secondFactor: missing, setup })).toEqual([]);
  expect(kindsOf({ secondFactor: { ...missing, administratorsWithout: 3 }, setup })).toEqual([
    ['administratorsWithout', 2],
  ]);
});

test('alerts stand by severity, and else as they came', () => {
  const alert = (id: string, severity: 'critical' | 'high') => ({
    id,
    severity,
    ruleKey: null,
    title: id,
    category: 'brute_force' as const,
    user: null,
    lastSeenAt: '2026-11-20T12:00:00.000Z',
  });
  const came = [
    alert('a', 'high'),
    alert('b', 'critical'),
    alert('c', 'high'),
    alert('d', 'critical'),
  ];
  expect(
    sortAlerts(came)
      .map(({ id }) => id)
      .join(''),
  ).toBe('bdac');
});

test.each([
  [0, '0'],
  [homeCountLimit - 1, '99'],
  [homeCountLimit, '100+'],
])('%d is written %s', (count, text) => {
  expect(formatCount(count, String)).toBe(text);
});
