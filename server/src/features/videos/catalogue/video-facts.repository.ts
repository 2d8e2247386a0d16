import type { CaptionTrack } from '@prahari/contract';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { DiskWaitValues } from '../../../platform/disk/disk-wait.ts';

/** Facts about a video in other tables. */
export interface VideoFacts {
  readonly captions: readonly CaptionTrack[];
  /** The lowest first. */
  readonly qualities: readonly ('AUDIO' | 'SD' | 'HD')[];
  readonly fileSizeBytes: number | null;
  /** Of a poster that was chosen and is not shown yet. */
  readonly posterChoice: (DiskWaitValues & { state: 'waiting' | 'failed' }) | null;
  /** The last, with when it was asked for or ended, as the database writes times. */
  readonly keyRenewal:
    | (DiskWaitValues & { state: 'waiting' | 'done' | 'failed'; at: string })
    | null;
}

export const noFacts: VideoFacts = {
  captions: [],
  qualities: [],
  fileSizeBytes: null,
  posterChoice: null,
  keyRenewal: null,
};

/** Selects the size of the file last uploaded for a video; null without one. */
export const fileSizeSql = (videoId: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql`(SELECT file_size_bytes FROM upload_jobs WHERE video_id = ${videoId}
    ORDER BY created_at DESC LIMIT 1)`;

/** Reads the facts of all these videos in one query; those without any are missing. */
export async function listVideoFacts(
  db: DbOrTrx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, VideoFacts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string } & VideoFacts>`
    SELECT wanted.id,
      coalesce((SELECT json_agg(json_build_object('language', language, 'label', label) ORDER BY language)
        FROM video_captions WHERE video_id = wanted.id), '[]') AS captions,
      ARRAY(SELECT quality_class FROM content_keys WHERE video_id = wanted.id
        GROUP BY quality_class ORDER BY array_position(ARRAY['AUDIO', 'SD', 'HD'], quality_class)) AS qualities,
      ${fileSizeSql(sql.ref('wanted.id'))} AS "fileSizeBytes",
      (SELECT json_build_object('state', state, 'disk_wait', disk_wait,
          'disk_wanted_bytes', disk_wanted_bytes, 'disk_free_bytes', disk_free_bytes)
        FROM poster_choices WHERE video_id = wanted.id) AS "posterChoice",
      (SELECT json_build_object('state', state, 'at', coalesce(ended_at, asked_at), 'disk_wait', disk_wait,
          'disk_wanted_bytes', disk_wanted_bytes, 'disk_free_bytes', disk_free_bytes)
        FROM key_renewals WHERE video_id = wanted.id) AS "keyRenewal"
    FROM unnest(${[...ids]}::uuid[]) AS wanted (id)`.execute(db);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
