import { incidentReportSchema, isViolation } from '@prahari/contract';
import { expect, test } from 'vitest';
import { findSlowness } from './slow-network.ts';
import { judgeBlocked, listIssues, type WatchFindings } from './watch-issues.ts';

const nothing: WatchFindings = {
  changedParts: [],
  isTampered: false,
  hasRepeatedViolations: false,
  slownessMs: null,
  criticalNetworkEvents: 0,
};

test.each<[Partial<WatchFindings>, string, string]>([
  [
    { changedParts: ['canvas', 'webgl'] },
    'fingerprint_mismatch',
    'Device fingerprint mismatch detected',
  ],
  [{ isTampered: true }, 'content_tampered', 'Content tampering detected'],
  [{ hasRepeatedViolations: true }, 'repeated_violations', 'Multiple security violations detected'],
  [{ slownessMs: 4000 }, 'slow_network', 'Slow network connection detected'],
  [
    { criticalNetworkEvents: 3 },
    'critical_network_events',
    '3 critical network security events detected',
  ],
])('%j is told as %s', (found, type, message) => {
  expect(listIssues({ ...nothing, ...found })).toMatchObject([{ type, message }]);
});

test('reports only findings, as evidence that the server accepts', () => {
  expect(listIssues(nothing)).toEqual([]);
  const all = listIssues({
    changedParts: ['screen', 'fonts'],
    isTampered: true,
    hasRepeatedViolations: true,
    slownessMs: 3500,
    criticalNetworkEvents: 1,
  });
  expect(all).toHaveLength(5);
  for (const { type, confidence } of all) {
    expect(isViolation(type, confidence)).toBe(false);
    expect(incidentReportSchema.shape.type.safeParse(type).success).toBe(true);
  }
});

test.each([
  ['script-src-elem', 'https://evil.example/x.js', 'critical'],
  ['script-src', 'inline', 'critical'],
  ['object-src', 'https://evil.example/x', 'critical'],
  ['connect-src', 'https://evil.example/', 'high'],
  ['script-src-elem', 'chrome-extension', 'low'],
  ['script-src-elem', 'moz-extension://abc/x.js', 'low'],
  ['script-src-elem', 'safari-web-extension://abc/x.js', 'low'],
])('%s of %s is %s', (directive, uri, severity) => {
  expect(judgeBlocked(directive, uri)).toBe(severity);
});

test.each<[number[], string | undefined, number | null]>([
  [[], undefined, null],
  [[9000, 9000, 9000, 9000], undefined, null],
  [[9000, 9000, 9000, 100, 100], undefined, 9000],
  [[9000, 9000, 100, 100, 100], undefined, null],
  // Only the latest ten count.
  [[...Array<number>(20).fill(9000), ...Array<number>(10).fill(80)], '4g', null],
  [[80], '2g', 80],
  [[80], '3g', null],
])('answers of %j on %o: slow is %o', (answersMs, type, slow) => {
  expect(findSlowness(answersMs, type)).toBe(slow);
});
