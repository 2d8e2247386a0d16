import {
  type DrmOverview,
  type DrmSystem,
  drmSystems,
  serviceTroubleSchema,
} from '@prahari/contract';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/database.ts';
import type { EventRow } from '../../../platform/events/event-row.ts';
import { insertEventsSql } from '../../../platform/events/record-event.ts';
import { isNotAboutThrowaway, isThrowawayId } from '../../../platform/throwaway/throwaway-id.ts';
import type { UserIds } from '../../users/index.ts';

/** The record of one licence request. */
export interface LicenceFact {
  readonly event: EventRow;
  readonly system: DrmSystem;
  readonly outcome: 'issued' | 'refused' | 'failed';
  /** Empty for issued ones. */
  readonly reason: string;
  /** The licence record (specification, section 3); null when none was issued. */
  readonly licence: LicenceRecord | null;
}

export interface LicenceRecord {
  readonly playbackSessionId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly deviceId: string;
  readonly videoId: string;
  readonly isPersistent: boolean;
  readonly expiresAt: Date;
}

const hourMs = 3_600_000;
const failureSchema = z.object({
  system: z.enum(drmSystems),
  userId: z.nullable(z.string()),
  reason: z.string(),
  ...serviceTroubleSchema.shape,
});

/**
 * Writes events, licence records and counts of many requests in one statement: all or nothing. Rows
 * that several requests touch are sorted, so that two processes can't deadlock. It
 * contains no `*`, with which it would never be prepared (platform/db/prepared-statements.ts).
 */
export async function insertLicenceFacts(db: Db, facts: readonly LicenceFact[]): Promise<void> {
  const licences = [
    ...new Map(
      facts.flatMap((fact) =>
        fact.licence
          ? [
              [
                `${fact.licence.playbackSessionId}/${fact.system}`,
                { ...fact, licence: fact.licence },
              ] as const,
            ]
          : [],
      ),
    ).entries(),
  ]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, fact]) => fact);
  const counts = countsOf(facts);
  await sql`
    WITH written AS (
      ${insertEventsSql(facts.map(({ event }) => event))}
    ), kept AS (
      INSERT INTO drm_licences (playback_session_id, drm_system, user_id, session_id, device_id,
        video_id, persistent, created_at, expires_at)
      SELECT
        unnest(${licences.map(({ licence }) => licence.playbackSessionId)}::uuid[]),
        unnest(${licences.map(({ system }) => system)}::text[]),
        unnest(${licences.map(({ licence }) => licence.userId)}::uuid[]),
        unnest(${licences.map(({ licence }) => licence.sessionId)}::uuid[]),
        unnest(${licences.map(({ licence }) => licence.deviceId)}::text[]),
        unnest(${licences.map(({ licence }) => licence.videoId)}::uuid[]),
        unnest(${licences.map(({ licence }) => licence.isPersistent)}::boolean[]),
        unnest(${licences.map(({ event }) => event.happenedAt)}::timestamptz[]),
        unnest(${licences.map(({ licence }) => licence.expiresAt)}::timestamptz[])
      ON CONFLICT (playback_session_id, drm_system) DO UPDATE SET
        created_at = excluded.created_at, expires_at = excluded.expires_at,
        persistent = excluded.persistent, requests = drm_licences.requests + 1
    )
    INSERT INTO drm_licence_counts (hour, drm_system, outcome, reason, count)
    SELECT
      unnest(${counts.map(({ hour }) => hour)}::timestamptz[]),
      unnest(${counts.map(({ system }) => system)}::text[]),
      unnest(${counts.map(({ outcome }) => outcome)}::text[]),
      unnest(${counts.map(({ reason }) => reason)}::text[]),
      unnest(${counts.map(({ count }) => count)}::bigint[])
    ON CONFLICT (hour, drm_system, outcome, reason)
      DO UPDATE SET count = drm_licence_counts.count + excluded.count`.execute(db);
}

/** Counts licence requests by key system, outcome and reason. */
export async function countLicenceResults(db: Db, since: Date): Promise<DrmOverview['results']> {
  const rows = await db
    .selectFrom('drm_licence_counts')
    .select(['drm_system as system', 'outcome', 'reason'])
    .select(({ fn }) => fn.sum<string>('count').as('count'))
    .where('hour', '>=', new Date(Math.floor(since.getTime() / hourMs) * hourMs))
    .groupBy(['drm_system', 'outcome', 'reason'])
    .orderBy('drm_system')
    .orderBy('outcome')
    .orderBy('reason')
    .execute();
  return rows.map((row) => ({ ...row, reason: row.reason || null, count: Number(row.count) }));
}

/** Counts requests of these users that failed since a moment, among the last `most` of all. */
export async function countLicenceFailures(
  db: Db,
  { since, visible }: { readonly since: Date; readonly visible: UserIds },
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT data->>'userId' AS user_id FROM events
      WHERE name = 'licence.failed' AND happened_at >= ${since}
      ORDER BY happened_at DESC LIMIT ${most}
    ) AS failed WHERE user_id::uuid IN (${visible})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Lists the latest first, without the ids of users outside `visible`. */
export async function listLicenceFailures(
  db: Db,
  { since, visible }: { readonly since: Date; readonly visible: UserIds },
  atMost: number,
): Promise<DrmOverview['failures']> {
  const isVisible = sql<boolean>`(data->>'userId')::uuid IN (${visible})`;
  const rows = await db
    .selectFrom('events')
    .select(['id', 'data', 'happened_at', isVisible.as('is_visible')])
    .where('name', '=', 'licence.failed')
    .where('happened_at', '>=', since)
    .where(isNotAboutThrowaway(sql`user_id`))
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(atMost)
    .execute();
  return rows.flatMap(({ id, data, happened_at: at, is_visible: isVisible }) => {
    const parsed = z.safeParse(failureSchema, data);
    if (!parsed.success) return [];
    const userId = isVisible ? parsed.data.userId : null;
    return [{ ...parsed.data, id, userId, at: at.toISOString() }];
  });
}

function countsOf(facts: readonly LicenceFact[]) {
  const counts = new Map<
    string,
    Pick<LicenceFact, 'system' | 'outcome' | 'reason'> & { hour: Date; count: number }
  >();
  for (const { event, system, outcome, reason } of facts) {
    if (event.userId !== null && isThrowawayId(event.userId)) continue;
    const hour = new Date(Math.floor(event.happenedAt.getTime() / hourMs) * hourMs);
    const name = [hour.toISOString(), system, outcome, reason].join('/');
    const count = (counts.get(name)?.count ?? 0) + 1;
    counts.set(name, { hour, system, outcome, reason, count });
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
}
