import type { beginPlayback } from '../features/player/engine/begin-playback.ts';
import { warmPlayerLibrary } from '../features/player/engine/fetch-player-library.ts';
import type { preparePlayer } from '../features/player/engine/player-at-hand.ts';
import { prepareUserToken } from '../features/player/engine/user-token.ts';
import type { Api } from '../shared/api/browser-api.ts';
import { loadTexts } from '../shared/i18n/i18n.ts';
import { hasWatchedHere } from '../shared/watching/watched-here.ts';
import { pageChunk } from './PageInChunk.tsx';

let player: { begin: typeof beginPlayback; prepare: typeof preparePlayer } | undefined;

export const watchPage = pageChunk(async () => {
  const [{ WatchPage }, { beginPlayback: begin }, { preparePlayer: prepare }] = await Promise.all([
    import('../features/player/WatchPage.tsx'),
    import('../features/player/engine/begin-playback.ts'),
    import('../features/player/engine/player-at-hand.ts'),
    loadTexts('player'),
  ]);
  player = { begin, prepare };
  return WatchPage;
});

/** Costs one short call; what is prepared for one lesson gives way to the next. */
export function prepareLikely(api: Api, videoId: string): void {
  prepareUserToken(api, videoId);
  // Who has watched here has the player in the cache: it is compiled before a lesson is chosen.
  if (hasWatchedHere()) watchPage.fetchAhead();
}

/** Somebody is about to watch: page, player and token are fetched before the click. */
export function prepareToWatch(api: Api, videoId: string): void {
  prepareUserToken(api, videoId);
  warmPlayerLibrary();
  watchPage.fetchAhead();
  player?.prepare();
}

/** Somebody chose: the lesson opens while its page renders, or with it when that is on its way. */
export function openLesson(api: Api, videoId: string): void {
  player?.begin(api, videoId);
}
