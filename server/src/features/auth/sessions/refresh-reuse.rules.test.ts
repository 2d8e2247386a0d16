import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeRefresh, type RefreshFacts, refreshGraceMs } from './refresh-reuse.rules.ts';

const now = new Date('2026-11-20T10:00:00Z');
const good: RefreshFacts = {
  expiresAt: new Date(now.getTime() + 1000),
  rotatedAt: null,
  successorUsed: false,
  isSameDevice: true,
  isSessionLive: true,
  isSameBrowser: false,
};
const ago = (ms: number) => new Date(now.getTime() - ms);

describe('judgeRefresh', () => {
  it('rotates a token in time on its device', () => {
    expect(judgeRefresh(good, now)).toBe('rotate');
  });

  it('answers a retry within the grace with the same successor', () => {
    expect(judgeRefresh({ ...good, rotatedAt: ago(refreshGraceMs) }, now)).toBe('repeat');
  });

  it('answers the latest browser at any time', () => {
    const old = { ...good, rotatedAt: ago(86_400_000), successorUsed: true, isSameBrowser: true };
    expect(judgeRefresh(old, now)).toBe('repeat');
    expect(judgeRefresh({ ...old, isSameDevice: false }, now)).toBe('reuse');
    expect(judgeRefresh({ ...old, isSessionLive: false }, now)).toBe('refuse');
    expect(judgeRefresh({ ...old, expiresAt: now }, now)).toBe('refuse');
  });

  it.each([
    ['after the grace', { rotatedAt: ago(refreshGraceMs + 1) }],
    ['once the successor was used', { rotatedAt: ago(1), successorUsed: true }],
    ['on another device', { rotatedAt: ago(1), isSameDevice: false }],
  ])('takes a rotated token for stolen %s', (_, change) => {
    expect(judgeRefresh({ ...good, ...change }, now)).toBe('reuse');
  });

  it.each([
    ['expired', { expiresAt: now }],
    ['on another device', { isSameDevice: false }],
    ['of an ended session', { isSessionLive: false }],
  ])('refuses a fresh token that is %s without ending anything', (_, change) => {
    expect(judgeRefresh({ ...good, ...change }, now)).toBe('refuse');
  });

  it('never gives a token to another device or to an ended session', () => {
    fc.assert(
      fc.property(
        fc.record({
          expiresAt: fc.date({ noInvalidDate: true }),
          rotatedAt: fc.option(fc.date({ noInvalidDate: true })),
          successorUsed: fc.boolean(),
          isSameDevice: fc.boolean(),
          isSessionLive: fc.boolean(),
          isSameBrowser: fc.boolean(),
        }),
        (facts) => {
          const gives = ['rotate', 'repeat'].includes(judgeRefresh(facts, now));
          expect(gives && !(facts.isSameDevice && facts.isSessionLive)).toBe(false);
        },
      ),
    );
  });
});
