import type { DataOf, endpoints } from '@prahari/contract';
import { addSeconds } from '../../../platform/clock/clock.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import type { DrmDeps } from '../drm.deps.ts';
import { accessSessionRequired, videoNotAvailable } from '../drm.errors.ts';
import { decideLicencePolicy } from '../licences/licence-policy.rules.ts';
import type { UserToken } from './user-token-signer.adapter.ts';

/** Enough to go from the library to the first frame, too short to be worth passing on. */
const lifetimeSeconds = 300;

type VideoAccessDeps = Pick<DrmDeps, 'clock' | 'sessionFacts' | 'playableVideo'>;

/** @throws AppError 403 access_session_required, 404 video_not_available */
export async function generateUserToken(
  deps: VideoAccessDeps & Pick<DrmDeps, 'userTokenSigner' | 'systemConfig' | 'providerCache'>,
  caller: SessionCaller,
  videoId: string,
  traits: ClientTraits,
): Promise<{ userToken: string; expiresAt: Date }> {
  const now = deps.clock.now();
  const { accessEndsAt, isPlayable } = await checkVideoAccess(deps, caller, videoId, traits);
  if (!accessEndsAt) throw accessSessionRequired();
  if (!isPlayable) throw videoNotAvailable();
  const endsAtMs = Math.min(addSeconds(now, lifetimeSeconds).getTime(), accessEndsAt.getTime());
  // JWT times are whole seconds: the time in the answer must be the one that is enforced.
  const expiresAt = new Date(Math.floor(endsAtMs / 1000) * 1000);
  const offered = await deps.providerCache.listEnabledSystems();
  const policy = decideLicencePolicy(deps.systemConfig.current(), offered);
  const token = { videoId, policy, expiresAt };
  const userToken = await deps.userTokenSigner.signUserToken(caller, token, now);
  return { userToken, expiresAt };
}

/** Tells whether the token would open playback for this caller now, and if not, why. */
export async function judgeUserToken(
  deps: VideoAccessDeps & Pick<DrmDeps, 'userTokenSigner' | 'isUserTokenUsed'>,
  userToken: string,
  caller: SessionCaller,
  traits: ClientTraits,
): Promise<{
  readonly token: UserToken | null;
  readonly reason: DataOf<typeof endpoints.drm.validateToken>['reason'];
}> {
  const token = await deps.userTokenSigner.readUserToken(userToken, caller);
  if (!token) return { token, reason: 'user_token_invalid' };
  const [{ accessEndsAt, isPlayable }, isUsed] = await Promise.all([
    checkVideoAccess(deps, caller, token.videoId, traits),
    deps.isUserTokenUsed(token.id),
  ]);
  if (!accessEndsAt) return { token, reason: 'access_session_required' };
  if (!isPlayable) return { token, reason: 'video_not_available' };
  return { token, reason: isUsed ? 'user_token_used' : null };
}

/**
 * Returns what the token allows; null unless it belongs to this caller, is for this video, and has
 * not expired.
 */
export async function verifyUserToken(
  deps: Pick<DrmDeps, 'userTokenSigner'>,
  userToken: string,
  caller: SessionCaller,
  videoId: string,
): Promise<UserToken | null> {
  const token = await deps.userTokenSigner.readUserToken(userToken, caller);
  return token?.videoId === videoId ? token : null;
}

/** Checks the conditions for generating or judging a token. */
async function checkVideoAccess(
  deps: VideoAccessDeps,
  caller: SessionCaller,
  videoId: string,
  traits: ClientTraits,
) {
  const [accessEndsAt, video] = await Promise.all([
    deps.sessionFacts.videoAccessExpiresAt(caller.sessionId, traits),
    deps.playableVideo(videoId, caller),
  ]);
  const hasAccess = accessEndsAt !== null && deps.clock.now() < accessEndsAt;
  return { accessEndsAt: hasAccess ? accessEndsAt : null, isPlayable: video !== null };
}
