import type { ViolationStanding } from '@prahari/contract';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { findSignals } from '../incidents/incidents.repository.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { countViolations } from './count-violations.rules.ts';
import { findActiveTerminations } from './terminations.repository.ts';

const hourMs = 3_600_000;

/** Counts a learner's violations by video, out of the incidents that were accepted. */
export async function findViolationStandings(
  deps: Pick<PlaybackDeps, 'clock' | 'systemConfig'>,
  db: DbOrTrx,
  userId: string,
  videoIds: readonly string[],
): Promise<Map<string, ViolationStanding>> {
  if (videoIds.length === 0) return new Map();
  const { violationMemoryHours, sameActSeconds } = deps.systemConfig.current().playback;
  const since = new Date(deps.clock.now().getTime() - violationMemoryHours * hourMs);
  const terminated = await findActiveTerminations(db, userId, videoIds);
  const signals = await findSignals(db, userId, videoIds, since);
  return new Map(
    videoIds.map((videoId) => {
      const ended = terminated.get(videoId);
      const counted = countViolations(signals.get(videoId) ?? [], sameActSeconds * 1000);
      return [videoId, { count: ended ?? counted, terminated: ended !== undefined }];
    }),
  );
}
