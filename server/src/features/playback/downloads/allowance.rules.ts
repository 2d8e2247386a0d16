import type { IncidentConfidence } from '@prahari/contract';

/** What is known of the lesson and the policy. */
export interface LessonPace {
  /** The most that a player holds ahead. */
  readonly bufferingGoalSeconds: number;
  /** Of the lesson's own time, between two reports of a page. */
  readonly progressEverySeconds: number;
  /** Lessons that a learner may play at the same time. */
  readonly streamsPerLearner: number;
  readonly pictureSegmentSeconds: number;
  /** Null until it was read. */
  readonly durationSeconds: number | null;
}

export type Kind = 'picture' | 'sound';

/** The player's highest speed: nothing that plays needs more, however long. */
const fastest = 2;
/** What is taken for a download gets no more than a lesson takes at its own speed. */
const suspectedRate = 1;
/** Players fetch whole segments, of six seconds at most: one before their place, one beyond their goal. */
const slackSeconds = 12;
/** Beyond that it is more than a player holds, until it is less again: each segment is a step. */
const stepSeconds = 6;
/** Buffers that a page may fill beyond its own before it has told why: jumps are told after landing. */
const buffersOfGrace = 3;
/** Buffers that jumps may give up in a row. Time in which nothing is fetched brings them back. */
const buffersOfJumps = 10;
const leastBufferSeconds = 60;
/** Reports that may be lost in a row, at half the speed. */
const missedReports = 6;
/** A playback that fetched nothing new for so long does not count as one of several. */
const playingMs = 30_000;
const suspectedMs = 600_000;
const samePressMs = 300_000;

interface Debt {
  /** Media seconds that were fetched and not yet paid off by time. */
  seconds: number;
  /** What jumps gave up, and time has not brought back. */
  jumpedSeconds: number;
}

/** What one learner owes, over all lessons that one process serves. */
export interface FetchingLearner {
  readonly debts: Readonly<Record<Kind, Debt>>;
  paidAtMs: number;
  /** What was to be had at once when it was last asked. */
  atOnceSeconds: number;
  /** Since when more is fetched than a player holds; null while it is not. */
  overSinceMs: number | null;
  /** Told of more jumps than are brought back by time: looks for a place, or says so. */
  isJumping: boolean;
  /** When a page of any lesson reported. */
  everHeardMs: number | null;
  /** Waiting that was asked for; opening the lesson again does not clear it. */
  pressedSeconds: number;
  pressedAtMs: number;
  suspected: { readonly as: IncidentConfidence; readonly atMs: number } | null;
  /** Playbacks that fetched something new, and when. */
  readonly playing: Map<string, number>;
}

export function newLearner(nowMs: number): FetchingLearner {
  return {
    debts: {
      picture: { seconds: 0, jumpedSeconds: 0 },
      sound: { seconds: 0, jumpedSeconds: 0 },
    },
    paidAtMs: nowMs,
    atOnceSeconds: 0,
    overSinceMs: null,
    isJumping: false,
    everHeardMs: null,
    pressedSeconds: 0,
    pressedAtMs: nowMs,
    suspected: null,
    playing: new Map(),
  };
}

export interface Terms {
  /** More than that no player holds. */
  readonly heldSeconds: number;
  readonly atOnceSeconds: number;
  readonly rate: number;
}

/** Pays off what time has paid, and says what a lesson may fetch. */
export function settle(
  learner: FetchingLearner,
  pace: LessonPace,
  isSilent: boolean,
  nowMs: number,
): Terms {
  const terms = termsOf(learner, pace, isSilent, nowMs);
  const paidSeconds = (Math.max(0, nowMs - learner.paidAtMs) / 1000) * terms.rate;
  // A look that waited for the database asks for a moment that is past: no time pays twice.
  learner.paidAtMs = Math.max(learner.paidAtMs, nowMs);
  for (const debt of Object.values(learner.debts)) {
    debt.jumpedSeconds = Math.max(0, debt.jumpedSeconds - Math.max(0, paidSeconds - debt.seconds));
    debt.seconds = Math.max(0, debt.seconds - paidSeconds);
    // A learner who may have less than before does not begin with waiting for what was allowed
    // then.
    const lessSeconds = learner.atOnceSeconds - terms.atOnceSeconds;
    const beyondSeconds = debt.seconds - terms.atOnceSeconds;
    forgive(debt, Math.min(lessSeconds, beyondSeconds), pace);
  }
  learner.atOnceSeconds = terms.atOnceSeconds;
  noteOver(learner, terms.heldSeconds, nowMs);
  return terms;
}

/** Adds what was fetched, once it is settled. */
export function owe(
  learner: FetchingLearner,
  kind: Kind,
  seconds: number,
  { heldSeconds }: Pick<Terms, 'heldSeconds'>,
  nowMs: number,
): void {
  learner.debts[kind].seconds += seconds;
  noteOver(learner, heldSeconds, nowMs);
}

/**
 * Takes from what is owed what a jump gave up, or a lesson that was left. Claimed jumps are worth
 * no more than what time brings back.
 * @param mostSeconds that may be taken, however much time brought back
 * @returns how much was taken
 */
export function excuse(
  learner: FetchingLearner,
  seconds: number,
  pace: LessonPace,
  mostSeconds = Number.POSITIVE_INFINITY,
): number {
  const taken = Object.values(learner.debts).map((debt) => {
    const wanted = Math.min(seconds, debt.seconds);
    const forgiven = forgive(debt, Math.min(wanted, mostSeconds), pace);
    if (forgiven < wanted) learner.isJumping = true;
    return forgiven;
  });
  return Math.max(...taken);
}

/**
 * Returns what jumps within one lesson give up at most: a learner leaves no more than half of it
 * for good.
 */
export function mostJumpedSeconds(pace: LessonPace): number {
  const wholeSeconds = pace.durationSeconds ?? Number.POSITIVE_INFINITY;
  return Math.max(graceSecondsOf(pace), wholeSeconds / 2);
}

/** Returns what a page that reports may have beyond its buffer before it told why. */
export function graceSecondsOf(pace: LessonPace): number {
  return bufferOf(pace) * buffersOfGrace;
}

/** Returns what so many milliseconds of time pay off at the most. */
export function paidBy(elapsedMs: number): number {
  return (Math.max(0, elapsedMs) / 1000) * fastest;
}

export function notePlaying({ playing }: FetchingLearner, playbackId: string, nowMs: number): void {
  if (!playing.has(playbackId)) {
    for (const [id, atMs] of playing) if (nowMs - atMs > playingMs) playing.delete(id);
  }
  playing.set(playbackId, nowMs);
}

export function press(learner: FetchingLearner, seconds: number, nowMs: number): void {
  if (nowMs - learner.pressedAtMs > samePressMs) learner.pressedSeconds = 0;
  learner.pressedSeconds += seconds;
  learner.pressedAtMs = nowMs;
}

/** Tells whether one of this learner's pages reported lately. */
export function isHeardOf(
  { everHeardMs }: FetchingLearner,
  { progressEverySeconds }: LessonPace,
  nowMs: number,
): boolean {
  return everHeardMs !== null && nowMs - everHeardMs <= missedReports * progressEverySeconds * 1000;
}

function termsOf(
  learner: FetchingLearner,
  pace: LessonPace,
  isSilent: boolean,
  nowMs: number,
): Terms {
  const { suspected, playing } = learner;
  const suspectedAs = suspected && nowMs - suspected.atMs <= suspectedMs ? suspected.as : null;
  const live = [...playing.values()].filter((atMs) => nowMs - atMs <= playingMs).length;
  const streams = Math.min(Math.max(1, live), pace.streamsPerLearner);
  const heldSeconds = pace.bufferingGoalSeconds * streams + slackSeconds + stepSeconds;
  const hasGrace = isHeardOf(learner, pace, nowMs) && suspectedAs === null;
  const graceSeconds = hasGrace ? graceSecondsOf(pace) : 0;
  const rate = isSilent && suspectedAs === 'high' ? suspectedRate : fastest * streams;
  return { heldSeconds, atOnceSeconds: heldSeconds + graceSeconds, rate };
}

function bufferOf({ bufferingGoalSeconds }: LessonPace): number {
  return Math.max(leastBufferSeconds, bufferingGoalSeconds);
}

/** @returns how much of it could be */
function forgive(debt: Debt, seconds: number, pace: LessonPace): number {
  const left = bufferOf(pace) * buffersOfJumps - debt.jumpedSeconds;
  const forgiven = Math.max(0, Math.min(seconds, left));
  debt.seconds -= forgiven;
  debt.jumpedSeconds += forgiven;
  return forgiven;
}

function noteOver(learner: FetchingLearner, heldSeconds: number, nowMs: number): void {
  const mostSeconds = learner.overSinceMs === null ? heldSeconds : heldSeconds - stepSeconds;
  const isOver = Object.values(learner.debts).some(({ seconds }) => seconds > mostSeconds);
  if (isOver) learner.overSinceMs ??= nowMs;
  else [learner.overSinceMs, learner.isJumping] = [null, false];
}
