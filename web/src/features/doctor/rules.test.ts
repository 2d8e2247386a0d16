import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { texts } from '../../shared/i18n/en/doctor.po';
import { judgeBrowser, judgeScreen } from './browser-rule.ts';
import { checkNames, findWorst } from './finding.ts';
import { judgeClock, judgeNetwork, judgeServer } from './line-rule.ts';
import { judgeCodecs, judgeKeySystems } from './media-rule.ts';
import { judgeStorage } from './storage-rule.ts';

const browser = {
  userAgent: 'Chrome/142',
  hasMediaSource: true,
  hasEncryptedMedia: true,
  hasFullscreen: true,
};
const rung = (lines: number, supported = true, smooth = supported) => ({
  lines,
  supported,
  smooth,
});

describe('the findings of the doctor', () => {
  test.each([
    ['all there', browser, 'good', 'browserGood'],
    ['no EME', { ...browser, hasEncryptedMedia: false }, 'problem', 'browserOld'],
    ['no MSE', { ...browser, hasMediaSource: false }, 'problem', 'browserOld'],
    ['in a frame', { ...browser, hasFullscreen: false }, 'problem', 'noFullscreen'],
  ])('browser, %s', (_, facts, verdict, says) => {
    expect(judgeBrowser(facts)).toMatchObject({ verdict, says });
  });

  test('missing features are reported to support', () => {
    const { facts } = judgeBrowser({ ...browser, hasMediaSource: false, hasFullscreen: false });
    expect(facts).toBe('no MediaSource, fullscreen; Chrome/142');
  });

  test.each([
    ['allowed', 'good', 'screenGood'],
    ['mobile', 'problem', 'mobile'],
    ['small-screen', 'problem', 'smallScreen'],
  ] as const)('device %s', (rule, verdict, says) => {
    const screen = { verdict: rule, width: 1280, height: 800, minimumPixels: 1366 };
    expect(judgeScreen(screen)).toMatchObject({ verdict, says, facts: '1280x800' });
  });

  test.each([
    ['all smooth', [rung(1080), rung(720), rung(480), rung(240)], true, 'good', { lines: 1080 }],
    [
      '1080 stutters',
      [rung(1080, true, false), rung(720), rung(480)],
      true,
      'good',
      { lines: 720 },
    ],
    [
      'an old laptop',
      [rung(1080, true, false), rung(720, true, false), rung(480)],
      true,
      'note',
      undefined,
    ],
    ['no sound', [rung(1080), rung(480)], false, 'problem', undefined],
    ['no H.264', [rung(1080, false), rung(480, false)], true, 'problem', undefined],
  ] as const)('codecs, %s', (_, video, hasSound, verdict, variables) => {
    const finding = judgeCodecs({ video, hasSound });
    expect(finding.verdict).toBe(verdict);
    if (variables) expect(finding.variables).toEqual(variables);
  });

  test.each([
    [true, [], 'good'],
    [true, ['Widevine'], 'good'],
    [false, ['FairPlay'], 'note'],
    [false, [], 'problem'],
  ])('Clear Key %s and %s', (clearKey, vendors, verdict) => {
    expect(judgeKeySystems({ clearKey, vendors }).verdict).toBe(verdict);
  });

  test.each([
    [1_048_576, 0.1, 'good', 'networkGood', '84'],
    [1_048_576, 4, 'good', 'networkFair', '2.1'],
    [187_500, 5, 'note', 'networkSlow', '0.30'],
    [50_000, 5, 'problem', 'networkDead', '0.08'],
    [0, 5, 'problem', 'networkDead', '0.00'],
    [0, 0, 'problem', 'networkDead', '0.00'],
  ])('%d bytes in %d s', (receivedBytes, seconds, verdict, says, speed) => {
    const finding = judgeNetwork({ receivedBytes, seconds, roundTripMs: 40 });
    expect(finding).toMatchObject({ verdict, says, variables: { speed } });
  });

  test('a faster line is never judged worse', () => {
    const rank = { problem: 0, note: 1, good: 2 };
    const line = fc.record({
      receivedBytes: fc.nat(2 ** 21),
      seconds: fc.double({ min: 0.001, max: 10, noNaN: true }),
      roundTripMs: fc.nat(5000),
    });
    fc.assert(
      fc.property(line, fc.nat(2 ** 21), (facts, more) => {
        const faster = { ...facts, receivedBytes: facts.receivedBytes + more };
        expect(rank[judgeNetwork(faster).verdict]).toBeGreaterThanOrEqual(
          rank[judgeNetwork(facts).verdict],
        );
      }),
    );
  });

  test.each([
    [0, 'good', 'clockGood', '0 s'],
    [-400, 'good', 'clockGood', '0 s'],
    [-119_000, 'good', 'clockGood', '-119 s'],
    [600_000, 'note', 'clockOff', '+600 s'],
    [-86_400_000, 'problem', 'clockFarOff', '-86400 s'],
  ])('a clock that is %d ms ahead', (aheadMs, verdict, says, facts) => {
    expect(judgeClock(aheadMs)).toMatchObject({ verdict, says, facts });
  });

  test.each([
    [200, 'good'],
    [503, 'problem'],
    [0, 'problem'],
  ])('a server that answers %d', (status, verdict) => {
    expect(judgeServer(status, 12).verdict).toBe(verdict);
  });

  test.each([
    [true, true, 10 ** 9, 'good'],
    [true, true, null, 'good'],
    [true, true, 1024, 'note'],
    [false, true, 10 ** 9, 'problem'],
    [true, false, 10 ** 9, 'problem'],
  ])('cookies %s, database %s, %s bytes free', (hasCookies, hasDatabase, freeBytes, verdict) => {
    expect(judgeStorage({ hasCookies, hasDatabase, freeBytes }).verdict).toBe(verdict);
  });
});

test('all findings are as bad as the worst of them', () => {
  const finding = { says: 'serverGood', step: null, facts: '' } as const;
  expect(findWorst({})).toBe('good');
  expect(
    findWorst({
      clock: { ...finding, verdict: 'note' },
      keys: { ...finding, verdict: 'problem' },
      server: { ...finding, verdict: 'good' },
    }),
  ).toBe('problem');
});

test('every check has a name', () => {
  for (const check of checkNames) expect(texts['doctor']?.[`check_${check}`]).toBeTruthy();
});
