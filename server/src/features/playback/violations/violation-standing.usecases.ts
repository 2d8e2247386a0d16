import type { ViolationStanding } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import type { IncidentsRepository } from '../incidents/incidents.repository.ts';
import type { TerminationsRepository } from './terminations.repository.ts';
import { countViolations } from './violations.rules.ts';

export interface StandingDeps {
  readonly clock: Clock;
  readonly systemConfig: LiveConfig;
  readonly incidents: IncidentsRepository;
  readonly terminations: TerminationsRepository;
}

const hourMs = 3_600_000;

/**
 * Returns where a learner stands with videos, by video: out of what was accepted, and nothing else.
 */
export function createViolationStanding(deps: StandingDeps) {
  return async function standingOf(
    db: DbOrTrx,
    userId: string,
    videoIds: readonly string[],
  ): Promise<Map<string, ViolationStanding>> {
    if (videoIds.length === 0) return new Map();
    const { violationMemoryHours, sameActSeconds } = deps.systemConfig.current().playback;
    const since = new Date(deps.clock.now().getTime() - violationMemoryHours * hourMs);
    const terminated = await deps.terminations.active(db, userId, videoIds);
    const signals = await deps.incidents.signals(db, userId, videoIds, since);
    return new Map(
      videoIds.map((videoId) => {
        const ended = terminated.get(videoId);
        const counted = countViolations(signals.get(videoId) ?? [], sameActSeconds * 1000);
        return [videoId, { count: ended ?? counted, terminated: ended !== undefined }];
      }),
    );
  };
}

export type StandingOf = ReturnType<typeof createViolationStanding>;
