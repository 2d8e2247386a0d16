import { limits } from '@prahari/contract';
import { type Clock, secondsAfter } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { SessionCaller } from '../../platform/http/caller.ts';
import type { Users } from '../users/index.ts';
import { wrongPassword } from './auth.errors.ts';
import type { PasswordHasher } from './password-hash.adapter.ts';
import type { SessionsRepository } from './sessions.repository.ts';
import type { SignInLimits } from './sign-in-limits.adapter.ts';
import { tokenInvalid } from './tokens.adapter.ts';

export interface VideoAccessDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Pick<Users, 'findById'>;
  readonly sessions: SessionsRepository;
  readonly hasher: PasswordHasher;
  readonly limits: SignInLimits;
}

/** Confirms the password and opens the video-access session (specification, section 4). */
export function createVideoAccess(deps: VideoAccessDeps) {
  const { db, clock } = deps;
  return async function openVideoAccess(
    caller: SessionCaller,
    password: string,
    address: string,
  ): Promise<Date> {
    const { userId, sessionId, deviceId } = caller;
    const user = await deps.users.findById(userId);
    if (!user) throw tokenInvalid();
    const attempt = { address, account: user.contact_number, deviceId, isKnownDevice: true };
    await deps.limits.count(attempt);
    const now = clock.now();
    if (!(await deps.hasher.verify(user.password_hash, password))) {
      await recordEvent(db, 'video-access.refused', { userId, sessionId }, now);
      throw wrongPassword();
    }
    await deps.limits.forget(attempt);
    const expiresAt = secondsAfter(now, limits.videoAccessSessionSeconds);
    await db.transaction().execute(async (trx) => {
      if (!(await deps.sessions.openVideoAccess(trx, sessionId, expiresAt))) throw tokenInvalid();
      await recordEvent(trx, 'video-access.opened', { userId, sessionId }, now);
    });
    return expiresAt;
  };
}
