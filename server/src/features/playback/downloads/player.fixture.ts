import fc from 'fast-check';
import {
  allowForJumps,
  type Fetching,
  notePageReport,
  soundSegmentSeconds,
  type VideoPace,
} from './fetching.rules.ts';
import { isUnexplained, judgeFetching } from './judge-fetching.rules.ts';
import { createProcesses } from './processes.fixture.ts';

export interface Learner {
  readonly pace: VideoPace;
  readonly speed: number;
  /** Media seconds in a second. */
  readonly network: number;
  /** The target, and the seconds until the jump. */
  readonly jumps: readonly { readonly afterSeconds: number; readonly to: number }[];
  readonly qualities: readonly string[];
  /** How long after a jump it is reported. */
  readonly toldAfter: number;
  /** Seconds in which no report arrives, after the first one arrived. */
  readonly awaySeconds: number;
  /** Reloads the page after so many seconds. */
  readonly reloadAfter: number;
}

export const learners: fc.Arbitrary<Learner> = fc.record({
  pace: fc.record({
    bufferingGoalSeconds: fc.constantFrom(4, 60, 300),
    progressEverySeconds: fc.constant(30),
    streamsPerLearner: fc.constantFrom(1, 3),
    pictureSegmentSeconds: fc.constantFrom(2, 4, 6),
    durationSeconds: fc.constantFrom(60, 600, 7200),
  }),
  speed: fc.constantFrom(0.5, 1, 1.5, 2),
  network: fc.constantFrom(1, 3, 10, 100, 1000),
  jumps: fc.array(
    fc.record({ afterSeconds: fc.integer({ min: 2, max: 120 }), to: fc.nat({ max: 7200 }) }),
    { maxLength: 9 },
  ),
  qualities: fc.array(fc.constantFrom('v180', 'v720', 'v1080'), { minLength: 1, maxLength: 3 }),
  toldAfter: fc.constantFrom(0, 1, 3),
  awaySeconds: fc.constant(0),
  reloadAfter: fc.constantFrom(10, 60, 10_000),
});

/** How a balancer spreads the requests of a learner. */
export interface Spread {
  readonly processes: number;
  /** The process of a request, by its number and the seconds since the start. */
  route(request: number, second: number): number;
}

const oneProcess: Spread = { processes: 1, route: () => 0 };

export const spreads: fc.Arbitrary<Spread> = fc
  .record({
    processes: fc.integer({ min: 2, max: 8 }),
    staysSeconds: fc.constantFrom(0, 0, 10, 90),
    turns: fc.array(fc.nat({ max: 7 }), { minLength: 1, maxLength: 40 }),
  })
  .map(({ processes, staysSeconds, turns }) => ({
    processes,
    route(request, second) {
      const turn = staysSeconds > 0 ? Math.floor(second / staysSeconds) : request;
      return turns.length === 1 ? turn : (turns[turn % turns.length] ?? 0);
    },
  }));

interface Reports {
  readonly firstAt: number;
  lastAt: number;
  readonly jumps: { jumpedAt: number; at: number; seconds: number }[];
}

/** Plays ten minutes as our player does. @returns the longest wait, and what was thought of it */
export function play(learner: Learner, hasReported = true, spread = oneProcess) {
  const { pace, speed, network } = learner;
  const end = pace.durationSeconds ?? 0;
  const processes = createProcesses(spread.processes, pace);
  const jumps = [...learner.jumps];
  let [position, playbackId, nextJump, requests] = [0, 'p1', jumps[0]?.afterSeconds ?? 1e9, 0];
  /** Of each playback session: when a report last arrived, and its jumps. */
  const reports = new Map<string, Reports>();
  let own: Reports = { firstAt: 2, lastAt: -1, jumps: [] };
  reports.set(playbackId, own);
  /** What it has, and does not ask for again before it jumps. */
  const had = new Set<string>();
  const freeAt = { picture: 0, sound: 0 };
  const seen = { waitSeconds: 0, judged: new Set<string | null>(), published: processes.published };
  for (let second = 0; second < 600; second += 1) {
    const nowMs = second * 1000;
    const hear = (fetching: Fetching) => {
      const { lastAt, jumps: told } = reports.get(fetching.playbackId) ?? own;
      if (!hasReported || lastAt < 0) return;
      notePageReport(fetching, lastAt * 1000);
      if (!isUnexplained(fetching, pace, nowMs)) return;
      const jumped = told.filter(({ jumpedAt }) => jumpedAt < lastAt);
      const jumpedSeconds = jumped.reduce((sum, { seconds }) => sum + seconds, 0);
      allowForJumps(fetching, jumpedSeconds, pace, nowMs);
    };
    if (second === learner.reloadAfter) {
      playbackId = 'p2';
      // A page that is left says what it has to say.
      if (own.lastAt >= 0) own.lastAt = second;
      had.clear();
      own = { firstAt: second + 2, lastAt: -1, jumps: [] };
      reports.set(playbackId, own);
    }
    if (second >= nextJump) {
      const to = (jumps.shift()?.to ?? 0) % end;
      const at = second + learner.toldAfter + learner.awaySeconds;
      own.jumps.push({ jumpedAt: second, at, seconds: Math.abs(to - position) });
      position = to;
      had.clear();
      nextJump = second + (jumps[0]?.afterSeconds ?? 1e9);
    }
    // Waiting reports are sent with the next one, to any process.
    if (second >= own.firstAt || own.jumps.some(({ at }) => at === second)) own.lastAt = second;
    hear(processes.at(spread.route(requests, second)));
    const wanted = { picture: learner.qualities, sound: ['audio'] };
    for (const kind of ['picture', 'sound'] as const) {
      const seconds = kind === 'sound' ? soundSegmentSeconds : pace.pictureSegmentSeconds;
      let budget = second < freeAt[kind] ? 0 : network;
      const until = Math.min(end, position + pace.bufferingGoalSeconds);
      for (let at = Math.floor(position / seconds); at * seconds < until && budget > 0; at += 1) {
        budget -= seconds;
        for (const folder of wanted[kind]) {
          if (had.has(`${folder}/${at}`)) continue;
          const to = spread.route(requests, second);
          requests += 1;
          const fetch = { playbackId, folder, number: at + 1, isBare: false };
          const wait = processes.fetch(to, fetch, nowMs);
          seen.waitSeconds = Math.max(seen.waitSeconds, wait);
          if (Number.isFinite(wait)) had.add(`${folder}/${at}`);
          if (wait > 0) [budget, freeAt[kind]] = [0, second + wait];
          const fetching = processes.at(to);
          if (spread.processes === 1 || fetching.learner.overSinceMs !== null) hear(fetching);
        }
      }
    }
    for (const fetching of processes.all()) {
      if (second % 5 !== 0) continue;
      hear(fetching);
      if (fetching.requests > 0) seen.judged.add(judgeFetching(fetching, pace, nowMs));
    }
    processes.publish(nowMs + 500, nowMs + 900);
    position = Math.min(end, position + speed);
  }
  return seen;
}
