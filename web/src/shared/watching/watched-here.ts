const STORAGE_KEY = 'prahari.watched';

/** Whether a lesson has been watched in this browser, which then has the player in its cache. */
export function hasWatchedHere(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== null;
}

export function rememberWatchedHere(): void {
  localStorage.setItem(STORAGE_KEY, '1');
}
