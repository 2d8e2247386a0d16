import { readOwnCpuSeconds } from '../rig/cpu-time.ts';
import { median, middleMean } from '../statistics.ts';
import type { LoadPlan, LoadResult } from './load-plan.ts';
import { startLoader } from './loader.ts';

export interface Rounds {
  readonly counted: number;
  /** Their figures are left out: they fill caches and have code compiled. */
  readonly warmUps: number;
}

const usualRounds: Rounds = { counted: 15, warmUps: 1 };

export interface Contender {
  readonly port: number;
  readonly connections: number;
  /** The process that answers, for its CPU time. */
  readonly pid: number;
  /** CPU seconds so far of others that take part in the answer, such as a database of its own. */
  othersCpuSeconds?(): number;
  /** Made again for each round, before its clock starts. */
  requests(): Promise<Pick<LoadPlan, 'requests' | 'repeat'>>;
  /** When its clock has stopped. */
  finished?(): Promise<void>;
}

export interface Rates {
  readonly requestsPerSecond: number;
  readonly bytesPerSecond: number;
  readonly bytesPerAnswer: number;
  /** Of the process that answers, and of the others that take part. */
  readonly cpuMsPerRequest: number;
  readonly roundsPerSecond: readonly number[];
}

/** Loads ours and the peer alternately, so that other work on the machine affects both. */
export async function compareUnderLoad(
  ours: Contender,
  peer: Contender,
  { counted, warmUps } = usualRounds,
): Promise<{ ours: Rates; peer: Rates }> {
  const loader = await startLoader();
  const taken = { ours: [] as Round[], peer: [] as Round[] };
  try {
    for (let round = 0; round < warmUps + counted; round += 1) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        const contender = side === 'ours' ? ours : peer;
        const plan = { ...contender, ...(await contender.requests()) };
        const cpuBefore = readCpuSeconds(contender);
        const result = await loader.run(plan);
        const cpuSeconds = readCpuSeconds(contender) - cpuBefore;
        await contender.finished?.();
        if (round >= warmUps) taken[side].push({ ...result, cpuSeconds });
      }
    }
  } finally {
    await loader.stop();
  }
  return { ours: ratesOf(taken.ours), peer: ratesOf(taken.peer) };
}

function readCpuSeconds({ pid, othersCpuSeconds }: Contender): number {
  return readOwnCpuSeconds(pid) + (othersCpuSeconds?.() ?? 0);
}

const sides = ['ours', 'peer'] as const;

type Round = LoadResult & { readonly cpuSeconds: number };

function ratesOf(taken: readonly Round[]): Rates {
  const perSecond = taken.map(({ requests, seconds }) => requests / seconds);
  return {
    requestsPerSecond: median(perSecond),
    bytesPerSecond: median(taken.map(({ bytes, seconds }) => bytes / seconds)),
    bytesPerAnswer: median(taken.map(({ bytes, requests }) => bytes / requests)),
    // The system counts in hundredths of a second, of which a round takes some fifty.
    cpuMsPerRequest: middleMean(
      taken.map(({ cpuSeconds, requests }) => (cpuSeconds * 1000) / requests),
    ),
    roundsPerSecond: perSecond.map(Math.round),
  };
}
