import { limits } from '@prahari/contract';
import { type Clock, secondsAfter } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { SessionCaller } from '../../platform/http/caller.ts';
import { wrongPassword } from './auth.errors.ts';
import type { ConfirmPassword } from './confirm-password.usecases.ts';
import type { SessionsRepository } from './sessions.repository.ts';
import { tokenInvalid } from './tokens.adapter.ts';

export interface VideoAccessDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: SessionsRepository;
  readonly confirmPassword: ConfirmPassword;
}

/** Confirms the password and opens the video-access session (specification, section 4). */
export function createVideoAccess(deps: VideoAccessDeps) {
  const { db, clock } = deps;
  return async function openVideoAccess(
    caller: SessionCaller,
    password: string,
    address: string,
  ): Promise<Date> {
    const { userId, sessionId } = caller;
    const { isRight } = await deps.confirmPassword(caller, password, address);
    const now = clock.now();
    if (!isRight) {
      await recordEvent(db, 'video-access.refused', { userId, sessionId }, now);
      throw wrongPassword();
    }
    const expiresAt = secondsAfter(now, limits.videoAccessSessionSeconds);
    await db.transaction().execute(async (trx) => {
      if (!(await deps.sessions.openVideoAccess(trx, sessionId, expiresAt))) throw tokenInvalid();
      await recordEvent(trx, 'video-access.opened', { userId, sessionId }, now);
    });
    return expiresAt;
  };
}
