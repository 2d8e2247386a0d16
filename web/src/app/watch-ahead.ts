import { mayPlayHere } from '../domain/device/may-play-here.ts';
import { hasWatchedHere } from '../domain/watching/watched-here.ts';
import type { beginPlayback, openAhead } from '../features/player/engine/start/begin-playback.ts';
import { warmPlayerLibrary } from '../features/player/engine/start/fetch-player-library.ts';
import type { preparePlayer } from '../features/player/engine/start/start-engine.ts';
import type { Api } from '../shared/api/browser-api.ts';
import { loadTexts } from '../shared/i18n/i18n.ts';
import { pageChunk } from './PageInChunk.tsx';

/** Sooner than that a pointer only passes by. */
const restMs = 100;

let player:
  | { begin: typeof beginPlayback; open: typeof openAhead; prepare: typeof preparePlayer }
  | undefined;
let resting: number | undefined;

export const watchPage = pageChunk(async () => {
  const [{ WatchPage }, playback, { preparePlayer: prepare }] = await Promise.all([
    import('../features/player/WatchPage.tsx'),
    import('../features/player/engine/start/begin-playback.ts'),
    import('../features/player/engine/start/start-engine.ts'),
    loadTexts('player'),
  ]);
  player = { begin: playback.beginPlayback, open: playback.openAhead, prepare };
  return WatchPage;
});

/** Costs one short call; opening another video replaces it. */
export function prepareLikely(api: Api, videoId: string): void {
  if (!mayPlayHere()) return;
  // Users who watched here before have the player in the cache: it is compiled before a video is
  // chosen.
  if (hasWatchedHere()) void watchPage.fetchAhead().then(() => player?.open(api, videoId));
}

/** Fetches the player and opens the video before the click of a user who is about to watch. */
export function prepareToWatch(api: Api, videoId: string): void {
  if (!mayPlayHere()) return;
  warmPlayerLibrary();
  const fetched = watchPage.fetchAhead();
  void fetched.then(() => player?.prepare());
  window.clearTimeout(resting);
  const own = window.setTimeout(async () => {
    await fetched;
    // Another card, or the click, may have come first.
    if (resting === own) player?.open(api, videoId);
  }, restMs);
  resting = own;
}

/** Opens the chosen video while its page renders, or with it when that is on its way. */
export function openVideo(api: Api, videoId: string): void {
  window.clearTimeout(resting);
  resting = undefined;
  // If it may not play, its page says so before anything is opened.
  if (mayPlayHere()) player?.begin(api, videoId);
}
