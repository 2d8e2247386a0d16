import type { Session } from '../../shared/api/session.ts';
import { browserConnection } from '../../shared/connection/browser-connection.ts';
import { videoCacheLimits } from './cache-rules.ts';
import { openVideoCache, type VideoCache } from './cache-store.ts';
import { keepWholeApp } from './name-playback.ts';

/** What the page does about the time of the cache that is nearly over. */
export interface HouseKeeping {
  readonly session: Pick<Session, 'state' | 'subscribe'>;
  /** The line is away, and what is kept will go in so many milliseconds. */
  readonly warn: (leftMs: number) => void;
}

const workerPath = '/sw.js';

/** Registers the service worker, and keeps the rules of the video cache as long as the page is open. */
export async function keepHouse({ session, warn }: HouseKeeping): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return;
  void registerWorker().catch(() => undefined);
  // Without a place to keep anything there is nothing to watch over.
  const cache = await openVideoCache().catch(() => null);
  if (!cache) return;
  const userId = () => session.state().context?.user.id ?? null;
  let owner = userId();
  await cache.reconcile(owner);
  const isEmpty = (await cache.checkSession()) === null;
  // Some browsers ask the user, who is not to be asked in the middle of a lesson.
  const isVideo = window.location.pathname.startsWith('/watch/');
  if (!isEmpty && !isVideo) navigator.storage?.persist?.().catch(() => undefined);
  session.subscribe(() => {
    const next = userId();
    // Every tab sees a sign-out: what was kept goes whichever of them is still open.
    if (next !== owner) void cache.clear();
    owner = next;
  });
  const act = (work: () => Promise<unknown>) => () => void work().catch(() => undefined);
  setInterval(
    act(() => checkSession(cache, warn)),
    videoCacheLimits.checkEveryMs,
  );
  setInterval(act(cache.cleanUp), videoCacheLimits.cleanUpEveryMs);
}

/**
 * Keeps the pages that play copies: without them a copy is no use. Resolves when they are here.
 * Development has no worker.
 */
export async function keepAppForCopies(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await registerWorker();
  await keepWholeApp();
}

/** Registers the service worker; a page that did so before only looks for a newer one. */
async function registerWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.register(workerPath, {
    updateViaCache: 'none',
  });
  // This page is of the new build: it came from the server. Others keep what they loaded.
  registration.waiting?.postMessage({ kind: 'take-over' });
}

/**
 * The end of the session costs a learner nothing as long as the server is there: what is wanted is
 * fetched again. Only who has no line is told.
 */
async function checkSession(cache: VideoCache, warn: (leftMs: number) => void): Promise<void> {
  const leftMs = await cache.checkSession();
  if (leftMs === null || browserConnection.isUp()) return;
  if (leftMs < videoCacheLimits.warnUnderMs) warn(leftMs);
}
