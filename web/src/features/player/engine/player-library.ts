import type shaka from 'shaka-player/dist/shaka-player.dash.js';
import { fetchPlayerLibrary } from './fetch-player-library.ts';
import { PlaybackFailure } from './playback-failure.ts';

/** @throws PlaybackFailure when it can't be fetched; the next call tries again. */
export async function loadPlayerLibrary(): Promise<typeof shaka> {
  try {
    return (await fetchPlayerLibrary()).default;
  } catch (error) {
    throw new PlaybackFailure('library', error);
  }
}
