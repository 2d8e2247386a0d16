import type { ActivityItem, endpoints, QueryOf } from '@prahari/contract';
import { validate } from 'uuid';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { findScopePlaces } from '../../users/index.ts';
import type { AlertsDeps } from '../alerts.deps.ts';
import { alertNotFound } from '../alerts.errors.ts';
import { findActivity, findUserNames, findVideoTitles } from './activity.repository.ts';

type ActivityRow = Awaited<ReturnType<typeof findActivity>>[number];

const shownDays = 30;
const dayMs = 86_400_000;

/**
 * Lists what a user or an address did, newest first. An address belongs to users of any place, so
 * it needs a scope without bounds; what other administrators did from there is left out.
 * @throws AppError 404
 */
export async function listActivity(
  { db, clock, users }: Pick<AlertsDeps, 'db' | 'clock' | 'users'>,
  caller: SessionCaller,
  query: QueryOf<typeof endpoints.alerts.activity>,
): Promise<{ items: ActivityItem[]; hasMore: boolean }> {
  const { user, address, session, severity, beforeAt, beforeId, limit } = query;
  const about = user === undefined ? { address: address ?? '' } : { user };
  if (user !== undefined) await requireVisible({ users }, caller, user);
  else if (findScopePlaces(caller) !== null) throw alertNotFound();
  const found = await findActivity(db, {
    about,
    visible: caller.userType === 'SUPER_ADMIN' ? null : users.visibleIds(caller),
    session,
    severity,
    since: new Date(clock.now().getTime() - shownDays * dayMs),
    before: beforeAt && beforeId ? { at: new Date(beforeAt), id: beforeId } : null,
    limit: limit + 1,
  });
  return { items: await present(db, found.slice(0, limit)), hasMore: found.length > limit };
}

/** Adds to events the names of those who did it, and the titles of videos. */
async function present(
  db: AlertsDeps['db'],
  rows: readonly ActivityRow[],
): Promise<ActivityItem[]> {
  const known = rows.map((row) => {
    const byUserId = readId(row.data['byUserId']);
    const isByOther = byUserId !== null && byUserId !== row.user_id;
    return { row, byId: isByOther ? byUserId : null, videoId: readId(row.data['videoId']) };
  });
  const names = await findUserNames(db, listPresent(known.map(({ byId }) => byId)));
  const titles = await findVideoTitles(db, listPresent(known.map(({ videoId }) => videoId)));
  return known.map(({ row, byId, videoId }) => ({
    id: row.id,
    at: row.happened_at.toISOString(),
    name: row.name,
    severity: row.severity,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    by: byId === null ? null : { id: byId, name: names.get(byId) ?? '' },
    video: videoId === null ? null : { id: videoId, title: titles.get(videoId) ?? null },
    sessionId: row.session_id,
    deviceId: row.device_id,
    address: row.address,
    country: row.country,
    details: row.data,
  }));
}

const readId = (value: unknown) => (typeof value === 'string' && validate(value) ? value : null);

function listPresent(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
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
