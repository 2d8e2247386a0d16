import type { VendorSystem } from '@prahari/contract';
import { addSeconds } from '../../../platform/clock/clock.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import type { DrmDeps } from '../drm.deps.ts';
import {
  challengeInvalid,
  drmSystemNotOffered,
  keyNotEntitled,
  licenceServiceRefused,
  licenceServiceUnavailable,
} from '../drm.errors.ts';
import {
  computeLicenceSeconds,
  decideRobustness,
  type EntitledKey,
  mayPersist,
} from '../licence-services/entitlement.rules.ts';
import type { LivePlaybackFacts } from '../ports.ts';
import { authorizeLicence, startUnlessStarted } from './licence-authorization.usecases.ts';
import { readVendorChallenge } from './vendor-challenge.rules.ts';

export interface VendorRequest {
  readonly playbackSessionId: string;
  readonly challenge: Buffer;
  /** The video according to the client; must agree when given. */
  readonly claimedVideoId: string | undefined;
  /** The browser found that it can store the licence, and will. */
  readonly isToBeKept: boolean;
  readonly traits: ClientTraits;
}

/**
 * Issues a licence that a commercial licence service makes, under the same rules as our own.
 * @throws AppError 404 drm_system_not_offered, 400 challenge_invalid, 403 by `playbackEnded`
 *   or key_not_entitled, 502 licence_service_unavailable or licence_service_refused
 */
export async function issueVendorLicence(
  deps: Pick<
    DrmDeps,
    | 'clock'
    | 'contentKeys'
    | 'findConfirmedPlayback'
    | 'startPlayback'
    | 'licenceRecorder'
    | 'providerCache'
    | 'licenceServices'
  >,
  system: VendorSystem,
  caller: SessionCaller,
  { playbackSessionId, challenge, claimedVideoId, isToBeKept, traits }: VendorRequest,
): Promise<Buffer> {
  const { licenceRecorder } = deps;
  const provider = await deps.providerCache.findEnabledProvider(system);
  if (!provider) throw drmSystemNotOffered();
  const read = readVendorChallenge(system, challenge);
  if (!read) throw challengeInvalid();
  const playback = await authorizeLicence(deps, system, caller, { playbackSessionId, traits });
  const { videoId } = playback;
  const keys = await findEntitledKeys(deps, playback);
  const isForeign = read.keyIds.some(
    (requested) => !keys.some(({ keyId }) => keyId.equals(requested)),
  );
  if (isForeign || (claimedVideoId !== undefined && claimedVideoId !== videoId)) {
    await licenceRecorder.recordRefused(system, caller, playbackSessionId, 'key_not_entitled');
    throw keyNotEntitled();
  }
  const now = deps.clock.now();
  const isKept = isToBeKept && mayPersist(system, playback.policy);
  const seconds = computeLicenceSeconds(now, playback, isKept);
  const { userId, sessionId, deviceId } = caller;
  const entitlement = read.isCertificateRequest
    ? null
    : { userId, sessionId, deviceId, videoId, keys, mayPersist: isKept, seconds };
  const result = await deps.licenceServices.askUnlessResting(provider, {
    system,
    entitlement,
    now,
    challenge: read.message,
  });
  if (result && 'licence' in result) {
    if (entitlement) {
      await startUnlessStarted(deps, caller, playbackSessionId, playback);
      const record = { playbackSessionId, userId, sessionId, deviceId, videoId };
      const expiresAt = addSeconds(now, seconds);
      const licence = { ...record, isPersistent: isKept, expiresAt };
      await licenceRecorder.recordIssued(system, licence, keys.length);
    }
    return result.licence;
  }
  const isDown = !result || result.isTheirFault;
  const trouble = result?.trouble ?? { fault: 'resting', detail: '' };
  const reason = isDown ? 'licence_service_unavailable' : 'licence_service_refused';
  await licenceRecorder.recordFailed(system, caller, playbackSessionId, { reason, ...trouble });
  throw isDown ? licenceServiceUnavailable() : licenceServiceRefused();
}

async function findEntitledKeys(
  deps: Pick<DrmDeps, 'contentKeys'>,
  playback: LivePlaybackFacts,
): Promise<EntitledKey[]> {
  const keys = await deps.contentKeys(playback.videoId, playback.video.mediaRevision);
  return keys
    .filter(({ scheme }) => scheme === playback.scheme)
    .map(({ keyId, key, qualityClass }) => ({
      keyId: Buffer.from(keyId),
      key: Buffer.from(key),
      qualityClass,
      robustness: decideRobustness(qualityClass, playback.policy),
    }));
}
