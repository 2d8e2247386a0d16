import {
  chosenPosterName,
  filesOfPoster,
  pictureNames,
  picturesFolder,
  pictureTrackName,
  posterNameOf,
} from '../../delivery/index.ts';
import type { PlayableRow } from '../videos.repository.ts';

/**
 * Names the poster that stands for a video now: the one that was chosen, else the one made with it.
 */
export function currentPosterName(row: Pick<PlayableRow, 'poster_id' | 'poster_revision'>): string {
  return row.poster_id === null
    ? posterNameOf(row.poster_revision)
    : chosenPosterName(row.poster_id);
}

/**
 * Lists what must stay below the prefix: also the poster made with the video while another is
 * shown.
 */
export function listPicturesInUse(
  row: Pick<PlayableRow, 'poster_id' | 'poster_revision' | 'pictures_revision'>,
): string[] {
  const made = filesOfPoster(posterNameOf(row.poster_revision));
  const chosen = row.poster_id === null ? [] : filesOfPoster(chosenPosterName(row.poster_id));
  const folders = pictureNames.map((name) => picturesFolder(name, row.pictures_revision));
  return [...made, ...chosen, ...folders];
}

/** Names the track of its slides, below the path of its segments; null where there is none. */
export function findSlidesTrack(
  row: Pick<PlayableRow, 'has_slides' | 'pictures_revision'>,
): string | null {
  if (!row.has_slides) return null;
  return `${picturesFolder('slides', row.pictures_revision)}/${pictureTrackName}`;
}
