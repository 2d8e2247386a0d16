import { recordEvent } from '../../../platform/events/record-event.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { findPlaybackOwner } from '../sessions/sessions.repository.ts';
import type { Silence } from './silence.rules.ts';

type RecordDeps = Pick<PlaybackDeps, 'db' | 'clock'>;

/** Records that a lesson is fetched while its page reports nothing: a fact for rules of alerts. */
export async function recordSilence(
  { db, clock }: RecordDeps,
  playbackId: string,
  silence: Silence,
): Promise<void> {
  const play = await findFetched(db, playbackId);
  if (play) await recordEvent(db, 'playback.unreported', { ...play, ...silence }, clock.now());
}

/** Records how many requests lacked the headers of players and browsers since the last record. */
export async function recordBareFetches(
  { db, clock }: RecordDeps,
  playbackId: string,
  requests: number,
): Promise<void> {
  const play = await findFetched(db, playbackId);
  if (play) await recordEvent(db, 'segments.bare', { ...play, requests }, clock.now());
}

async function findFetched(db: RecordDeps['db'], playbackSessionId: string) {
  const play = await findPlaybackOwner(db, playbackSessionId);
  if (!play) return undefined;
  const { userId, videoId, sessionId, deviceId } = play;
  return { playbackSessionId, userId, videoId, sessionId, deviceId };
}
