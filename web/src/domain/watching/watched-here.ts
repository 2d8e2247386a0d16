import { browserStorage } from '../../shared/storage/browser-storage.ts';

const STORAGE_KEY = 'prahari.watched';

/**
 * Tells whether a video has been watched in this browser, which then has the player in its cache.
 */
export function hasWatchedHere(): boolean {
  return browserStorage.getItem(STORAGE_KEY) !== null;
}

export function rememberWatchedHere(): void {
  browserStorage.setItem(STORAGE_KEY, '1');
}
