import type {
  HiddenReason,
  ManagedUser,
  PlaybackCheck,
  PlaybackRule,
  PlaybackVerdict,
} from '@prahari/contract';
import { describeUserAgent, detectDeviceKind, mayPlay } from '../../auth/index.ts';
import {
  type DescribedStream,
  decideStreamsToEndFor,
} from '../concurrency/concurrent-stream-limit.rules.ts';
import { chooseScheme } from './scheme.rules.ts';
import { type ForeseenFacts, type Judgement, judgeStart, type Refusal } from './start.rules.ts';

type Rule = PlaybackCheck['rules'][number];

/** What the server knows of a start before a learner's browser says anything. */
export interface Foreseen {
  readonly accountStatus: ManagedUser['status'];
  /** The sign-in that was seen last; null where there is none. */
  readonly signIn: {
    readonly sessionId: string;
    readonly userAgent: string;
    readonly isLive: boolean;
    readonly isHeldBack: boolean;
    readonly isDeviceBound: boolean;
    /** Until when the password counts as confirmed at some place; null where it does at none. */
    readonly accessEndsAt: Date | null;
  } | null;
  readonly videoId: string;
  /** Null where a start would find nothing to play. */
  readonly video: { readonly schemes: Parameters<typeof chooseScheme>[0] } | null;
  /** Why the learner does not see the video. */
  readonly hidden: readonly HiddenReason[];
  /** When its publication begins or ended, where that is why. */
  readonly releaseAt: string | null;
  readonly isTerminated: boolean;
  readonly terminatedAt: string | null;
  readonly suspendedUntil: Date | null;
  /** All that the learner plays. */
  readonly open: readonly DescribedStream[];
  readonly streamsPerLearner: number;
  /** That would be offered. */
  readonly keySystems: readonly string[];
}

const unready: readonly HiddenReason[] = ['deleted', 'not_ready'];
const unreleased: readonly HiddenReason[] = ['draft', 'scheduled', 'ended'];

/** What a learner does alone, when asked: sign in, confirm the password, go on playing here. */
const ownSteps: readonly PlaybackRule[] = ['sign_in', 'password', 'streams'];

/**
 * Judges every rule of a start by the functions that a start itself asks: `judgeStart`,
 * `chooseScheme`, the limit of concurrent streams, and of the video its visibility.
 */
export function foreseeStart(known: Foreseen, now: Date): Rule[] {
  const { signIn, video, hidden } = known;
  const start = new Map<Refusal, Judgement>(
    judgeStart(collectFacts(known), now).map(({ reason, outcome }) => [reason, outcome]),
  );
  const judged = (reason: Refusal) => start.get(reason) ?? 'unknown';
  const isHiddenBy = (some: readonly HiddenReason[]) => hidden.some((one) => some.includes(one));
  const isForOthers = hidden.some((one) => !unready.includes(one) && !unreleased.includes(one));
  // Nothing hides it, and yet there is nothing to play: it was never made whole.
  const isHollow = judged('video_not_available') === 'fail' && hidden.length === 0;
  const conflicts = listConflicts(known, now);
  const evidence = { taken: undefined, userAgent: signIn?.userAgent ?? '' };
  const hasScheme = video === null || chooseScheme(video.schemes, evidence) !== null;
  return [
    rule('account', 'session_ended', passIf(known.accountStatus === 'active'), {
      names: known.accountStatus === 'active' ? [] : [known.accountStatus],
    }),
    rule('sign_in', 'session_ended', passIf(signIn?.isLive === true)),
    rule(
      'second_factor',
      'second_factor_enrolment_required',
      signIn ? passIf(!signIn.isHeldBack) : 'unknown',
    ),
    rule('bound_device', 'device_not_bound', signIn ? passIf(signIn.isDeviceBound) : 'unknown'),
    rule('device_kind', 'mobile_device', judged('mobile_device')),
    rule('access', 'access_terminated', judged('access_terminated'), { at: known.terminatedAt }),
    rule('suspension', 'playback_suspended', judged('playback_suspended'), {
      at: known.suspendedUntil?.toISOString() ?? null,
    }),
    rule('password', 'access_session_required', judged('access_session_required'), {
      at: signIn?.accessEndsAt?.toISOString() ?? null,
    }),
    rule('video_ready', 'video_not_available', passIf(!isHiddenBy(unready) && !isHollow)),
    rule('video_release', 'video_not_available', passIf(!isHiddenBy(unreleased)), {
      at: known.releaseAt,
    }),
    rule('audience', 'video_not_available', passIf(!isForOthers)),
    rule('user_token', 'user_token_invalid', judged('user_token_invalid')),
    rule('scheme', 'encryption_scheme_missing', hasScheme ? 'unknown' : 'fail'),
    rule('streams', 'too_many_streams', passIf(conflicts.length === 0), {
      names: conflicts.map(({ userAgent }) => describeUserAgent(userAgent)),
    }),
    rule(
      'licence',
      'drm_system_not_offered',
      video !== null && known.keySystems.length === 0 ? 'fail' : 'unknown',
      { names: [...known.keySystems] },
    ),
  ];
}

/** Sums up whether it would play, as far as the server can know. */
export function decideVerdict(rules: readonly Pick<Rule, 'rule' | 'outcome'>[]): PlaybackVerdict {
  const failed = rules.filter(({ outcome }) => outcome === 'fail');
  if (failed.length === 0) return 'plays';
  return failed.every((one) => ownSteps.includes(one.rule)) ? 'plays_after_own_steps' : 'refused';
}

function collectFacts({ signIn, video, isTerminated, suspendedUntil }: Foreseen): ForeseenFacts {
  const kind = signIn && detectDeviceKind(readClaims(signIn.userAgent));
  return {
    // A telephone may hide behind the name of a computer, and its hints come with the start only.
    device: kind && !mayPlay(kind) ? kind : undefined,
    isTerminated,
    suspendedUntil,
    // Confirmed where? The start says from where it comes.
    videoAccessEndsAt: signIn?.accessEndsAt ? undefined : null,
    video,
    // The page gets a new one before each start.
    userToken: undefined,
  };
}

function readClaims(userAgent: string) {
  return { userAgent, mobileHint: undefined, platformHint: undefined };
}

function listConflicts(known: Foreseen, now: Date): readonly DescribedStream[] {
  const { open, signIn, videoId, streamsPerLearner: atMost } = known;
  const playback = { sessionId: signIn?.sessionId ?? '', videoId };
  const decision = decideStreamsToEndFor(open, playback, { atMost, takeOver: false, now });
  return 'conflicting' in decision ? decision.conflicting : [];
}

function rule(
  name: PlaybackRule,
  reason: string,
  outcome: Judgement,
  { at = null, names = [] }: { readonly at?: string | null; readonly names?: string[] } = {},
): Rule {
  return { rule: name, outcome, reason, at, names };
}

function passIf(isGood: boolean): Judgement {
  return isGood ? 'pass' : 'fail';
}
