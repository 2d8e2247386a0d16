import { deleteSome } from '../../platform/db/delete-some.ts';
import type { RetentionJob } from '../../platform/retention/retention-job.ts';
import type { AuthDeps } from './auth.deps.ts';
import { endExpiredSessions } from './sessions/end-sessions.usecases.ts';

/** Before which moment each kind of what expired is removed. */
export interface AuthRetention {
  readonly secrets: Date;
  readonly sessions: Date;
  readonly counters: Date;
}

/**
 * Lists the retention jobs of this feature. Sessions that expired unused get their end in the login
 * history first; how long that is kept is `SESSION_RETENTION_DAYS` (system/retention). What refers to a session has to be removed before these jobs.
 */
export function listRetentionJobs(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  retention: () => AuthRetention,
): RetentionJob[] {
  const { db } = deps;
  return [
    {
      name: 'refresh tokens',
      removeSome: (atMost) =>
        deleteSome(
          db,
          { table: 'refresh_tokens', column: 'expires_at' },
          retention().secrets,
          atMost,
        ),
    },
    {
      name: 'passkey challenges',
      removeSome: (atMost) =>
        deleteSome(
          db,
          { table: 'passkey_challenges', column: 'expires_at' },
          retention().secrets,
          atMost,
        ),
    },
    {
      name: 'sessions that ran out',
      removeSome: (atMost) => endExpiredSessions(deps, atMost),
    },
    {
      name: 'login history',
      removeSome: (atMost) =>
        deleteSome(db, { table: 'login_history', column: 'at' }, retention().sessions, atMost),
    },
    {
      // Sessions that were ended sooner go by when they would have expired.
      name: 'sign-ins',
      removeSome: (atMost) =>
        deleteSome(db, { table: 'sessions', column: 'expires_at' }, retention().sessions, atMost),
    },
    {
      name: 'steps of devices',
      removeSome: (atMost) =>
        deleteSome(db, { table: 'device_steps', column: 'taken_at' }, retention().sessions, atMost),
    },
    {
      name: 'sign-in counts',
      removeSome: (atMost) =>
        deleteSome(
          db,
          { table: 'sign_in_limits', column: 'expire' },
          retention().counters.getTime(),
          atMost,
        ),
    },
  ];
}
