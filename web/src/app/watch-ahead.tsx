import { type ComponentType, lazy } from 'react';
import type { beginPlayback } from '../features/player/engine/begin-playback.ts';
import { warmPlayerLibrary } from '../features/player/engine/fetch-player-library.ts';
import { prepareUserToken } from '../features/player/engine/user-token.ts';
import type { Api } from '../shared/api/browser-api.ts';
import { hasWatchedHere } from '../shared/watching/watched-here.ts';

interface Fetched {
  readonly Page: ComponentType;
  readonly begin: typeof beginPlayback;
}

let fetched: Fetched | undefined;

async function fetchWatchPage() {
  const [{ WatchPage }, { beginPlayback: begin }] = await Promise.all([
    import('../features/player/WatchPage.tsx'),
    import('../features/player/engine/begin-playback.ts'),
  ]);
  fetched = { Page: WatchPage, begin };
  return { default: WatchPage };
}

const LazyWatchPage = lazy(fetchWatchPage);

/** The watch page; one that was fetched ahead is there at once, without a fallback in between. */
export function WatchRoute() {
  const Page = fetched?.Page ?? LazyWatchPage;
  return <Page />;
}

/** Costs one short call; what is prepared for one lesson gives way to the next. */
export function prepareLikely(api: Api, videoId: string): void {
  prepareUserToken(api, videoId);
  // Who has watched here has the player in the cache: it is compiled before a lesson is chosen.
  if (hasWatchedHere()) fetchWatchPage().catch(() => undefined);
}

/** Somebody is about to watch: page, player and token are fetched before the click. */
export function prepareToWatch(api: Api, videoId: string): void {
  prepareUserToken(api, videoId);
  warmPlayerLibrary();
  fetchWatchPage().catch(() => undefined);
}

/** Somebody chose: the lesson opens while its page renders, or with it when that is on its way. */
export function openLesson(api: Api, videoId: string): void {
  fetched?.begin(api, videoId);
}
