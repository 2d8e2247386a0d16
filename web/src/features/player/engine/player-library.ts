import type shaka from 'shaka-player/dist/shaka-player.dash.js';
import { PlaybackFailure } from './playback-failure.ts';

const fetchLibrary = () => import('shaka-player/dist/shaka-player.dash.js');

/**
 * Fetches and compiles the player library ahead of need: a few hundred kilobytes that only who
 * watches needs, and that would otherwise wait for the answers of the API.
 */
export function warmPlayerLibrary(): void {
  fetchLibrary().catch(() => undefined);
}

/** @throws PlaybackFailure when it can't be fetched; the next call tries again. */
export async function loadPlayerLibrary(): Promise<typeof shaka> {
  try {
    return (await fetchLibrary()).default;
  } catch (error) {
    throw new PlaybackFailure('player.loadFailed', error);
  }
}
