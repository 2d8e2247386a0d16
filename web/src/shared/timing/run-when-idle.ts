/** Runs `act` once nothing more urgent is to be done, at the latest after half a second. */
export function runWhenIdle(act: () => void): void {
  // Safari has none.
  if (window.requestIdleCallback) window.requestIdleCallback(act, { timeout: 500 });
  else window.setTimeout(act, 0);
}
