import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import {
  drmSystemNotOffered,
  hardwareSecurityRequired,
  keyIdsMalformed,
  keyNotEntitled,
  playbackEnded,
  reasonOfEnd,
} from '../drm.errors.ts';
import type { DrmPorts } from '../ports.ts';
import { forSoftware, licenceOf, parseKeyIds, releaseKeys } from './clear-key-licence.rules.ts';
import type { LicenceFacts } from './licence-recorder.adapter.ts';

export interface LicenceDeps
  extends Pick<DrmPorts, 'findKeys' | 'confirmedPlayback' | 'startPlayback'> {
  readonly facts: LicenceFacts;
}

export interface ClearKeyRequest {
  readonly playbackSessionId: string;
  /** Base64url. */
  readonly kids: readonly string[];
  /** What the client says the video is; must agree when given. */
  readonly claimedVideoId: string | undefined;
}

const system = 'clearkey';

/** Clear Key licences: the only way by which content keys reach a browser. */
export function createLicences({ facts, ...deps }: LicenceDeps) {
  return {
    /**
     * @throws AppError 400 for malformed key ids, 403 by `playbackEnded`, key_not_entitled or
     *   hardware_security_required, 404 drm_system_not_offered
     */
    async issueClearKey(
      caller: SessionCaller,
      { playbackSessionId, kids, claimedVideoId }: ClearKeyRequest,
      traits: ClientTraits,
    ): Promise<ReturnType<typeof licenceOf>> {
      const asked = parseKeyIds(kids);
      if (!asked) throw keyIdsMalformed();
      const [playback, found] = await Promise.all([
        deps.confirmedPlayback(playbackSessionId, caller, traits),
        deps.findKeys(asked),
      ]);
      if (playback.end !== null) {
        // The id is only claimed, and may belong to another user: it is not put on record as this
        // user's.
        await facts.refused(system, caller, null, reasonOfEnd(playback.end));
        throw playbackEnded(playback.end);
      }
      if (!playback.policy.clearKey) {
        await facts.refused(system, caller, playbackSessionId, 'drm_system_not_offered');
        throw drmSystemNotOffered();
      }
      const owned = releaseKeys(asked, found, playback);
      if (!owned || (claimedVideoId !== undefined && claimedVideoId !== playback.videoId)) {
        await facts.refused(system, caller, playbackSessionId, 'key_not_entitled');
        throw keyNotEntitled();
      }
      // Clear Key keeps nothing in hardware. Without the key of HD a player goes on in SD.
      const released = forSoftware(owned, playback.policy);
      if (released.length === 0) {
        await facts.refused(system, caller, playbackSessionId, 'hardware_security_required');
        throw hardwareSecurityRequired();
      }
      const { userId, sessionId, deviceId } = caller;
      const { videoId, expiresAt } = playback;
      if (!playback.isStarted) {
        await deps.startPlayback({ id: playbackSessionId, sessionId, userId, videoId });
      }
      const record = { playbackSessionId, userId, sessionId, deviceId, videoId, expiresAt };
      await facts.issued(system, { ...record, isPersistent: false }, released.length);
      return licenceOf(released);
    },
  };
}

export type Licences = ReturnType<typeof createLicences>;
