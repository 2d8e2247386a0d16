import { playbackRules } from '@prahari/contract';
import { describe, expect, it } from 'vitest';
import { addSeconds } from '../../../platform/clock/clock.ts';
import { decideVerdict, type Foreseen, foreseeStart } from './check-playback.rules.ts';

const now = new Date('2026-11-20T10:00:00Z');
const computer = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36';
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148';

const signIn = {
  sessionId: 's1',
  userAgent: computer,
  isLive: true,
  isHeldBack: false,
  isDeviceBound: true,
  accessEndsAt: addSeconds(now, 60),
};
const good: Foreseen = {
  accountStatus: 'active',
  signIn,
  videoId: 'v1',
  video: { schemes: ['cbcs'] },
  hidden: [],
  releaseAt: null,
  isTerminated: false,
  terminatedAt: null,
  suspendedUntil: null,
  open: [],
  streamsPerLearner: 1,
  keySystems: ['clearkey'],
};
const stream = {
  id: 'p1',
  sessionId: 's2',
  videoId: 'v2',
  openedAt: now,
  lastActiveAt: now,
  userAgent: computer,
  title: 'Light',
};
const failed = (known: Foreseen) =>
  foreseeStart(known, now).flatMap(({ rule, outcome }) => (outcome === 'fail' ? [rule] : []));

describe('a start that is only checked', () => {
  it('is judged by every rule, in their order, and promises nothing for the browser', () => {
    const rules = foreseeStart(good, now);
    expect(rules.map(({ rule }) => rule)).toEqual(playbackRules);
    expect(rules.filter(({ outcome }) => outcome === 'unknown').map(({ rule }) => rule)).toEqual([
      'device_kind',
      'password',
      'user_token',
      'scheme',
      'licence',
    ]);
    expect(failed(good)).toEqual([]);
    expect(decideVerdict(rules)).toBe('plays');
  });

  it.each<[string, Partial<Foreseen>, string[]]>([
    ['a blocked account', { accountStatus: 'blocked' }, ['account']],
    ['an account not activated', { accountStatus: 'invited' }, ['account']],
    ['no sign-in', { signIn: null }, ['sign_in', 'password']],
    ['a sign-in that is over', { signIn: { ...signIn, isLive: false } }, ['sign_in']],
    [
      'a second factor that is owed',
      { signIn: { ...signIn, isHeldBack: true } },
      ['second_factor'],
    ],
    ['another device', { signIn: { ...signIn, isDeviceBound: false } }, ['bound_device']],
    ['a phone', { signIn: { ...signIn, userAgent: phone } }, ['device_kind']],
    ['terminated access', { isTerminated: true }, ['access']],
    ['suspended playback', { suspendedUntil: addSeconds(now, 60) }, ['suspension']],
    ['no password', { signIn: { ...signIn, accessEndsAt: null } }, ['password']],
    ['a video in the making', { video: null, hidden: ['not_ready'] }, ['video_ready']],
    ['a video without anything to play', { video: null }, ['video_ready']],
    ['a draft', { video: null, hidden: ['draft'] }, ['video_release']],
    ['another district', { video: null, hidden: ['district'] }, ['audience']],
    ['no scheme', { video: { schemes: [] } }, ['scheme']],
    ['another stream', { open: [stream] }, ['streams']],
    ['no key system', { keySystems: [] }, ['licence']],
  ])('is refused for %s', (_, change, rules) => {
    expect(failed({ ...good, ...change })).toEqual(rules);
  });

  it.each(['blocked', 'invited'] as const)('says that the account is %s', (accountStatus) => {
    const [account] = foreseeStart({ ...good, accountStatus }, now);
    expect(account).toMatchObject({ rule: 'account', outcome: 'fail', names: [accountStatus] });
    expect(foreseeStart(good, now)[0]?.names).toEqual([]);
  });

  it('knows streams that end by themselves', () => {
    expect(failed({ ...good, open: [{ ...stream, sessionId: 's1' }] })).toEqual([]);
    expect(failed({ ...good, open: [{ ...stream, lastActiveAt: null }] })).toEqual([]);
    expect(failed({ ...good, open: [stream], streamsPerLearner: 2 })).toEqual([]);
  });

  it('is possible after what the learner does alone, and not after what others must do', () => {
    const verdictOf = (change: Partial<Foreseen>) =>
      decideVerdict(foreseeStart({ ...good, ...change }, now));
    expect(verdictOf({ signIn: null, open: [stream] })).toBe('plays_after_own_steps');
    expect(verdictOf({ signIn: null, isTerminated: true })).toBe('refused');
    expect(verdictOf({ hidden: ['district'], video: null })).toBe('refused');
  });
});
