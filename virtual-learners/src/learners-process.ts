import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@prahari/contract';
import * as z from 'zod/mini';
import {
  type Account,
  type Joined,
  type LearnersProgress,
  type Lesson,
  learnersRequestSchema,
  type Watched,
} from './learners-plan.ts';
import { percentile } from './percentile.ts';
import { type Observer, startVirtualLearner } from './virtual-learner.ts';

const joiningAtOnce = 4;
/** Before a client that was turned away tries again. */
const restMs = 1000;
const progressEveryMs = 1000;

/** What happened since it was asked for last. */
let counted = nothing();

const observer: Observer = {
  note(kind, tookMs, bytes) {
    counted[kind].push(tookMs);
    counted.bytes += bytes;
  },
  fail(error) {
    counted.failures += 1;
    counted.firstFailure ??= String(error).slice(0, 500);
  },
};

async function joinAll(accounts: readonly Account[], lesson: Lesson): Promise<Joined> {
  counted = nothing();
  const waiting = accounts.values();
  const join = async () => {
    for (const account of waiting) await joinInTheEnd(account, lesson);
  };
  await Promise.all(Array.from({ length: joiningAtOnce }, join));
  const { signIn, opening } = counted;
  return { joined: accounts.length, signIn: timesOf(signIn), opening: timesOf(opening) };
}

/** A busy server turns sign-ins away; the learner tries again. */
async function joinInTheEnd(account: Account, lesson: Lesson): Promise<void> {
  for (;;) {
    try {
      await startVirtualLearner(lesson, account, observer);
      return;
    } catch (error) {
      if (!(error instanceof ApiError && (error.status === 503 || error.status === 429)))
        throw error;
      await delay(restMs);
    }
  }
}

async function watch(seconds: number): Promise<Watched> {
  counted = nothing();
  await delay(seconds * 1000);
  const { segment, heartbeat, opening, bytes, failures, firstFailure } = counted;
  return {
    segment: timesOf(segment),
    heartbeat: timesOf(heartbeat),
    opening: timesOf(opening),
    bytes,
    failures,
    firstFailure,
  };
}

interface Counted extends Pick<Watched, 'bytes' | 'failures' | 'firstFailure'> {
  readonly segment: number[];
  readonly heartbeat: number[];
  readonly opening: number[];
  readonly signIn: number[];
}

function nothing(): Counted {
  const times = { segment: [], heartbeat: [], opening: [], signIn: [] };
  return { ...times, bytes: 0, failures: 0, firstFailure: null };
}

function timesOf(tookMs: readonly number[]) {
  if (tookMs.length === 0) return { count: 0, p50Ms: 0, p95Ms: 0, p99Ms: 0 };
  const [p50Ms = 0, p95Ms = 0, p99Ms = 0] = [50, 95, 99].map((one) => percentile(tookMs, one));
  return { count: tookMs.length, p50Ms, p95Ms, p99Ms };
}

async function answer(message: unknown) {
  const request = z.parse(learnersRequestSchema, message);
  const timer = setInterval(() => process.send?.(countSoFar()), progressEveryMs);
  try {
    return await ('join' in request
      ? joinAll(request.join, request.lesson)
      : watch(request.watchSeconds));
  } finally {
    clearInterval(timer);
  }
}

function countSoFar(): LearnersProgress {
  const { segment, heartbeat, opening, signIn, failures } = counted;
  const requests = [segment, heartbeat, opening, signIn].reduce(
    (sum, { length }) => sum + length,
    0,
  );
  return { soFar: { requests, failures } };
}

process.on('message', (message) => {
  answer(message).then(
    (result) => process.send?.(result),
    (error: unknown) =>
      process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
