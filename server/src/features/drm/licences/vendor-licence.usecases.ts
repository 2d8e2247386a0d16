import type { VendorSystem } from '@prahari/contract';
import { type Clock, secondsAfter } from '../../../platform/clock/clock.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import {
  challengeInvalid,
  drmSystemNotOffered,
  keyNotEntitled,
  licenceServiceRefused,
  licenceServiceUnavailable,
  playbackEnded,
  reasonOfEnd,
} from '../drm.errors.ts';
import type { Services } from '../licence-services/ask-service.usecases.ts';
import {
  type EntitledKey,
  licenceSeconds,
  mayPersist,
  robustnessOf,
} from '../licence-services/entitlement.rules.ts';
import type { Providers } from '../licence-services/providers.usecases.ts';
import type { DrmPorts, LivePlaybackFacts } from '../ports.ts';
import type { LicenceFacts } from './licence-recorder.adapter.ts';
import { readVendorChallenge } from './vendor-challenge.rules.ts';

export interface VendorLicenceDeps
  extends Pick<DrmPorts, 'contentKeys' | 'confirmedPlayback' | 'startPlayback'> {
  readonly clock: Clock;
  readonly facts: LicenceFacts;
  readonly providers: Pick<Providers, 'of'>;
  readonly services: Pick<Services, 'askUnlessResting'>;
}

export interface VendorRequest {
  readonly playbackSessionId: string;
  readonly challenge: Buffer;
  /** What the client says the video is; must agree when given. */
  readonly claimedVideoId: string | undefined;
  /** The browser found that it can keep the licence, and will. */
  readonly isToBeKept: boolean;
  readonly traits: ClientTraits;
}

/** Licences that a commercial service makes, under the same rules as our own. */
export function createVendorLicences({ facts, ...deps }: VendorLicenceDeps) {
  async function entitledKeys(playback: LivePlaybackFacts): Promise<EntitledKey[]> {
    const keys = await deps.contentKeys(playback.videoId, playback.video.mediaRevision);
    return keys
      .filter(({ scheme }) => scheme === playback.scheme)
      .map(({ keyId, key, qualityClass }) => ({
        keyId: Buffer.from(keyId),
        key: Buffer.from(key),
        qualityClass,
        robustness: robustnessOf(qualityClass, playback.policy),
      }));
  }

  /**
   * @throws AppError 404 drm_system_not_offered, 400 challenge_invalid, 403 by `playbackEnded`
   *   or key_not_entitled, 502 licence_service_unavailable or licence_service_refused
   */
  return async function issue(
    system: VendorSystem,
    caller: SessionCaller,
    { playbackSessionId, challenge, claimedVideoId, isToBeKept, traits }: VendorRequest,
  ): Promise<Buffer> {
    const provider = await deps.providers.of(system);
    if (!provider) throw drmSystemNotOffered();
    const read = readVendorChallenge(system, challenge);
    if (!read) throw challengeInvalid();
    const playback = await deps.confirmedPlayback(playbackSessionId, caller, traits);
    if (playback.end !== null) {
      await facts.refused(system, caller, null, reasonOfEnd(playback.end));
      throw playbackEnded(playback.end);
    }
    const { videoId } = playback;
    const keys = await entitledKeys(playback);
    const isForeign = read.keyIds.some((asked) => !keys.some(({ keyId }) => keyId.equals(asked)));
    if (isForeign || (claimedVideoId !== undefined && claimedVideoId !== videoId)) {
      await facts.refused(system, caller, playbackSessionId, 'key_not_entitled');
      throw keyNotEntitled();
    }
    const now = deps.clock.now();
    const isKept = isToBeKept && mayPersist(system, playback.policy);
    const seconds = licenceSeconds(now, playback.expiresAt, isKept);
    const { userId, sessionId, deviceId } = caller;
    const entitlement = read.isCertificateRequest
      ? null
      : { userId, sessionId, deviceId, videoId, keys, mayPersist: isKept, seconds };
    const asked = await deps.services.askUnlessResting(provider, {
      system,
      entitlement,
      now,
      challenge: read.message,
    });
    if (asked && 'licence' in asked) {
      if (entitlement) {
        if (!playback.isStarted) {
          await deps.startPlayback({ id: playbackSessionId, sessionId, userId, videoId });
        }
        const record = { playbackSessionId, userId, sessionId, deviceId, videoId };
        const expiresAt = secondsAfter(now, seconds);
        await facts.issued(system, { ...record, isPersistent: isKept, expiresAt }, keys.length);
      }
      return asked.licence;
    }
    const isDown = !asked || asked.isTheirFault;
    const trouble = asked?.trouble ?? { fault: 'resting', detail: '' };
    const reason = isDown ? 'licence_service_unavailable' : 'licence_service_refused';
    await facts.failed(system, caller, playbackSessionId, { reason, ...trouble });
    throw isDown ? licenceServiceUnavailable() : licenceServiceRefused();
  };
}

export type IssueVendorLicence = ReturnType<typeof createVendorLicences>;
