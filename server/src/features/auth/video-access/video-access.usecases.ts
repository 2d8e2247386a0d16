import { limits } from '@prahari/contract';
import { type Clock, secondsAfter } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import { wrongPassword } from '../auth.errors.ts';
import type { Visitor } from '../client-info.adapter.ts';
import type { ConfirmPassword } from '../password/confirm-password.usecases.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';
import { tokenInvalid } from '../sessions/tokens.adapter.ts';
import { confirmedPlaceOf, type Whereabouts, whereaboutsOf } from './confirmed-place.rules.ts';

export interface VideoAccessStanding {
  /** Null when playback may not start from there without the password. */
  readonly expiresAt: Date | null;
  /** Whether it was confirmed within the hour, but in another network, browser or machine. */
  readonly isElsewhere: boolean;
}

/** Keeps whether the password was confirmed for watching, within the hour and where it is asked. */
export function createVideoAccess(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly systemConfig: LiveConfig;
  readonly sessions: Pick<SessionsRepository, 'videoAccess'>;
}) {
  /** To be compared with what `sessions.video_access_until` holds. */
  const placeOf = (traits: ClientTraits) =>
    confirmedPlaceOf(traits, deps.systemConfig.current().playback.passwordOnNewNetwork);

  async function standing(sessionId: string, traits: ClientTraits): Promise<VideoAccessStanding> {
    const now = deps.clock.now();
    const open = await deps.sessions.videoAccess(deps.db, sessionId, now);
    if (!open) return { expiresAt: null, isElsewhere: false };
    const untilMs = open.until[placeOf(traits)] ?? 0;
    if (untilMs <= now.getTime()) return { expiresAt: null, isElsewhere: true };
    const expiresAt = new Date(Math.min(untilMs, open.sessionEndsAt.getTime()));
    return { expiresAt, isElsewhere: false };
  }

  return {
    placeOf,
    standing,
    /** @param until as `sessions.video_access_until` holds it */
    whereabouts: (until: Readonly<Record<string, number>>, traits: ClientTraits): Whereabouts =>
      whereaboutsOf(until, placeOf(traits), deps.clock.now()),
    /**
     * Returns until when the confirmation holds; null when playback may not start from there
     * without the password.
     */
    expiresAt: async (sessionId: string, traits: ClientTraits): Promise<Date | null> =>
      (await standing(sessionId, traits)).expiresAt,
  };
}

export type VideoAccess = ReturnType<typeof createVideoAccess>;

export interface OpenVideoAccessDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: Pick<SessionsRepository, 'openVideoAccess'>;
  readonly videoAccess: Pick<VideoAccess, 'placeOf'>;
  readonly confirmPassword: ConfirmPassword;
}

/** Confirms the password and opens the video-access session (specification, section 4). */
export function createOpenVideoAccess(deps: OpenVideoAccessDeps) {
  const { db, clock } = deps;
  return async function openVideoAccess(
    caller: SessionCaller,
    password: string,
    visitor: Visitor,
  ): Promise<Date> {
    const { userId, sessionId } = caller;
    const { isRight } = await deps.confirmPassword(caller, password, visitor);
    const now = clock.now();
    if (!isRight) {
      await recordEvent(db, 'video-access.refused', { userId, sessionId }, now);
      throw wrongPassword();
    }
    const expiresAt = secondsAfter(now, limits.videoAccessSessionSeconds);
    const place = deps.videoAccess.placeOf(visitor);
    await db.transaction().execute(async (trx) => {
      const confirmed = { expiresAt, place, now };
      if (!(await deps.sessions.openVideoAccess(trx, sessionId, confirmed))) throw tokenInvalid();
      await recordEvent(trx, 'video-access.opened', { userId, sessionId }, now);
    });
    return expiresAt;
  };
}
