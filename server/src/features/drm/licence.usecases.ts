import type { ErrorReason } from '@prahari/contract';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { createEventGatherer } from '../../platform/events/gather-events.ts';
import type { SessionCaller } from '../../platform/http/caller.ts';
import type { Count } from '../../platform/metrics/metrics.ts';
import {
  hardwareSecurityRequired,
  keyIdsMalformed,
  keyNotEntitled,
  playbackEnded,
  reasonOfEnd,
} from './drm.errors.ts';
import { forSoftware, licenceOf, parseKeyIds, releaseKeys } from './licence.rules.ts';
import type { DrmPorts } from './ports.ts';

export interface LicenceDeps extends Pick<DrmPorts, 'findKeys' | 'livePlayback' | 'startPlayback'> {
  readonly db: Db;
  readonly clock: Clock;
  readonly count: Count<'outcome'>;
}

/** Clear Key licences: the only way by which content keys leave the server. */
export function createLicences(deps: LicenceDeps) {
  const record = createEventGatherer(deps.db);

  async function noteRefusal(
    caller: SessionCaller,
    playbackSessionId: string | null,
    reason: ErrorReason,
  ): Promise<void> {
    deps.count({ outcome: 'refused' });
    const { userId } = caller;
    const fact = { playbackSessionId, userId, reason };
    await record('licence.refused', fact, deps.clock.now());
  }

  return {
    /**
     * @throws AppError 400 for malformed key ids, 403 by `playbackEnded`, key_not_entitled or
     *   hardware_security_required
     */
    async issueClearKey(
      caller: SessionCaller,
      playbackSessionId: string,
      kids: readonly string[],
    ): Promise<ReturnType<typeof licenceOf>> {
      const asked = parseKeyIds(kids);
      if (!asked) throw keyIdsMalformed();
      const [playback, found] = await Promise.all([
        deps.livePlayback(playbackSessionId, caller),
        deps.findKeys(asked),
      ]);
      if (playback.end !== null) {
        // The id is only claimed, and may be somebody else's: it is not put on record as this user's.
        await noteRefusal(caller, null, reasonOfEnd(playback.end));
        throw playbackEnded(playback.end);
      }
      const owned = releaseKeys(asked, found, playback.videoId);
      if (!owned) {
        await noteRefusal(caller, playbackSessionId, 'key_not_entitled');
        throw keyNotEntitled();
      }
      // Clear Key keeps nothing in hardware. Without the key of HD a player goes on in SD.
      const released = forSoftware(owned, playback.policy);
      if (released.length === 0) {
        await noteRefusal(caller, playbackSessionId, 'hardware_security_required');
        throw hardwareSecurityRequired();
      }
      const { userId, sessionId } = caller;
      const { videoId } = playback;
      if (!playback.isStarted) {
        await deps.startPlayback({ id: playbackSessionId, sessionId, userId, videoId });
      }
      const fact = { playbackSessionId, userId, videoId, keys: released.length };
      await record('licence.issued', fact, deps.clock.now());
      deps.count({ outcome: 'issued' });
      return licenceOf(released);
    },
  };
}

export type Licences = ReturnType<typeof createLicences>;
