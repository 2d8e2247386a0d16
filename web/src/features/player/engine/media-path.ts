import { endpoints, type Stream } from '@prahari/contract';
import type { Api } from '../../../shared/api/browser-api.ts';
import { shakaFields } from './playback-failure.ts';

/** A path that is refused sooner than this after it was signed anew is refused for good. */
const restMs = 10_000;
/** shaka.util.Error.Code.BAD_HTTP_STATUS: its data begin with the address and the status. */
const badHttpStatus = 1001;

const signedPath = /<BaseURL>([^<]+)<\/BaseURL>/;
const signedPathOf = (manifest: string) => signedPath.exec(manifest)?.[1];

/** Whether the server sent no segment because the path is not, or no longer, signed for who asks. */
export function isRefusedSegment(error: unknown): boolean {
  const { code, data } = shakaFields(error);
  return code === badHttpStatus && data[1] === 403;
}

export interface MediaPath {
  /** The address under the path that is good now. */
  rewrite(address: string): string;
  /**
   * Asks for a path anew; false when that was done a moment ago.
   * @throws ApiError when this playback has ended
   */
  renew(): Promise<boolean>;
}

/**
 * The signed path of the segments. It is bound to the network of the learner, who may come home from
 * a mobile network into another one while a lesson plays.
 */
export function createMediaPath(
  api: Pick<Api, 'call'>,
  { videoId: id, playbackSessionId: playbackSession, manifest }: Stream,
  now: () => number = Date.now,
): MediaPath {
  const first = signedPathOf(manifest.text);
  let current = first;
  let renewedAtMs = Number.NEGATIVE_INFINITY;
  return {
    rewrite: (address) => (first && current ? address.replace(first, current) : address),
    async renew() {
      if (now() - renewedAtMs < restMs) return false;
      renewedAtMs = now();
      const input = { params: { id }, query: { playbackSession } };
      current = signedPathOf(await api.call(endpoints.videos.manifestDash, input)) ?? current;
      return true;
    },
  };
}
