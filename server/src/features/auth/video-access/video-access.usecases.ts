import { limits } from '@prahari/contract';
import { addSeconds } from '../../../platform/clock/clock.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { wrongPassword } from '../auth.errors.ts';
import type { ClientInfo } from '../client-info.adapter.ts';
import {
  type ConfirmPasswordDeps,
  confirmPassword,
} from '../password/confirm-password.usecases.ts';
import { findConfirmedPlaces, saveVideoAccess } from '../sessions/sessions.repository.ts';
import { tokenInvalid } from '../sessions/tokens.adapter.ts';
import { classifyUserAgent } from '../sessions/user-agent.rules.ts';
import { comparePlaces, nameConfirmedPlace, type PlaceMatch } from './confirmed-place.rules.ts';

export interface VideoAccessStanding {
  /** Null when playback may not start from there without the password. */
  readonly expiresAt: Date | null;
  /** Whether it was confirmed within the hour, but in another network, browser or machine. */
  readonly isElsewhere: boolean;
}

/** Confirms the password and opens the video-access session (specification, section 4). */
export async function openVideoAccess(
  deps: ConfirmPasswordDeps & Pick<AuthDeps, 'systemConfig'>,
  caller: SessionCaller,
  password: string,
  client: ClientInfo,
): Promise<Date> {
  const { userId, sessionId } = caller;
  const { isRight } = await confirmPassword(deps, caller, password, client);
  const now = deps.clock.now();
  if (!isRight) {
    await recordEvent(deps.db, 'video-access.refused', { userId, sessionId }, now);
    throw wrongPassword();
  }
  const expiresAt = addSeconds(now, limits.videoAccessSessionSeconds);
  const place = namePlace(deps, client);
  await deps.db.transaction().execute(async (trx) => {
    const confirmed = { expiresAt, place, now };
    if (!(await saveVideoAccess(trx, sessionId, confirmed))) throw tokenInvalid();
    const { system } = classifyUserAgent(client.userAgent);
    await recordEvent(trx, 'video-access.opened', { userId, sessionId, system }, now);
  });
  return expiresAt;
}

/** Finds out whether the password was confirmed for watching, within the hour and at this place. */
export async function findVideoAccess(
  deps: Pick<AuthDeps, 'db' | 'clock' | 'systemConfig'>,
  sessionId: string,
  traits: ClientTraits,
): Promise<VideoAccessStanding> {
  const now = deps.clock.now();
  const open = await findConfirmedPlaces(deps.db, sessionId, now);
  if (!open) return { expiresAt: null, isElsewhere: false };
  const untilMs = open.until[namePlace(deps, traits)] ?? 0;
  if (untilMs <= now.getTime()) return { expiresAt: null, isElsewhere: true };
  const expiresAt = new Date(Math.min(untilMs, open.sessionEndsAt.getTime()));
  return { expiresAt, isElsewhere: false };
}

/**
 * Finds until when the confirmation holds; null when playback may not start from there without the
 * password.
 */
export async function findVideoAccessEnd(
  deps: Pick<AuthDeps, 'db' | 'clock' | 'systemConfig'>,
  sessionId: string,
  traits: ClientTraits,
): Promise<Date | null> {
  return (await findVideoAccess(deps, sessionId, traits)).expiresAt;
}

/** Names the place of a client, to be compared with those in `sessions.video_access_until`. */
export function namePlace(deps: Pick<AuthDeps, 'systemConfig'>, traits: ClientTraits): string {
  return nameConfirmedPlace(traits, deps.systemConfig.current().playback.passwordOnNewNetwork);
}

/**
 * Tells whether the password was confirmed at the place of a client.
 * @param until as `sessions.video_access_until` holds it
 */
export function matchPlace(
  deps: Pick<AuthDeps, 'clock' | 'systemConfig'>,
  until: Readonly<Record<string, number>>,
  traits: ClientTraits,
): PlaceMatch {
  return comparePlaces(until, namePlace(deps, traits), deps.clock.now());
}
