import type { UserType } from '@prahari/contract';
import type { AuthDeps } from '../auth.deps.ts';
import { isDeviceStillBound } from '../devices/devices.usecases.ts';
import { isSessionHeldBack } from '../second-factor/second-factor-rule.usecases.ts';
import { findConfirmedPlaces, findLiveSessions, findSessionStates } from './sessions.repository.ts';

/** One sign-in of a user, with the facts that decide whether its calls are admitted. */
export interface LatestSignIn {
  readonly sessionId: string;
  readonly userAgent: string;
  readonly address: string;
  readonly lastSeenAt: Date;
  /** Whether a call of it would be admitted. */
  readonly isLive: boolean;
  /** Whether a second factor has to be enrolled before anything else. */
  readonly isHeldBack: boolean;
  readonly isDeviceBound: boolean;
  /** When the last confirmation of the password ends; null where there is none. */
  readonly accessEndsAt: Date | null;
}

/**
 * Finds the sign-in of a user that was seen last, or one by its id, and judges it by the rules that
 * admit its calls. Writes nothing.
 * @returns null where the user is not signed in there
 */
export async function findLatestSignIn(
  deps: Pick<AuthDeps, 'db' | 'clock' | 'systemConfig'>,
  asked: {
    readonly userId: string;
    readonly userType: UserType;
    readonly sessionId?: string | undefined;
  },
): Promise<LatestSignIn | null> {
  const { userId, userType, sessionId } = asked;
  const { db, clock } = deps;
  const now = clock.now();
  const live = await findLiveSessions(db, userId, now);
  const [last] = live
    .filter(({ id }) => sessionId === undefined || id === sessionId)
    .sort((a, b) => b.last_seen_at.getTime() - a.last_seen_at.getTime());
  if (!last) return null;
  const state = (await findSessionStates(db, [last.id], now)).get(last.id);
  const confirmed = await findConfirmedPlaces(db, last.id, now);
  const untilMs = Math.max(0, ...Object.values(confirmed?.until ?? {}));
  const endMs = confirmed ? Math.min(untilMs, confirmed.sessionEndsAt.getTime()) : 0;
  return {
    sessionId: last.id,
    userAgent: last.user_agent,
    address: last.address,
    lastSeenAt: last.last_seen_at,
    isLive: state?.isLive === true,
    isHeldBack: state !== undefined && isSessionHeldBack(deps, state),
    isDeviceBound: await isDeviceStillBound(deps, db, {
      userId,
      userType,
      deviceId: last.device_id,
    }),
    accessEndsAt: endMs > now.getTime() ? new Date(endMs) : null,
  };
}
