import type { ActivityItem, endpoints, QueryOf } from '@prahari/contract';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { findScopePlaces } from '../../users/index.ts';
import type { AlertsDeps } from '../alerts.deps.ts';
import { alertNotFound } from '../alerts.errors.ts';
import { findActivity } from './activity.repository.ts';

const shownDays = 30;
const dayMs = 86_400_000;

/**
 * Lists what a user or an address did, newest first. An address belongs to users of any place, so
 * it needs a scope without bounds.
 * @throws AppError 404
 */
export async function listActivity(
  { db, clock, users }: Pick<AlertsDeps, 'db' | 'clock' | 'users'>,
  caller: SessionCaller,
  query: QueryOf<typeof endpoints.alerts.activity>,
): Promise<{ items: ActivityItem[]; hasMore: boolean }> {
  const { user, address, beforeAt, beforeId, limit } = query;
  const about = user === undefined ? { address: address ?? '' } : { user };
  if (user !== undefined) await requireVisible({ users }, caller, user);
  else if (findScopePlaces(caller) !== null) throw alertNotFound();
  const rows = await findActivity(db, {
    about,
    since: new Date(clock.now().getTime() - shownDays * dayMs),
    before: beforeAt && beforeId ? { at: new Date(beforeAt), id: beforeId } : null,
    limit: limit + 1,
  });
  const items = rows.slice(0, limit).map(
    (row): ActivityItem => ({
      id: row.id,
      at: row.happened_at.toISOString(),
      name: row.name,
      severity: row.severity,
      user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
      sessionId: row.session_id,
      deviceId: row.device_id,
      address: row.address,
      country: row.country,
      details: row.data,
    }),
  );
  return { items, hasMore: rows.length > limit };
}

/** Super administrators see deleted users too. @throws AppError 404 */
async function requireVisible(
  { users }: Pick<AlertsDeps, 'users'>,
  caller: SessionCaller,
  userId: string,
): Promise<void> {
  if (caller.userType === 'SUPER_ADMIN') return;
  const found = await users.visibleIds(caller).where('id', '=', userId).executeTakeFirst();
  if (!found) throw alertNotFound();
}
