import {
  ApiError,
  type BodyOf,
  type EncryptionScheme,
  encryptionSchemes,
  endpoints,
  type Stream,
} from '@prahari/contract';
import { chooseKeySystem, type HasAccess } from '../../../../domain/key-systems/key-system.ts';
import type { Api } from '../../../../shared/api/browser-api.ts';

type PlaybackApi = Pick<Api, 'call' | 'session'>;

export interface HowToOpen {
  readonly takeOver?: boolean;
  readonly schemes?: readonly EncryptionScheme[] | undefined;
}

export type Opening =
  | { readonly kind: 'access-required' }
  /** Ahead of a click only: the start will say why. */
  | { readonly kind: 'not-ahead' }
  | { readonly kind: 'opened'; readonly stream: Stream };

/**
 * Opens a video, and answers everything that the player needs. Whether the password must be confirmed
 * first is the server's word: a learner's clock may be wrong. Taking over ends what plays elsewhere, where no more is
 * allowed at the same time. `schemes` are those that the key systems here were found to take.
 * @throws ApiError when the video may not be played.
 */
export async function openPlayback(
  api: PlaybackApi,
  videoId: string,
  { takeOver = false, schemes }: HowToOpen = {},
): Promise<Opening> {
  if (!(await isConfirmed(api))) return { kind: 'access-required' };
  try {
    const { userToken } = await api.call(endpoints.drm.generateToken, { body: { videoId } });
    const body = { userToken, takeOver, ...(schemes ? { schemes: [...schemes] } : {}) };
    return { kind: 'opened', stream: await openStream(api, videoId, body) };
  } catch (error) {
    const isLocked = error instanceof ApiError && error.reason === 'access_session_required';
    if (!isLocked) throw error;
    const answer = await api.call(endpoints.auth.validate, {}).catch(() => null);
    api.session.noteWatchConfirmed(false, answer?.isConfirmedElsewhere);
    return { kind: 'access-required' };
  }
}

/**
 * Opens a video before it was chosen: it is played from its first licence on. What may not be played
 * leaves no trace and is no error, since the learner did not ask for it.
 * @throws ApiError when the server could not be asked
 */
export async function openPlaybackAhead(
  api: Pick<Api, 'call'>,
  videoId: string,
  { schemes }: Pick<HowToOpen, 'schemes'>,
): Promise<Opening> {
  const body = { videoId, ...(schemes ? { schemes: [...schemes] } : {}) };
  const { stream } = await api.call(endpoints.videos.openAhead, { body });
  return stream ? { kind: 'opened', stream } : { kind: 'not-ahead' };
}

/** Asks the server unless this page knows: one round trip less for every video but the first. */
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

type Open = (schemes: readonly EncryptionScheme[] | undefined) => Promise<Opening>;

/**
 * Opens videos in an encryption scheme that this device takes. The server chooses it; where no key
 * system here takes its choice it is asked once more, with those that are taken, and later videos
 * are asked for with them at once. These may have other key systems, or no such scheme: then the
 * server chooses again.
 */
export function createOwnScheme(hasAccess: HasAccess) {
  let takenBefore: readonly EncryptionScheme[] | undefined;

  async function openAsBefore(open: Open): Promise<Opening> {
    try {
      return await open(takenBefore);
    } catch (error) {
      if (!takenBefore || !isSchemeMissing(error)) throw error;
      takenBefore = undefined;
      return open(undefined);
    }
  }

  /** @throws ApiError when the server refuses: the video may be in no scheme that is taken */
  return async function openInOwnScheme(open: Open): Promise<Opening> {
    const opening = await openAsBefore(open);
    if (opening.kind !== 'opened') return opening;
    const { keySystems, encryption } = opening.stream;
    // The usual case costs no question more than playing does.
    if (await chooseKeySystem(opening.stream, hasAccess)) return opening;
    const found: EncryptionScheme[] = [];
    for (const scheme of encryptionSchemes.filter((one) => one !== encryption.scheme)) {
      const other = { scheme, others: [encryption.scheme] };
      if (await chooseKeySystem({ keySystems, encryption: other }, hasAccess)) found.push(scheme);
    }
    // Without any key system the player says so.
    if (found.length === 0) return opening;
    takenBefore = found;
    return open(found);
  };
}

function isSchemeMissing(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'encryption_scheme_missing';
}

/**
 * Tells whether playback stopped because the hour after confirming the password is over, rather
 * than because the video was opened elsewhere. In doubt it was not, and the error is shown.
 */
export async function isAccessOver(
  api: Pick<Api, 'call' | 'session'>,
  error: unknown,
): Promise<boolean> {
  const isEnded = error instanceof ApiError && error.reason === 'playback_session_ended';
  if (!isEnded) return false;
  const answer = await api.call(endpoints.auth.validate, {}).catch(() => null);
  const isOver = answer !== null && answer.videoAccessExpiresAt === null;
  if (isOver) api.session.noteWatchConfirmed(false, answer.isConfirmedElsewhere);
  return isOver;
}
