import { deleteSome } from '../../platform/db/delete-some.ts';
import {
  computeExpiryLimit,
  type RetentionJob,
  subtractDays,
} from '../../platform/retention/retention-job.ts';
import type { AuthDeps } from './auth.deps.ts';
import { endExpiredSessions } from './sessions/end-sessions.usecases.ts';

/** Expired counters of sign-in attempts no longer count. */
const counterLeftMs = 3_600_000;

/**
 * Lists the retention jobs of this feature. The end of sessions that expired unused is first
 * recorded in the login history, which is kept for `SESSION_RETENTION_DAYS`. Rows that refer to a
 * session have to be removed before these jobs run.
 */
export function listRetentionJobs(
  deps: Pick<AuthDeps, 'db' | 'clock' | 'settings'>,
): RetentionJob[] {
  const { db, clock, settings } = deps;
  const expired = () => computeExpiryLimit(clock.now());
  const keptSince = () => subtractDays(clock.now(), settings.sessionRetentionDays);
  return [
    {
      name: 'refresh tokens',
      removeSome: (atMost) =>
        deleteSome(db, { table: 'refresh_tokens', column: 'expires_at' }, expired(), atMost),
    },
    {
      name: 'passkey challenges',
      removeSome: (atMost) =>
        deleteSome(db, { table: 'passkey_challenges', column: 'expires_at' }, expired(), atMost),
    },
    {
      name: 'sessions that ran out',
      removeSome: (atMost) => endExpiredSessions(deps, atMost),
    },
    {
      name: 'login history',
      removeSome: (atMost) =>
        deleteSome(db, { table: 'login_history', column: 'at' }, keptSince(), atMost),
    },
    {
      // Sessions that were ended earlier are removed by their expiry.
      name: 'sign-ins',
      removeSome: (atMost) =>
        deleteSome(db, { table: 'sessions', column: 'expires_at' }, keptSince(), atMost),
    },
    {
      name: 'steps of devices',
      removeSome: (atMost) =>
        deleteSome(db, { table: 'device_steps', column: 'taken_at' }, keptSince(), atMost),
    },
    {
      name: 'sign-in counts',
      removeSome: (atMost) =>
        deleteSome(
          db,
          { table: 'sign_in_limits', column: 'expire' },
          clock.now().getTime() - counterLeftMs,
          atMost,
        ),
    },
  ];
}
