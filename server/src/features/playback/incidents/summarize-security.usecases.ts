import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { countOpenTerminations } from '../violations/terminations.repository.ts';
import { countIncidentsSince } from './incidents.repository.ts';

const hourMs = 3_600_000;

/** Counts events of users the caller may see, each up to `most`. */
export async function summarizeSecurity(
  { db, clock, users }: Pick<PlaybackDeps, 'db' | 'clock' | 'users'>,
  caller: SessionCaller,
  most: number,
) {
  const visible = users.visibleIds(caller);
  const now = clock.now().getTime();
  const count = (sinceMs: number, isSerious: boolean) =>
    countIncidentsSince(db, { visible, since: new Date(now - sinceMs), isSerious }, most);
  return {
    seriousIncidents: await count(24 * hourMs, true),
    terminations: await countOpenTerminations(db, { visible, isAsked: false }, most),
    reviewsRequested: await countOpenTerminations(db, { visible, isAsked: true }, most),
    incidentsOfHour: await count(hourMs, false),
  };
}
