/** Loads the library's module: a few hundred kilobytes that only watching needs. */
export const fetchPlayerLibrary = () => import('shaka-player/dist/shaka-player.dash.js');

/** Fetches and compiles the library ahead of need; otherwise it would wait for the API's answers. */
export function warmPlayerLibrary(): void {
  fetchPlayerLibrary().catch(() => undefined);
}
