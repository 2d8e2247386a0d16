import { createFetchingLearner, noteOther } from './allowance.rules.ts';
import {
  beginFetching,
  countFetch,
  type Fetching,
  type SegmentFetch,
  type VideoPace,
} from './fetching.rules.ts';
import {
  addPublished,
  publishedFetchesSchema,
  shouldPublish,
  takeUnpublished,
} from './publish-fetching.rules.ts';

const presenceEveryMs = 600_000;

/**
 * Creates the state of one learner at several web processes that publish to each other each second.
 * @param aheadMs by how much the clock of each process is ahead of the one before it
 */
export function createProcesses(count: number, pace: VideoPace, aheadMs = 0) {
  const published = { presences: 0, fetches: 0 };
  const start = (at: number, nowMs: number) => ({
    name: `process ${at} since ${nowMs}`,
    clockMs: at * aheadMs,
    learner: createFetchingLearner(nowMs + at * aheadMs),
    videos: new Map<string, Fetching>(),
    toPublish: new Set<string>(),
    presenceMs: Number.NEGATIVE_INFINITY,
    isPresenceDue: false,
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
      if (shouldPublish(fetching, pace, nowMs)) process.toPublish.add(videoId);
  }
  function publish(process: Process, nowMs: number) {
    const ownMs = nowMs + process.clockMs;
    const says = process.isPresenceDue;
    if (says) [process.presenceMs, process.isPresenceDue] = [nowMs, false];
    const fetches = [...process.toPublish].flatMap((videoId) =>
      takeUnpublished(find(process, videoId, ownMs), pace, ownMs).map((one) => ({ videoId, one })),
    );
    process.toPublish.clear();
    published.presences += Number(says);
    published.fetches += fetches.length;
    return { from: process, says, fetches };
  }
  function receive(
    process: Process,
    { from, says, fetches }: ReturnType<typeof publish>,
    nowMs: number,
  ) {
    if (process === from || (!says && fetches.length === 0)) return;
    const ownMs = nowMs + process.clockMs;
    noteOther(process.learner, from.name, ownMs);
    for (const { videoId, one } of fetches) {
      const received = publishedFetchesSchema.parse(JSON.parse(JSON.stringify(one)));
      addPublished(find(process, videoId, ownMs), received, pace, ownMs);
    }
    consider(process, ownMs);
  }

  return {
    published,
    at: (at: number, videoId = 'v') => find(get(at), videoId, get(at).clockMs),
    all: (videoId = 'v') => processes.map((process) => find(process, videoId, process.clockMs)),
    fetch(at: number, fetch: SegmentFetch, nowMs: number, videoId = 'v'): number {
      const process = get(at);
      const ownMs = nowMs + process.clockMs;
      const fetching = find(process, videoId, ownMs);
      const waitSeconds = countFetch(fetching, fetch, pace, ownMs);
      if (nowMs - process.presenceMs >= presenceEveryMs) process.isPresenceDue = true;
      if (shouldPublish(fetching, pace, ownMs)) process.toPublish.add(videoId);
      return waitSeconds;
    },
    /** To be called once a second. */
    publish(nowMs: number, receiveMs = nowMs): void {
      const messages = processes.map((process) => publish(process, nowMs));
      for (const message of messages)
        for (const process of processes) receive(process, message, receiveMs);
    },
    restart(at: number, nowMs: number): void {
      processes[at] = start(at, nowMs);
    },
  };
}
