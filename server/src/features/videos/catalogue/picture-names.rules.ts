import {
  chosenPosterName,
  picturesFolder,
  pictureTrackName,
  posterNameOf,
} from '../media-prefix.rules.ts';
import type { PlayableRow } from './catalogue.repository.ts';

/** Of the poster that stands for a video now: the one that was chosen, else the one made with it. */
export function posterNameFor(row: Pick<PlayableRow, 'poster_id' | 'poster_revision'>): string {
  return row.poster_id === null
    ? posterNameOf(row.poster_revision)
    : chosenPosterName(row.poster_id);
}

/** Of the track of its slides, below the path of its segments; null where there is none. */
export function slidesTrackOf(
  row: Pick<PlayableRow, 'has_slides' | 'pictures_revision'>,
): string | null {
  if (!row.has_slides) return null;
  return `${picturesFolder('slides', row.pictures_revision)}/${pictureTrackName}`;
}
