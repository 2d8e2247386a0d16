import type { DrmSystem, PersistenceEvent, PersistenceReport } from '@prahari/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../../platform/db/database.ts';
import { deleteSome } from '../../../platform/db/delete-some.ts';

export interface StoredLicence {
  readonly drmSystem: DrmSystem;
  readonly sessionId: string;
  readonly deviceId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly isPersistent: boolean;
}

export type PersistenceCounts = Omit<
  PersistenceReport,
  'since' | 'cacheHitRate' | 'recommendation'
>;

/** More than a learner gets of one video while licence records are kept. */
const mostLicences = 50;

/** Lists the licences of one user and video, the latest first. */
export async function listStoredLicences(
  db: Db,
  userId: string,
  videoId: string,
): Promise<StoredLicence[]> {
  return db
    .selectFrom('drm_licences')
    .select([
      'drm_system as drmSystem',
      'session_id as sessionId',
      'device_id as deviceId',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'persistent as isPersistent',
    ])
    .where('user_id', '=', userId)
    .where('video_id', '=', videoId)
    .orderBy('created_at', 'desc')
    .limit(mostLicences)
    .execute();
}

/** Inserts entries under the id of their sender, regardless of what they claim. */
export async function insertPersistenceEvents(
  db: Db,
  from: { readonly userId: string; readonly sessionId: string },
  events: readonly PersistenceEvent[],
  now: Date,
): Promise<void> {
  await db
    .insertInto('drm_persistence_events')
    .values(
      events.map((event) => ({
        id: uuidv7(),
        received_at: now,
        happened_at: new Date(event.timestamp),
        user_id: from.userId,
        session_id: from.sessionId,
        video_id: event.videoId,
        event_type: event.eventType,
        request_number: event.requestNumber,
        network_call: event.networkCall,
        persistence_status: event.persistenceStatus,
        details: JSON.stringify(event.details),
      })),
    )
    .execute();
}

export async function countPersistenceEvents(db: Db, since: Date): Promise<PersistenceCounts> {
  const recent = db.selectFrom('drm_persistence_events').where('received_at', '>=', since);
  const [byType, byStatus, videos] = await Promise.all([
    recent
      .select('event_type as eventType')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .groupBy('event_type')
      .orderBy('event_type')
      .execute(),
    recent
      .select('persistence_status as status')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('event_type', '=', 'license_request')
      .groupBy('persistence_status')
      .orderBy('persistence_status')
      .execute(),
    sql<Record<'requests' | 'calls' | 'working' | 'tried', string>>`
      SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(calls), 0) AS calls,
        count(*) FILTER (WHERE requests > 1 AND calls = 1) AS working,
        count(*) FILTER (WHERE requests > 1) AS tried
      FROM (
        SELECT count(*) AS requests, count(*) FILTER (WHERE network_call) AS calls
        FROM drm_persistence_events
        WHERE received_at >= ${since} AND event_type = 'license_request'
        GROUP BY session_id, video_id
      ) AS watched`.execute(db),
  ]);
  const row = videos.rows[0];
  return {
    requests: Number(row?.requests ?? 0),
    networkCalls: Number(row?.calls ?? 0),
    videosWorking: Number(row?.working ?? 0),
    videosTried: Number(row?.tried ?? 0),
    byType: byType.map(({ eventType, count }) => ({ eventType, count: Number(count) })),
    byStatus: byStatus.map(({ status, count }) => ({ status, count: Number(count) })),
  };
}

/** Deletes up to `atMost` that were received before a moment. @returns how many it deleted */
export function deletePastPersistenceEvents(db: Db, before: Date, atMost: number): Promise<number> {
  return deleteSome(db, { table: 'drm_persistence_events', column: 'received_at' }, before, atMost);
}
