import type { IncidentConfidence } from '@prahari/contract';
import { type Ages, addNow, addUntilNow, createAges } from './ages.rules.ts';

/** Describes a video and the policy, as far as they decide how fast it may be fetched. */
export interface VideoPace {
  /** The longest buffer of a player. */
  readonly bufferingGoalSeconds: number;
  /** Media time between two reports of a page. */
  readonly progressEverySeconds: number;
  /** Videos that a learner may play at once. */
  readonly streamsPerLearner: number;
  readonly pictureSegmentSeconds: number;
  /** Null until it is read. */
  readonly durationSeconds: number | null;
}

export type Kind = 'picture' | 'sound';

/** The player's highest speed: no playback needs more. */
const fastest = 2;
/** A suspected download gets no more than playback at normal speed takes. */
const suspectedRate = 1;
/** Two segments of at most six seconds: one before the position, one beyond the goal. */
const slackSeconds = 12;
/** Hysteresis of one segment, so that the limit is not crossed back and forth. */
const stepSeconds = 6;
/** Extra buffers that a page may fill before it reports why: it reports a jump only afterwards. */
const buffersOfGrace = 3;
/** Buffers that jumps in a row may discard. Time without fetches restores this allowance. */
const buffersOfJumps = 10;
const leastBufferSeconds = 60;
/** Reports in a row that may be lost, at half speed. */
const missedReports = 6;
/** A playback that fetched nothing new for this long does not count as one of several. */
const playingMs = 30_000;
const suspectedMs = 600_000;
const imposedMemoryMs = 300_000;
/** How long it is remembered that another process serves a learner. */
export const servedMs = 900_000;
/** The most that is remembered of `unused` time. */
const mostUnusedSeconds = 1200;

interface Debt {
  /** Media seconds that were fetched ahead of time. */
  seconds: number;
  /** Seconds that jumps discarded and time has not restored yet. */
  jumpedSeconds: number;
  /** Media seconds fetched here that are not published yet, by age. */
  readonly unpublished: Ages;
  /** What remains of them, if the same amount is paid off at every other process. */
  unpublishedSeconds: number;
  /** Time that passed while no debt was left to pay off, in media seconds by age. */
  readonly unused: Ages;
}

/** How far ahead one learner is, over all videos. */
export interface FetchingLearner {
  readonly debts: Readonly<Record<Kind, Debt>>;
  paidAtMs: number;
  /** Seconds that could be fetched without waiting at the last request. */
  atOnceSeconds: number;
  /** Since when more is fetched than a player can buffer; null while it is not. */
  overSinceMs: number | null;
  /** Reported more jumps than time restores: the learner searches, or claims to. */
  isJumping: boolean;
  /** When a page of any video last reported. */
  lastReportMs: number | null;
  /** Waiting that was imposed; opening the video again does not clear it. */
  imposedWaitSeconds: number;
  imposedAtMs: number;
  suspected: { readonly as: IncidentConfidence; readonly atMs: number } | null;
  /** When each playback last fetched something new. */
  readonly playing: Map<string, number>;
  /** When each other process that serves the learner last said so. */
  readonly others: Map<string, number>;
}

export function createFetchingLearner(nowMs: number): FetchingLearner {
  return {
    debts: { picture: createDebt(nowMs), sound: createDebt(nowMs) },
    paidAtMs: nowMs,
    atOnceSeconds: 0,
    overSinceMs: null,
    isJumping: false,
    lastReportMs: null,
    imposedWaitSeconds: 0,
    imposedAtMs: nowMs,
    suspected: null,
    playing: new Map(),
    others: new Map(),
  };
}

function createDebt(nowMs: number): Debt {
  const [unpublished, unused] = [createAges(nowMs), createAges(nowMs, mostUnusedSeconds)];
  return { seconds: 0, jumpedSeconds: 0, unpublished, unpublishedSeconds: 0, unused };
}

export interface Terms {
  /** The most that a player can buffer. */
  readonly heldSeconds: number;
  readonly atOnceSeconds: number;
  readonly rate: number;
}

/** Reduces the debts by the time that has passed, and returns what may be fetched now. */
export function settle(
  learner: FetchingLearner,
  pace: VideoPace,
  isSilent: boolean,
  nowMs: number,
): Terms {
  const terms = computeTerms(learner, pace, isSilent, nowMs);
  const paidSeconds = (Math.max(0, nowMs - learner.paidAtMs) / 1000) * terms.rate;
  // A check that waited for the database comes with an earlier time: no time counts twice.
  learner.paidAtMs = Math.max(learner.paidAtMs, nowMs);
  const others = countOthers(learner, nowMs);
  for (const debt of Object.values(learner.debts)) {
    const leftSeconds = Math.max(0, paidSeconds - debt.seconds);
    debt.jumpedSeconds = Math.max(0, debt.jumpedSeconds - leftSeconds);
    debt.seconds = Math.max(0, debt.seconds - paidSeconds);
    payUnpublished(debt, leftSeconds, others);
    const { rate } = terms;
    addUntilNow(debt.unused, leftSeconds, { rate, most: mostUnusedSeconds }, learner.paidAtMs);
    // A learner whose allowance shrinks must not wait for what was allowed before.
    const lessSeconds = learner.atOnceSeconds - terms.atOnceSeconds;
    const beyondSeconds = debt.seconds - terms.atOnceSeconds;
    forgive(debt, Math.min(lessSeconds, beyondSeconds), pace);
  }
  learner.atOnceSeconds = terms.atOnceSeconds;
  noteOver(learner, terms.heldSeconds, nowMs);
  return terms;
}

/** Media that was fetched at once. */
export interface FetchedMedia {
  readonly kind: Kind;
  readonly seconds: number;
}

/** Adds fetched media to a debt; call `settle` before. */
export function addDebt(
  learner: FetchingLearner,
  { kind, seconds }: FetchedMedia,
  { heldSeconds }: Pick<Terms, 'heldSeconds'>,
  nowMs: number,
): void {
  learner.debts[kind].seconds += seconds;
  noteOver(learner, heldSeconds, nowMs);
}

/** Adds media that was fetched here and is not published yet. */
export function addUnpublished(
  { debts }: FetchingLearner,
  { kind, seconds }: FetchedMedia,
  nowMs: number,
): void {
  const debt = debts[kind];
  debt.unpublishedSeconds += seconds;
  addNow(debt.unpublished, seconds, nowMs);
}

/** Notes that another process serves a learner. */
export function noteOther({ others }: FetchingLearner, process: string, nowMs: number): void {
  for (const [one, atMs] of others) if (nowMs - atMs > servedMs) others.delete(one);
  others.set(process, nowMs);
}

/** Counts the other processes that serve a learner. */
export function countOthers({ others }: FetchingLearner, nowMs: number): number {
  let count = 0;
  for (const atMs of others.values()) if (nowMs - atMs <= servedMs) count += 1;
  return count;
}

/**
 * Computes how far ahead a learner may be at all processes together, if each other process has as
 * much unpublished as this one.
 */
export function computeLikelySeconds(learner: FetchingLearner, nowMs: number): number {
  const others = countOthers(learner, nowMs);
  const likely = Object.values(learner.debts).map(
    ({ seconds, unpublishedSeconds }) =>
      seconds + others * Math.max(0, unpublishedSeconds - stepSeconds),
  );
  return Math.max(...likely);
}

/**
 * Reduces the debts by what a jump, or leaving a video, discarded. Claimed jumps count only as much
 * as time restores.
 * @param mostSeconds the largest reduction, even if time has restored more
 * @returns by how much the debts were reduced
 */
export function excuse(
  learner: FetchingLearner,
  seconds: number,
  pace: VideoPace,
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
 * Returns the most that jumps within one video can discard: a learner is assumed to skip at most
 * half of it.
 */
export function computeMaxJumpedSeconds(pace: VideoPace): number {
  const wholeSeconds = pace.durationSeconds ?? Number.POSITIVE_INFINITY;
  return Math.max(computeGraceSeconds(pace), wholeSeconds / 2);
}

/** Returns what a reporting page may fetch beyond its buffer before it reports why. */
export function computeGraceSeconds(pace: VideoPace): number {
  return computeBufferSeconds(pace) * buffersOfGrace;
}

/** Returns the most by which `elapsedMs` can reduce a debt. */
export function computePaidSeconds(elapsedMs: number): number {
  return (Math.max(0, elapsedMs) / 1000) * fastest;
}

export function notePlaying({ playing }: FetchingLearner, playbackId: string, nowMs: number): void {
  if (!playing.has(playbackId)) {
    for (const [id, atMs] of playing) if (nowMs - atMs > playingMs) playing.delete(id);
  }
  playing.set(playbackId, nowMs);
}

export function addImposedWait(learner: FetchingLearner, seconds: number, nowMs: number): void {
  if (nowMs - learner.imposedAtMs > imposedMemoryMs) learner.imposedWaitSeconds = 0;
  learner.imposedWaitSeconds += seconds;
  learner.imposedAtMs = nowMs;
}

/** Notes that a download was recorded, here or by another process. */
export function noteSuspicion(
  learner: FetchingLearner,
  as: IncidentConfidence,
  nowMs: number,
): void {
  if (as !== 'low') learner.suspected = { as, atMs: nowMs };
}

/** Tells whether one of this learner's pages reported lately. */
export function hasReportedLately(
  { lastReportMs }: FetchingLearner,
  { progressEverySeconds }: VideoPace,
  nowMs: number,
): boolean {
  return (
    lastReportMs !== null && nowMs - lastReportMs <= missedReports * progressEverySeconds * 1000
  );
}

function computeTerms(
  learner: FetchingLearner,
  pace: VideoPace,
  isSilent: boolean,
  nowMs: number,
): Terms {
  const { suspected, playing } = learner;
  const suspectedAs = suspected && nowMs - suspected.atMs <= suspectedMs ? suspected.as : null;
  const live = [...playing.values()].filter((atMs) => nowMs - atMs <= playingMs).length;
  const streams = Math.min(Math.max(1, live), pace.streamsPerLearner);
  const heldSeconds = pace.bufferingGoalSeconds * streams + slackSeconds + stepSeconds;
  const hasGrace = hasReportedLately(learner, pace, nowMs) && suspectedAs === null;
  const graceSeconds = hasGrace ? computeGraceSeconds(pace) : 0;
  const rate = isSilent && suspectedAs === 'high' ? suspectedRate : fastest * streams;
  return { heldSeconds, atOnceSeconds: heldSeconds + graceSeconds, rate };
}

function computeBufferSeconds({ bufferingGoalSeconds }: VideoPace): number {
  return Math.max(leastBufferSeconds, bufferingGoalSeconds);
}

/** @returns by how much the debt was reduced */
function forgive(debt: Debt, seconds: number, pace: VideoPace): number {
  const left = computeBufferSeconds(pace) * buffersOfJumps - debt.jumpedSeconds;
  const forgiven = Math.max(0, Math.min(seconds, left));
  debt.seconds -= forgiven;
  debt.jumpedSeconds += forgiven;
  return forgiven;
}

/** Reduces `unpublishedSeconds`. @param seconds paid-off time that the known debt did not use */
function payUnpublished(debt: Debt, seconds: number, others: number): void {
  debt.unpublishedSeconds =
    others === 0
      ? Math.min(debt.unpublishedSeconds, debt.seconds)
      : Math.max(0, debt.unpublishedSeconds - seconds / others);
}

function noteOver(learner: FetchingLearner, heldSeconds: number, nowMs: number): void {
  const mostSeconds = learner.overSinceMs === null ? heldSeconds : heldSeconds - stepSeconds;
  const isOver = Object.values(learner.debts).some(({ seconds }) => seconds > mostSeconds);
  if (isOver) learner.overSinceMs ??= nowMs;
  else [learner.overSinceMs, learner.isJumping] = [null, false];
}
