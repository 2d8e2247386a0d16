/** A live playback of the learner, other than the one that is asked for. */
export interface OtherPlayback {
  readonly id: string;
  readonly sessionId: string;
  /** When it last said that it plays; null once it said that it does not. */
  readonly lastActiveAt: Date | null;
}

export interface RoomQuestion {
  /** The sign-in that asks: its own other playbacks give way without a question. */
  readonly sessionId: string;
  /** How many playbacks the learner may have at the same time. */
  readonly atMost: number;
  /** What did not say since then that it plays is idle. */
  readonly idleBefore: Date;
  /** Whether the learner said to end what plays elsewhere. */
  readonly takeOver: boolean;
}

export type Room<Other> =
  | { readonly end: readonly Other[] }
  /** These would have to end, and the learner was not asked yet. */
  | { readonly inTheWay: readonly Other[] };

/**
 * Chooses what must end so that one more may play: first what is idle, then what plays in the same
 * browser, then what plays elsewhere, in each the longest quiet first. What plays elsewhere ends
 * only when the learner says so.
 */
export function makeRoomAmong<Other extends OtherPlayback>(
  others: readonly Other[],
  question: RoomQuestion,
): Room<Other> {
  const { sessionId, atMost, idleBefore, takeOver } = question;
  const isIdle = ({ lastActiveAt }: Other) => lastActiveAt === null || lastActiveAt < idleBefore;
  const rank = (other: Other) => (isIdle(other) ? 0 : other.sessionId === sessionId ? 1 : 2);
  const quiet = ({ lastActiveAt }: Other) => lastActiveAt?.getTime() ?? 0;
  const first = others.toSorted((a, b) => rank(a) - rank(b) || quiet(a) - quiet(b));
  const end = first.slice(0, Math.max(0, others.length - Math.max(0, atMost - 1)));
  const inTheWay = end.filter((other) => rank(other) === 2);
  return takeOver || inTheWay.length === 0 ? { end } : { inTheWay };
}
