import { pathToFileURL } from 'node:url';
import { systemClock } from '../../../platform/clock/clock.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { watchDatabase } from '../../../platform/db/watch.ts';
import { createLog } from '../../../platform/log/log.ts';
import { rollUpOnce } from './roll-up.adapter.ts';

export const zone = 'Asia/Kolkata';
/** Of India, always. */
const offsetMs = 19_800_000;
export const videoSeconds = 100;

/** Who plays what, where and on what. */
export interface GivenPlay {
  readonly id: string;
  readonly userId: string;
  readonly videoId: string;
  readonly openedAt: Date;
  readonly district: string;
  readonly browser: string;
  readonly isLearner: boolean;
}

/** One row of `playback_events`. */
export interface GivenFact {
  readonly id: string;
  readonly play: GivenPlay;
  readonly event: 'play' | 'progress' | 'rebuffer';
  readonly happenedAt: Date;
  readonly receivedAt: Date;
  readonly position: number;
  readonly seen: readonly [number, number] | null;
  readonly startMs: number | null;
  readonly stallMs: number | null;
  readonly kbps: number | null;
  readonly startParts: readonly [number, number, number, number] | null;
  readonly frames: number | null;
  readonly droppedFrames: number | null;
}

export type Sums = Record<string, number>;

/** Adds up facts one after the other: each table's rows, as a key and its sums. */
export function recount(facts: readonly GivenFact[]): Record<string, Record<string, Sums>> {
  const playback: Record<string, Sums> = {};
  const starts: Record<string, Sums> = {};
  const days: Record<string, Sums> = {};
  const curves: Record<string, Sums> = {};
  for (const fact of facts) {
    const { play, happenedAt, receivedAt, seen, startMs, stallMs, kbps, startParts } = fact;
    if (!play.isLearner) continue;
    const at = Math.min(Math.max(+happenedAt, +play.openedAt), +receivedAt);
    const [from, to] = seen ?? [0, 0];
    const said = {
      starts: startMs === null ? 0 : 1,
      watched: to - from,
      stalls: fact.event === 'rebuffer' ? 1 : 0,
      stallMs: stallMs ?? 0,
      startMs: startMs ?? 0,
      kbps: (kbps ?? 0) * (to - from),
      measured: kbps === null ? 0 : to - from,
      ...recountParts(startMs, startParts),
      frames: fact.frames ?? 0,
      dropped: fact.droppedFrames ?? 0,
    };
    const [minutes, hour, day] = [floorTo(at, 5), floorTo(at, 60), floorTo(at, 1440)];
    for (const district of [play.district, '*']) {
      const keys = [
        `minutes ${minutes} all `,
        ...[`hour ${hour}`, `day ${day}`].flatMap((bucket) => [
          `${bucket} all `,
          `${bucket} video ${play.videoId}`,
          `${bucket} browser ${play.browser}`,
          `${bucket} system `,
          `${bucket} network `,
        ]),
        // By place, in the sums of all places alone.
        ...[`minutes ${minutes}`, `hour ${hour}`, `day ${day}`].flatMap((bucket) =>
          district === '*'
            ? [`${bucket} district ${play.district}`, `${bucket} kendra_type urban`]
            : [],
        ),
      ];
      for (const key of keys) {
        add(playback, `${key} ${district}`, said);
        if (startMs === null) continue;
        const step = Math.floor(Math.log(Math.max(startMs, 100) / 100) / Math.log(1.05) + 1e-9);
        add(starts, `${key} ${district} ${step}`, { starts: 1 });
      }
      for (let part = 0; seen && part < 50; part += 1) {
        const length = videoSeconds / 50;
        const inside = Math.min(to, (part + 1) * length) - Math.max(from, part * length);
        if (inside > 0)
          add(curves, `${day} ${play.videoId} ${district}`, { [`part ${part}`]: inside });
      }
    }
    add(days, `${play.userId} ${day} ${play.videoId}`, { watched: to - from });
  }
  return { playback, starts, days, curves };
}

function recountParts(startMs: number | null, parts: GivenFact['startParts']): Sums {
  const [answer, manifest, licence, segments] = parts ?? [0, 0, 0, 0];
  const picture = parts ? (startMs ?? 0) - answer - manifest - licence - segments : 0;
  return { split: parts ? 1 : 0, answer, manifest, licence, segments, picture };
}

function floorTo(atMs: number, minutes: number): number {
  const lengthMs = minutes * 60_000;
  return Math.floor((atMs + offsetMs) / lengthMs) * lengthMs - offsetMs;
}

function add(table: Record<string, Sums>, key: string, more: Sums): void {
  table[key] ??= {};
  const row = table[key];
  for (const [name, value] of Object.entries(more)) row[name] = (row[name] ?? 0) + value;
}

/** Adds up in small portions until it is killed. */
async function rollUpForEver(connectionString: string): Promise<void> {
  const watch = watchDatabase(connectionString, createLog('error'));
  const options = { poolSize: 1, watch, statementLimitMs: undefined };
  const { db } = openDatabase(connectionString, options);
  process.stdout.write('ready\n');
  for (;;) await rollUpOnce({ db, clock: systemClock, zone }, 7);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await rollUpForEver(process.argv[2] ?? '');
}
