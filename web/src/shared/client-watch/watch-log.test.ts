import { expect, test } from 'vitest';
import { createWatchLog, watchLimits } from './watch-log.ts';

const at = Date.parse('2026-11-20T10:00:00Z');

test('keeps the newest thousand audit events and five hundred of the network', () => {
  const log = createWatchLog(() => at);
  for (let number = 0; number <= 1000; number += 1) log.noteAudit(`event ${number}`, 'low');
  for (let number = 0; number <= 500; number += 1) log.noteNetwork(`event ${number}`, 'low');
  expect(log.auditEvents()).toHaveLength(1000);
  expect(log.auditEvents()[0]?.event).toBe('event 1');
  expect(log.networkEvents()).toHaveLength(500);
  expect(log.networkEvents()[0]).toEqual({
    timestamp: '2026-11-20T10:00:00.000Z',
    eventType: 'event 1',
    severity: 'low',
    details: {},
  });
});

test('flags more than a hundred requests in a minute, once as long as they last', () => {
  let now = at;
  const log = createWatchLog(() => now);
  const flags = () => log.networkEvents().filter(({ eventType }) => eventType === 'many_requests');
  for (let number = 0; number < watchLimits.requests; number += 1) log.noteRequest('/api/v1/x');
  expect(flags()).toEqual([]);
  log.noteRequest('/api/v1/x');
  log.noteRequest('/api/v1/x');
  expect(flags()).toMatchObject([{ severity: 'medium', details: { requests: '101' } }]);
  now += 60_000;
  for (let number = 0; number <= watchLimits.requests; number += 1) log.noteRequest('/api/v1/x');
  expect(flags()).toHaveLength(2);
});

test('more than five high or critical audit events are repeated violations', () => {
  const log = createWatchLog(() => at);
  for (const severity of ['high', 'critical', 'high', 'high', 'high', 'medium'] as const) {
    log.noteAudit('x', severity);
  }
  expect(log.hasRepeatedViolations()).toBe(false);
  log.noteAudit('x', 'critical');
  expect(log.hasRepeatedViolations()).toBe(true);
});

test('counts critical events of the network', () => {
  const log = createWatchLog(() => at);
  log.noteNetwork('blocked', 'critical');
  log.noteNetwork('blocked', 'high');
  expect(log.countCriticalNetworkEvents()).toBe(1);
});
