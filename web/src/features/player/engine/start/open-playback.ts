import {
  ApiError,
  type BodyOf,
  type EncryptionScheme,
  endpoints,
  type Stream,
} from '@prahari/contract';
import type { Api } from '../../../../shared/api/browser-api.ts';
import { takeUserToken } from './user-token.ts';

type PlaybackApi = Pick<Api, 'call' | 'session'>;

export interface HowToOpen {
  readonly ahead?: boolean;
  readonly takeOver?: boolean;
  readonly schemes?: readonly EncryptionScheme[] | undefined;
}

export type Opening =
  | { readonly kind: 'access-required' }
  | { readonly kind: 'opened'; readonly stream: Stream };

/**
 * From a video's id to everything that the player needs. Whether the password must be confirmed
 * first is the server's word: a learner's clock may be wrong. Opened ahead of a click, a video is
 * played from its first licence on. Taking over ends what plays elsewhere, where no more is
 * allowed at the same time. `schemes` are those that the key systems here were found to take.
 * @throws ApiError when the video may not be played.
 */
export async function openPlayback(
  api: PlaybackApi,
  videoId: string,
  { ahead = false, takeOver = false, schemes }: HowToOpen = {},
): Promise<Opening> {
  if (!(await isConfirmed(api))) return { kind: 'access-required' };
  try {
    const userToken = await takeUserToken(api, videoId);
    const body = { userToken, ahead, takeOver, ...(schemes ? { schemes: [...schemes] } : {}) };
    return { kind: 'opened', stream: await openStream(api, videoId, body) };
  } catch (error) {
    const isLocked = error instanceof ApiError && error.reason === 'access_session_required';
    if (!isLocked) throw error;
    const answer = await api.call(endpoints.auth.validate, {}).catch(() => null);
    api.session.noteWatchConfirmed(false, answer?.isConfirmedElsewhere);
    return { kind: 'access-required' };
  }
}

/** Asks the server unless this page knows: one round trip less for every lesson but the first. */
async function isConfirmed({ call, session }: PlaybackApi): Promise<boolean> {
  if (session.isWatchConfirmed()) return true;
  const { videoAccessExpiresAt, isConfirmedElsewhere } = await call(endpoints.auth.validate, {});
  session.noteWatchConfirmed(videoAccessExpiresAt !== null, isConfirmedElsewhere);
  return videoAccessExpiresAt !== null;
}

/** The stream call decides; only when it refuses is the server asked for the reason. */
async function openStream(
  api: Pick<Api, 'call'>,
  videoId: string,
  body: BodyOf<typeof endpoints.videos.stream>,
): Promise<Stream> {
  const input = { params: { id: videoId }, body };
  try {
    return await api.call(endpoints.videos.stream, input);
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (!isRefusal) throw error;
    const { reason } = await api.call(endpoints.videos.accessValidation, input);
    if (reason === null || reason === error.reason) throw error;
    throw refused(reason);
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
