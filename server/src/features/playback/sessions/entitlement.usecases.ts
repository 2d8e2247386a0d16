import type { Clock } from '../../../platform/clock/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { canPlay } from '../../videos/index.ts';
import type { PlaybackPorts } from '../ports.ts';
import type { PlaybackSessionsRepository } from './sessions.repository.ts';
import type { PlaybackStops } from './stops.adapter.ts';

export interface EndUnentitledDeps {
  readonly clock: Clock;
  readonly videos: Pick<PlaybackPorts['videos'], 'onlookersById'>;
  readonly playbackSessions: Pick<
    PlaybackSessionsRepository,
    'holdUsers' | 'playsOf' | 'endWithdrawn'
  >;
  readonly stops: Pick<PlaybackStops, 'tell' | 'note'>;
}

/**
 * Ends what users play that they may not play any more, in the transaction that moved learners to
 * another place, took them out of a group, or changed an administrator's rights or scope. Who opens playback meanwhile waits for it.
 * @returns tells this process; to be called once the transaction stands
 */
export function createEndUnentitled(deps: EndUnentitledDeps) {
  const { clock, videos, playbackSessions, stops } = deps;
  return async function endUnentitled(
    trx: Trx,
    userIds: readonly string[],
  ): Promise<{ announce(): void }> {
    await playbackSessions.holdUsers(trx, userIds);
    const now = clock.now();
    const plays = await playbackSessions.playsOf(trx, userIds, now);
    if (plays.length === 0) return { announce: () => undefined };
    const onlookers = await videos.onlookersById(trx, [
      ...new Set(plays.map(({ userId }) => userId)),
    ]);
    const over = plays.flatMap(({ playbackId, userId, ...video }) => {
      const onlooker = onlookers.get(userId);
      return onlooker && canPlay(onlooker, video, now) ? [] : [playbackId];
    });
    await playbackSessions.endWithdrawn(trx, over, now);
    await stops.tell(trx, over);
    return { announce: () => stops.note(over) };
  };
}
