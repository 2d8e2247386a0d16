import { limits } from '@prahari/contract';
import { AppError } from '../../../platform/errors/app-error.ts';
import { describeUserAgent } from '../../auth/index.ts';

/** A playback session of the learner that is live, other than the one that starts. */
export interface LiveStream {
  readonly id: string;
  readonly sessionId: string;
  /** When it last reported that it plays; null once it reported that it does not. */
  readonly lastActiveAt: Date | null;
}

/** What learners see about a stream that plays elsewhere. */
export interface DescribedStream extends LiveStream {
  readonly videoId: string;
  readonly openedAt: Date;
  readonly userAgent: string;
  readonly title: string;
}

const idleMs = limits.streamIdleSeconds * 1000;

/**
 * Enforces the limit of concurrent streams: decides what ends for a playback session that starts.
 * @param open all that its user plays, read under the lock of that user
 * @throws AppError 403 too_many_streams, with the devices on which the user is already watching
 */
export function enforceConcurrentStreamLimit<Stream extends DescribedStream>(
  open: readonly Stream[],
  playback: { readonly sessionId: string; readonly videoId: string },
  how: { readonly atMost: number; readonly takeOver: boolean; readonly now: Date },
): readonly Stream[] {
  const decision = decideStreamsToEndFor(open, playback, how);
  if ('conflicting' in decision) throw tooManyStreams(decision.conflicting);
  return decision.end;
}

/**
 * Decides the same without a refusal. The older session of the same sign-in and video is not
 * counted, as it ends in any case.
 */
export function decideStreamsToEndFor<Stream extends DescribedStream>(
  open: readonly Stream[],
  { sessionId, videoId }: { readonly sessionId: string; readonly videoId: string },
  how: { readonly atMost: number; readonly takeOver: boolean; readonly now: Date },
): StreamDecision<Stream> {
  const isOlder = (one: Stream) => one.sessionId === sessionId && one.videoId === videoId;
  return decideStreamsToEnd(
    open.filter((one) => !isOlder(one)),
    {
      sessionId,
      takeOver: how.takeOver,
      atMost: how.atMost,
      idleBefore: new Date(how.now.getTime() - idleMs),
    },
  );
}

export interface StreamRequest {
  /** The sign-in that starts a stream: its own others end without a question. */
  readonly sessionId: string;
  /** How many streams the learner may have at the same time. */
  readonly atMost: number;
  /** A stream that has not reported play since then is idle. */
  readonly idleBefore: Date;
  /** Whether the learner confirmed that streams on other devices end. */
  readonly takeOver: boolean;
}

export type StreamDecision<Stream> =
  | { readonly end: readonly Stream[] }
  /** These would have to end, and the learner has not confirmed it yet. */
  | { readonly conflicting: readonly Stream[] };

/**
 * Decides which streams must end so that one more may play: idle ones first, then those of the same
 * sign-in, then those elsewhere; within each, the longest inactive first. Streams elsewhere end
 * only when the learner confirms it.
 */
export function decideStreamsToEnd<Stream extends LiveStream>(
  others: readonly Stream[],
  request: StreamRequest,
): StreamDecision<Stream> {
  const { sessionId, atMost, idleBefore, takeOver } = request;
  const isIdle = ({ lastActiveAt }: Stream) => lastActiveAt === null || lastActiveAt < idleBefore;
  const rank = (other: Stream) => (isIdle(other) ? 0 : other.sessionId === sessionId ? 1 : 2);
  const activeMs = ({ lastActiveAt }: Stream) => lastActiveAt?.getTime() ?? 0;
  const first = others.toSorted((a, b) => rank(a) - rank(b) || activeMs(a) - activeMs(b));
  const end = first.slice(0, Math.max(0, others.length - Math.max(0, atMost - 1)));
  const conflicting = end.filter((other) => rank(other) === 2);
  return takeOver || conflicting.length === 0 ? { end } : { conflicting };
}

function tooManyStreams(others: readonly DescribedStream[]): AppError {
  return new AppError('ACCESS_DENIED', 'You are already watching on another device.', {
    reason: 'too_many_streams',
    details: {
      others: others.map(({ userAgent, title, openedAt }) => ({
        device: describeUserAgent(userAgent),
        title,
        openedAt: openedAt.toISOString(),
      })),
    },
  });
}
