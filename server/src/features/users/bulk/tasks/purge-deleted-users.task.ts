import { bulkLimits } from '@prahari/contract';
import { subtractDays } from '../../../../platform/retention/retention-job.ts';
import { forgetUser } from '../../accounts/access.usecases.ts';
import type { UsersDeps } from '../../users.deps.ts';
import { endRestorable, findPastRestorable } from '../bulk.repository.ts';

/**
 * Takes password, devices, second factors and notes from users who were deleted too long ago to be
 * restored.
 * @returns from how many
 */
export async function purgeDeletedUsers(
  deps: Pick<UsersDeps, 'db' | 'clock' | 'devices' | 'secondFactor' | 'forgetNotes'>,
  atMost: number,
): Promise<number> {
  const before = subtractDays(deps.clock.now(), bulkLimits.restoreDays);
  const ids = await findPastRestorable(deps.db, before, atMost);
  for (const id of ids) {
    await deps.db.transaction().execute(async (trx) => {
      if (await endRestorable(trx, id, before)) await forgetUser(deps, trx, id);
    });
  }
  return ids.length;
}
