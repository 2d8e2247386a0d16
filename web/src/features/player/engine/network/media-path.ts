import { endpoints, type Stream } from '@prahari/contract';
import type { Api } from '../../../../shared/api/browser-api.ts';

/**
 * A path that was signed again this often within the pause and is still refused is given up. Once
 * is too few: an old refusal may arrive late, and a newly signed path may be the same.
 */
const renewals = 3;
const restMs = 10_000;

const signedPath = /<BaseURL>([^<]+)<\/BaseURL>/;
const signedPathOf = (manifest: string) => signedPath.exec(manifest)?.[1];

export interface MediaPath {
  /** The address under the path that is good now. */
  rewrite(address: string): string;
  /** The address of a file beside the segments, by its name below the path. */
  under(name: string): string;
  /**
   * Asks for a new path, once for all that were refused together; false when that was done
   * repeatedly a moment ago, and the path of `refused` is the newest.
   * @throws ApiError when this playback has ended
   */
  renew(refused: string): Promise<boolean>;
}

/**
 * Keeps the signed path of the segments. It is bound to the network of the learner, which may
 * change while a video plays.
 */
export function createMediaPath(
  api: Pick<Api, 'call'>,
  { videoId: id, playbackSessionId: playbackSession, manifest }: Stream,
  now: () => number = Date.now,
): MediaPath {
  const first = signedPathOf(manifest.text);
  let current = first;
  let renewedAtMs: readonly number[] = [];
  let renewing: Promise<boolean> | null = null;

  async function ask(): Promise<boolean> {
    const input = { params: { id }, query: { playbackSession } };
    current = signedPathOf(await api.call(endpoints.videos.manifestDash, input)) ?? current;
    return true;
  }

  return {
    rewrite: (address) => (first && current ? address.replace(first, current) : address),
    under: (name) => `${current ?? ''}${name}`,
    async renew(refused) {
      if (renewing) return renewing;
      if (current && !refused.includes(current)) return true;
      renewedAtMs = renewedAtMs.filter((atMs) => now() - atMs < restMs);
      if (renewedAtMs.length >= renewals) return false;
      renewedAtMs = [...renewedAtMs, now()];
      renewing = ask().finally(() => {
        renewing = null;
      });
      return renewing;
    },
  };
}
