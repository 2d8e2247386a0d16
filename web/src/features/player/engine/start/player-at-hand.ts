import type shaka from 'shaka-player/dist/shaka-player.dash.js';
import { newLessonVideo } from '../../protection/lesson-video.ts';
import { PlaybackFailure } from '../playback-failure.ts';
import { fetchPlayerLibrary } from './fetch-player-library.ts';

interface Player {
  readonly library: typeof shaka;
  readonly player: shaka.Player;
}

/** A video element that is on no page yet, with a player that only waits for something to load. */
export interface PlayerAtHand {
  readonly video: HTMLVideoElement;
  /** Rejects with a PlaybackFailure where this browser can't play. */
  readonly ready: Promise<Player>;
}

let waiting: PlayerAtHand | undefined;

/** Makes a player before anything is known of what it will play: that costs a good part of a start. */
export function preparePlayer(): void {
  waiting ??= makePlayer();
}

/** The prepared player, once, or a new one. */
export function takePlayer(): PlayerAtHand {
  const taken = waiting ?? makePlayer();
  waiting = undefined;
  return taken;
}

function makePlayer(): PlayerAtHand {
  const video = newLessonVideo();
  const ready = playerIn(video);
  const made = { video, ready };
  ready.catch(() => {
    // Its holder learns of the failure; the next one tries again.
    if (waiting === made) waiting = undefined;
  });
  return made;
}

async function playerIn(video: HTMLVideoElement): Promise<Player> {
  const library = await loadPlayerLibrary();
  library.polyfill.installAll();
  if (!canPlayProtected(library)) throw new PlaybackFailure('unsupported');
  const player = new library.Player();
  await player.attach(video);
  return { library, player };
}

/** Without EME the library would load what it can't decrypt, and wait for ever. */
function canPlayProtected({ Player }: typeof shaka): boolean {
  return Player.isBrowserSupported() && 'requestMediaKeySystemAccess' in navigator;
}

/** @throws PlaybackFailure when it can't be fetched; the next call tries again. */
async function loadPlayerLibrary(): Promise<typeof shaka> {
  try {
    return (await fetchPlayerLibrary()).default;
  } catch (error) {
    throw new PlaybackFailure('library', error);
  }
}
