import type { EncryptionScheme } from '@prahari/contract';
import type { CallerRights } from '../ports.ts';
import type { VideosDeps } from '../videos.deps.ts';
import { findVideo, listNewestReadyVideos, type PlayableRow } from '../videos.repository.ts';
import { canManage, canPlay } from '../visibility/video-visibility.policy.ts';
import { describeVideoViewer } from '../visibility/viewers.usecases.ts';
import { findSlidesTrack, formatCurrentPosterName } from './picture-names.rules.ts';

export interface PlayableVideo {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly durationSeconds: number;
  /** The current manifest. */
  readonly mediaRevision: number;
  /** The schemes in which it is encrypted, the preferred first. */
  readonly schemes: readonly EncryptionScheme[];
  /** The version that its signed URLs must name to be valid. */
  readonly urlVersion: number;
  /** The name of its current poster, in its folder. */
  readonly posterName: string;
  /** The name of the track of its slides, in its folder; null if there is none. */
  readonly slidesTrack: string | null;
  /** When its publication ends for this viewer; null if no end is set. */
  readonly availableUntil: Date | null;
}

type PlayableDeps = Pick<VideosDeps, 'clock' | 'delivery' | 'audienceFactsOf' | 'groupStandings'>;

/** Finds what this caller may play under that id; null when there is nothing. */
export async function findPlayableVideo(
  deps: PlayableDeps & Pick<VideosDeps, 'db'>,
  videoId: string,
  caller: CallerRights,
): Promise<PlayableVideo | null> {
  const row = await findVideo(deps.db, videoId);
  return row ? describePlayableVideo(deps, row, caller) : null;
}

/** The newest videos are enough to find one that everybody may watch. */
const mostTried = 50;

/** Finds any video that this caller may play; undefined where there is none among the newest. */
export async function findAnyPlayableVideo(
  deps: PlayableDeps & Pick<VideosDeps, 'db'>,
  caller: CallerRights,
): Promise<string | undefined> {
  for (const id of await listNewestReadyVideos(deps.db, mostTried)) {
    if (await findPlayableVideo(deps, id, caller)) return id;
  }
  return undefined;
}

/** Does the same for a video that was just read. */
export async function describePlayableVideo(
  deps: PlayableDeps,
  row: PlayableRow,
  caller: CallerRights,
): Promise<PlayableVideo | null> {
  const viewer = await describeVideoViewer(deps, caller, row);
  if (!canPlay(viewer, row, deps.clock.now())) return null;
  const { id, title, description, duration_seconds: durationSeconds } = row;
  if (durationSeconds === null) return null;
  return {
    id,
    title,
    description,
    durationSeconds,
    mediaRevision: row.media_revision,
    schemes: row.encryption_schemes,
    urlVersion: row.path_epoch,
    posterName: formatCurrentPosterName(row),
    slidesTrack: deps.delivery.offersSlides ? findSlidesTrack(row) : null,
    availableUntil: canManage(viewer, row) ? null : row.unpublish_at,
  };
}
