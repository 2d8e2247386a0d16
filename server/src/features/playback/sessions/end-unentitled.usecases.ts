import type { Clock } from '../../../platform/clock/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { isEntitled } from '../../videos/index.ts';
import type { PlaybackPorts } from '../ports.ts';
import type { PlaybackSessionsRepository } from './sessions.repository.ts';
import type { PlaybackStops } from './stops.adapter.ts';

export interface EndUnentitledDeps {
  readonly clock: Clock;
  readonly users: Pick<PlaybackPorts['users'], 'audienceFactsOfAll'>;
  readonly playbackSessions: Pick<
    PlaybackSessionsRepository,
    'holdUsers' | 'ofLearners' | 'endWithdrawn'
  >;
  readonly stops: Pick<PlaybackStops, 'tell' | 'note'>;
}

/**
 * Ends what learners play that is not meant for them any more, in the transaction that moved them to
 * another place or took them out of a group. Who opens playback meanwhile waits for it.
 * @returns tells this process; to be called once the transaction stands
 */
export function createEndUnentitled(deps: EndUnentitledDeps) {
  const { clock, users, playbackSessions, stops } = deps;
  return async function endUnentitled(
    trx: Trx,
    userIds: readonly string[],
  ): Promise<{ announce(): void }> {
    await playbackSessions.holdUsers(trx, userIds);
    const now = clock.now();
    const plays = await playbackSessions.ofLearners(trx, userIds, now);
    if (plays.length === 0) return { announce: () => undefined };
    const facts = await users.audienceFactsOfAll(trx, [
      ...new Set(plays.map(({ userId }) => userId)),
    ]);
    const over = plays.flatMap(({ id, userId, ...forWhom }) => {
      const learner = facts.get(userId);
      return learner && isEntitled(learner, forWhom) ? [] : [id];
    });
    await playbackSessions.endWithdrawn(trx, over, now);
    await stops.tell(trx, over);
    return { announce: () => stops.note(over) };
  };
}
