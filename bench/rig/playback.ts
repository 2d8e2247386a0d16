import { endpoints } from '@prahari/contract';
import { readKeyIds } from '@prahari/virtual-learners';
import type { Site } from './site.ts';

export interface Playback {
  readonly id: string;
  readonly videoId: string;
  readonly manifest: string;
  /** Where init and media segments lie; ends with a slash. */
  readonly mediaPath: string;
  /** Base64url, as licence requests name them. */
  readonly keyIds: readonly string[];
}

/** Opens playback as the web player does: token, stream, manifest. */
export async function openPlayback(
  { learner }: Pick<Site, 'learner'>,
  videoId: string,
): Promise<Playback> {
  const { userToken } = await learner.call(endpoints.drm.generateToken, { body: { videoId } });
  const params = { id: videoId };
  // Measurements sign in again: the stream of the sign-in before is taken over.
  const body = { userToken, takeOver: true };
  const stream = await learner.call(endpoints.videos.stream, { params, body });
  const { playbackSessionId: id } = stream;
  const query = { playbackSession: id };
  const manifest = await learner.call(endpoints.videos.manifestDash, { params, query });
  const mediaPath = /<BaseURL>([^<]+)<\/BaseURL>/.exec(manifest)?.[1];
  if (mediaPath === undefined) throw new Error('the manifest has no BaseURL');
  return { id, videoId, manifest, mediaPath, keyIds: readKeyIds(manifest) };
}
