import { ApiError, endpoints, type Stream } from '@prahari/contract';
import type { Api } from '../../../shared/api/browser-api.ts';

export type Opening =
  | { readonly kind: 'access-required' }
  | { readonly kind: 'opened'; readonly stream: Stream };

/**
 * From a video's id to everything that the player needs. Whether the password must be confirmed
 * first is the server's word: a learner's clock may be wrong.
 * @throws ApiError when the video may not be played.
 */
export async function openPlayback(api: Pick<Api, 'call'>, videoId: string): Promise<Opening> {
  try {
    const { userToken } = await api.call(endpoints.drm.generateToken, { body: { videoId } });
    const input = { params: { id: videoId }, body: { userToken } };
    // Side by side: the stream call decides for itself, and a round trip counts on a slow line.
    const [access, stream] = await Promise.all([
      api.call(endpoints.videos.accessValidation, input),
      api.call(endpoints.videos.stream, input),
    ]);
    if (!access.allowed) throw refused(access.reason ?? 'video_not_available');
    return { kind: 'opened', stream };
  } catch (error) {
    const isLocked = error instanceof ApiError && error.reason === 'access_session_required';
    if (isLocked) return { kind: 'access-required' };
    throw error;
  }
}

/** The validation answers 200 with a reason; the user sees it like any refusal. */
function refused(reason: string): ApiError {
  return new ApiError({
    status: 403,
    type: 'AuthorizationError',
    code: 'ACCESS_DENIED',
    message: 'Playback was refused',
    details: { reason },
    correlationId: null,
  });
}
