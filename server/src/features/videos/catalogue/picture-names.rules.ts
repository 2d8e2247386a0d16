import {
  formatChosenPosterName,
  formatPicturesFolder,
  formatPosterName,
  listPosterFiles,
  pictureNames,
  pictureTrackName,
} from '../../delivery/index.ts';
import type { PlayableRow } from '../videos.repository.ts';

/** Names the current poster of a video: the chosen one, else the one made with it. */
export function formatCurrentPosterName(
  row: Pick<PlayableRow, 'poster_id' | 'poster_revision'>,
): string {
  return row.poster_id === null
    ? formatPosterName(row.poster_revision)
    : formatChosenPosterName(row.poster_id);
}

/**
 * Lists the files that must stay below the prefix: also the poster made with the video while
 * another is shown.
 */
export function listPicturesInUse(
  row: Pick<PlayableRow, 'poster_id' | 'poster_revision' | 'pictures_revision'>,
): string[] {
  const made = listPosterFiles(formatPosterName(row.poster_revision));
  const chosen =
    row.poster_id === null ? [] : listPosterFiles(formatChosenPosterName(row.poster_id));
  const folders = pictureNames.map((name) => formatPicturesFolder(name, row.pictures_revision));
  return [...made, ...chosen, ...folders];
}

/** Names the track of its slides, below the path of its segments; null where there is none. */
export function findSlidesTrack(
  row: Pick<PlayableRow, 'has_slides' | 'pictures_revision'>,
): string | null {
  if (!row.has_slides) return null;
  return `${formatPicturesFolder('slides', row.pictures_revision)}/${pictureTrackName}`;
}
