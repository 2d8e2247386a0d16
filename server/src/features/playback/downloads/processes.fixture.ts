import { createFetchingLearner, noteOther } from './allowance.rules.ts';
import {
  beginFetching,
  countFetch,
  type Fetching,
  type SegmentFetch,
  type VideoPace,
} from './fetching.rules.ts';
import { addTold, isToBeTold, takeUntold, toldFetchesSchema } from './told-fetching.rules.ts';

const sayAgainMs = 600_000;

/**
 * One learner at web processes that tell each other each second, as the adapter lets them.
 * @param aheadMs by how much the clock of each process is ahead of the one before it
 */
export function createProcesses(count: number, pace: VideoPace, aheadMs = 0) {
  const told = { presences: 0, fetches: 0 };
  const start = (at: number, nowMs: number) => ({
    name: `process ${at} since ${nowMs}`,
    clockMs: at * aheadMs,
    learner: createFetchingLearner(nowMs + at * aheadMs),
    videos: new Map<string, Fetching>(),
    toTell: new Set<string>(),
    saidMs: Number.NEGATIVE_INFINITY,
    isToSay: false,
  });
  const processes = Array.from({ length: count }, (_, at) => start(at, 0));
  type Process = (typeof processes)[number];

  function get(at: number): Process {
    const process = processes[at % count];
    if (!process) throw new Error('there is no such process');
    return process;
  }
  function find(process: Process, videoId: string, nowMs: number): Fetching {
    const fetching = process.videos.get(videoId) ?? beginFetching('', nowMs, process.learner);
    process.videos.set(videoId, fetching);
    return fetching;
  }
  function consider(process: Process, nowMs: number): void {
    for (const [videoId, fetching] of process.videos)
      if (isToBeTold(fetching, pace, nowMs)) process.toTell.add(videoId);
  }
  function say(process: Process, nowMs: number) {
    const ownMs = nowMs + process.clockMs;
    const says = process.isToSay;
    if (says) [process.saidMs, process.isToSay] = [nowMs, false];
    const fetches = [...process.toTell].flatMap((videoId) =>
      takeUntold(find(process, videoId, ownMs), pace, ownMs).map((one) => ({ videoId, one })),
    );
    process.toTell.clear();
    told.presences += Number(says);
    told.fetches += fetches.length;
    return { from: process, says, fetches };
  }
  function hear(process: Process, { from, says, fetches }: ReturnType<typeof say>, nowMs: number) {
    if (process === from || (!says && fetches.length === 0)) return;
    const ownMs = nowMs + process.clockMs;
    noteOther(process.learner, from.name, ownMs);
    for (const { videoId, one } of fetches) {
      const heard = toldFetchesSchema.parse(JSON.parse(JSON.stringify(one)));
      addTold(find(process, videoId, ownMs), heard, pace, ownMs);
    }
    consider(process, ownMs);
  }

  return {
    told,
    at: (at: number, videoId = 'v') => find(get(at), videoId, get(at).clockMs),
    all: (videoId = 'v') => processes.map((process) => find(process, videoId, process.clockMs)),
    fetch(at: number, fetch: SegmentFetch, nowMs: number, videoId = 'v'): number {
      const process = get(at);
      const ownMs = nowMs + process.clockMs;
      const fetching = find(process, videoId, ownMs);
      const waitSeconds = countFetch(fetching, fetch, pace, ownMs);
      if (nowMs - process.saidMs >= sayAgainMs) process.isToSay = true;
      if (isToBeTold(fetching, pace, ownMs)) process.toTell.add(videoId);
      return waitSeconds;
    },
    /** To be called once a second. */
    tell(nowMs: number, hearMs = nowMs): void {
      const messages = processes.map((process) => say(process, nowMs));
      for (const message of messages)
        for (const process of processes) hear(process, message, hearMs);
    },
    restart(at: number, nowMs: number): void {
      processes[at] = start(at, nowMs);
    },
  };
}
