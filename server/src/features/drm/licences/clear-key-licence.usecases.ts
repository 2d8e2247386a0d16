import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import type { DrmDeps } from '../drm.deps.ts';
import {
  drmSystemNotOffered,
  hardwareSecurityRequired,
  keyIdsMalformed,
  keyNotEntitled,
} from '../drm.errors.ts';
import {
  buildLicence,
  filterForSoftware,
  parseKeyIds,
  releaseKeys,
} from './clear-key-licence.rules.ts';
import { authorizeLicence, startUnlessStarted } from './licence-authorization.usecases.ts';

export interface ClearKeyRequest {
  readonly playbackSessionId: string;
  /** Base64url. */
  readonly kids: readonly string[];
  /** The video according to the client; must agree when given. */
  readonly claimedVideoId: string | undefined;
}

const system = 'clearkey';

/**
 * Issues a Clear Key licence: the only way by which content keys reach a browser.
 * @throws AppError 400 for malformed key ids, 403 by `playbackEnded`, key_not_entitled or
 *   hardware_security_required, 404 drm_system_not_offered
 */
export async function issueClearKeyLicence(
  deps: Pick<DrmDeps, 'findKeys' | 'findConfirmedPlayback' | 'startPlayback' | 'licenceRecorder'>,
  caller: SessionCaller,
  { playbackSessionId, kids, claimedVideoId }: ClearKeyRequest,
  traits: ClientTraits,
): Promise<ReturnType<typeof buildLicence>> {
  const { licenceRecorder } = deps;
  const requested = parseKeyIds(kids);
  if (!requested) throw keyIdsMalformed();
  const [playback, found] = await Promise.all([
    authorizeLicence(deps, system, caller, { playbackSessionId, traits }),
    deps.findKeys(requested),
  ]);
  if (!playback.policy.clearKey) {
    await licenceRecorder.recordRefused(
      system,
      caller,
      playbackSessionId,
      'drm_system_not_offered',
    );
    throw drmSystemNotOffered();
  }
  const owned = releaseKeys(requested, found, playback);
  if (!owned || (claimedVideoId !== undefined && claimedVideoId !== playback.videoId)) {
    await licenceRecorder.recordRefused(system, caller, playbackSessionId, 'key_not_entitled');
    throw keyNotEntitled();
  }
  // Clear Key has no hardware security. Without the key of HD a player continues in SD.
  const released = filterForSoftware(owned, playback.policy);
  if (released.length === 0) {
    const reason = 'hardware_security_required';
    await licenceRecorder.recordRefused(system, caller, playbackSessionId, reason);
    throw hardwareSecurityRequired();
  }
  await startUnlessStarted(deps, caller, playbackSessionId, playback);
  const { userId, sessionId, deviceId } = caller;
  const { videoId, expiresAt } = playback;
  const record = { playbackSessionId, userId, sessionId, deviceId, videoId, expiresAt };
  await licenceRecorder.recordIssued(system, { ...record, isPersistent: false }, released.length);
  return buildLicence(released);
}
