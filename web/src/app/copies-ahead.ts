import { mayPlayHere } from '../domain/device/may-play-here.ts';
import type * as playing from '../features/player/offline/begin-copy.ts';
import type { Api } from '../shared/api/browser-api.ts';
import { loadTexts } from '../shared/i18n/i18n.ts';
import { loadMoreIcons } from './lazy-with-texts.ts';
import { pageChunk } from './PageInChunk.tsx';

let player: typeof playing | undefined;

export const offlinePage = pageChunk(async () => {
  const [{ OfflinePage }, begin] = await Promise.all([
    import('../features/player/offline/OfflinePage.tsx'),
    import('../features/player/offline/begin-copy.ts'),
    loadTexts('offline'),
    loadMoreIcons(),
  ]);
  player = begin;
  return OfflinePage;
});

export const downloadsPage = pageChunk(async () => {
  const [{ DownloadsPage }] = await Promise.all([
    import('../features/downloads/DownloadsPage.tsx'),
    loadTexts('offline'),
    loadMoreIcons(),
  ]);
  return DownloadsPage;
});

/** Fetches the player, and opens the copy with it; opening another one replaces it. */
export function prepareLikelyCopy(api: Api, copyId: string): void {
  if (mayPlayHere()) void offlinePage.fetchAhead().then(() => player?.openCopyAhead(api, copyId));
}

/** Loads the chosen copy while its page renders, or with it when that is on its way. */
export function openCopy(api: Api, copyId: string): void {
  if (mayPlayHere()) player?.beginCopy(api, copyId);
}

export const leaveCopies = () => player?.dropUnchosenCopy();
