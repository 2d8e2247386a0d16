import * as z from 'zod/mini';
import { addSeconds } from '../../../../platform/clock/clock.ts';
import { recordEvent } from '../../../../platform/events/record-event.ts';
import type { JobKind, JobRun } from '../../../../platform/jobs/queue.ts';
import type { AuthDeps } from '../../auth.deps.ts';
import { addLoginEvent, findResetRequests } from '../../history/login-history.repository.ts';
import { lockPasswordHash } from '../credentials.repository.ts';
import { isResetDue, resetCodeSeconds, resetWindowSeconds } from '../password-reset.rules.ts';

const dataSchema = z.object({
  /** Null for a number without an account: its job does nothing. */
  userId: z.nullable(z.uuid()),
  deviceId: z.string(),
  address: z.string(),
  userAgent: z.string(),
});
type StartPasswordResetData = z.infer<typeof dataSchema>;

export const startPasswordResetKind: JobKind<StartPasswordResetData> = {
  name: 'start-password-reset',
  parse: (data) => z.parse(dataSchema, data),
  retryLimit: 3,
  expireSeconds: 60,
};

/**
 * Sends a code to a learner who has a password, unless one was sent a moment ago. The password
 * stays valid until the code is used. Administrators get none and ask a super administrator: a
 * stolen phone must not open their accounts.
 */
export async function startPasswordReset(
  deps: Pick<AuthDeps, 'db' | 'clock'> & {
    readonly users: Pick<AuthDeps['users'], 'findUserById' | 'sendResetCode'>;
  },
  { data }: Pick<JobRun<StartPasswordResetData>, 'data'>,
): Promise<void> {
  const { userId, deviceId, address } = data;
  const user = userId === null ? undefined : await deps.users.findUserById(userId);
  if (!user || user.user_type !== 'LEARNER') return;
  await deps.db.transaction().execute(async (trx) => {
    // The second of two requests sees the change of the first; null for blocked and invited users.
    if ((await lockPasswordHash(trx, user.id)) === null) return;
    const now = deps.clock.now();
    const before = await findResetRequests(trx, user.id, addSeconds(now, -resetWindowSeconds));
    if (!isResetDue(before, now)) return;
    if (!(await deps.users.sendResetCode(trx, user, addSeconds(now, resetCodeSeconds)))) return;
    const facts = { userId: user.id, deviceId, address };
    await recordEvent(trx, 'user.password-reset-requested', facts, now);
    const kind = 'password-reset-requested';
    await addLoginEvent(trx, { userId: user.id, kind, client: data, at: now });
  });
}
