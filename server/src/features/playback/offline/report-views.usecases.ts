import type { BodyOf, endpoints } from '@prahari/contract';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { dropRepeated } from '../telemetry/telemetry.rules.ts';
import { findViewedCopy } from './copies.repository.ts';
import { acceptsViews, clipMoment } from './copies.rules.ts';
import { copyNotFound } from './offline.errors.ts';

/**
 * Records what a player without a connection did with a copy, each event once, as it is recorded of
 * a playback. A copy that was removed or revoked meanwhile was watched before.
 * @returns whether the video is now completed
 * @throws AppError 404, also long after the copy's time
 */
export async function reportViews(
  { db, clock, reportWriter }: Pick<PlaybackDeps, 'db' | 'clock' | 'reportWriter'>,
  caller: SessionCaller,
  copyId: string,
  report: BodyOf<typeof endpoints.offline.reportViews>,
): Promise<boolean> {
  const { userId } = caller;
  const now = clock.now();
  const copy = await findViewedCopy(db, copyId, caller);
  if (!copy || !acceptsViews(copy, now)) throw copyNotFound();
  const { videoId, playbackSessionId, openedAt, createdAt } = copy;
  const events = dropRepeated(report.events).map(({ timestamp, detail = {}, ...event }) => ({
    ...event,
    playbackSessionId,
    openedAt,
    userId,
    videoId,
    detail,
    happenedAt: clipMoment(new Date(timestamp), createdAt, now),
    receivedAt: now,
  }));
  return reportWriter.writeReport({
    userId,
    videoId,
    playbackSessionId,
    openedAt,
    durationSeconds: copy.durationSeconds ?? 0,
    events,
    now,
    isLate: true,
  });
}
