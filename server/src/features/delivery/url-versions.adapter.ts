import { limits } from '@prahari/contract';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Notifications } from '../../platform/db/notifications.ts';
import type { Log } from '../../platform/log/log.ts';
import { pathsCutChannel } from './url-version.events.ts';
import { cutSince } from './url-versions.repository.ts';

/** Signed URLs live for so long; an older cut is of no use. */
const memoryMs = limits.videoAccessSessionSeconds * 1000;

export interface CutPaths {
  /** Reads what was cut lately; to be awaited before the first request is answered. */
  read(): Promise<void>;
  /** Tells whether paths of that count open nothing any more. */
  isCut(videoId: string, pathEpoch: number): boolean;
  onCut(hear: (videoId: string, pathEpoch: number) => void): void;
}

/** Knows in memory whose signed paths were cut lately, for checks that must not ask the database. */
export function createCutPaths(deps: {
  db: Db;
  clock: Clock;
  log: Log;
  notifications: Notifications;
}): CutPaths {
  const current = new LRUCache<string, number>({ max: 200_000, ttl: memoryMs });
  const hearers: ((videoId: string, pathEpoch: number) => void)[] = [];
  const note = (videoId: string, pathEpoch: number) => {
    // Messages may overtake what was read.
    if (pathEpoch <= (current.get(videoId) ?? 0)) return;
    current.set(videoId, pathEpoch);
    for (const hear of hearers) hear(videoId, pathEpoch);
  };
  deps.notifications.on(pathsCutChannel, (payload) => {
    const [videoId = '', pathEpoch = ''] = payload.split('.');
    note(videoId, Number(pathEpoch));
  });
  const read = async () => {
    const since = new Date(deps.clock.now().getTime() - memoryMs);
    for (const { id, pathEpoch } of await cutSince(deps.db, since)) note(id, pathEpoch);
  };
  deps.notifications.onConnect(() => {
    read().catch((err: unknown) => deps.log.error({ err }, 'cut paths could not be read'));
  });
  return {
    read,
    isCut: (videoId, pathEpoch) => pathEpoch < (current.get(videoId) ?? 0),
    onCut: (hear) => void hearers.push(hear),
  };
}
