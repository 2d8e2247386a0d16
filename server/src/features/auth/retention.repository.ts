import type { Db } from '../../platform/db/database.ts';
import { deleteSome } from '../../platform/db/delete-some.ts';

/** Each removes up to `atMost` of what expired before a moment. @returns how many went */
export function createAuthRetentionRepository(db: Db) {
  return {
    refreshTokens: (before: Date, atMost: number) =>
      deleteSome(db, { table: 'refresh_tokens', column: 'expires_at' }, before, atMost),
    passkeyChallenges: (before: Date, atMost: number) =>
      deleteSome(db, { table: 'passkey_challenges', column: 'expires_at' }, before, atMost),
    /** Sessions that were ended sooner go by when they would have expired. */
    sessions: (before: Date, atMost: number) =>
      deleteSome(db, { table: 'sessions', column: 'expires_at' }, before, atMost),
    loginHistory: (before: Date, atMost: number) =>
      deleteSome(db, { table: 'login_history', column: 'at' }, before, atMost),
    deviceSteps: (before: Date, atMost: number) =>
      deleteSome(db, { table: 'device_steps', column: 'taken_at' }, before, atMost),
    signInCounts: (before: Date, atMost: number) =>
      deleteSome(db, { table: 'sign_in_limits', column: 'expire' }, before.getTime(), atMost),
  };
}
