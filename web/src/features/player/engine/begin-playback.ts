import type { Api } from '../../../shared/api/browser-api.ts';
import { type Opening, openPlayback } from './open-playback.ts';

/** Longer than any page takes to appear; an opening that nobody took by then is left to expire. */
const waitMs = 10_000;

interface Begun {
  readonly videoId: string;
  readonly at: number;
  readonly opening: Promise<Opening>;
}

let begun: Begun | undefined;

/** Opens playback at the click, while the page that will show it still renders. */
export function beginPlayback(api: Pick<Api, 'call' | 'session'>, videoId: string): void {
  const opening = openPlayback(api, videoId);
  // Who takes it hears of a refusal.
  opening.catch(() => undefined);
  begun = { videoId, at: Date.now(), opening };
}

/**
 * The opening that the click began, once, or a new one.
 * @throws ApiError when the video may not be played.
 */
export async function takePlayback(
  api: Pick<Api, 'call' | 'session'>,
  videoId: string,
): Promise<Opening> {
  const ready = begun;
  begun = undefined;
  const isFresh = ready?.videoId === videoId && Date.now() - ready.at < waitMs;
  return isFresh ? ready.opening : openPlayback(api, videoId);
}
