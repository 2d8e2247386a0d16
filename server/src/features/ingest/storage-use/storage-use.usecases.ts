import { mkdir, statfs } from 'node:fs/promises';
import type { StorageLevel, StorageUse, StoredVideo } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { ListPart } from '../../../platform/db/list-order.ts';
import { listItems } from '../../../platform/export/export-list.ts';
import type { Onlookers, VideosConfig, Viewing } from '../../videos/index.ts';
import type { IngestConfig } from '../ingest.config.ts';
import { diskLevel, quotaLevel, worstLevel } from './storage-level.rules.ts';
import type { StoredMediaRepository, StoredMediaRow } from './stored-media.repository.ts';

/** Of files that are kept until they are made ready, in bytes. */
export interface UploadsUse {
  readonly bytes: number;
  readonly count: number;
  /** Of this user: announced, or arrived and not yet made ready. */
  readonly ownBytes: number;
  readonly awaitedBytes: number;
}

export interface StorageUseDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly stored: StoredMediaRepository;
  readonly uploadDir: string;
  readonly driver: 'disk' | 's3';
  readonly settings: IngestConfig & VideosConfig;
  readonly onlookers: Pick<Onlookers, 'ofAll'>;
  uploadsUse(userId: string, now: Date): Promise<UploadsUse>;
}

interface Quota {
  readonly bytes: number;
  readonly usedBytes: number;
}

/** Tells what takes room, out of the database and one question to the file system. */
export function createStorageUse(deps: StorageUseDeps) {
  const { db, clock, stored, settings, driver } = deps;
  const { diskReserveBytes, uploadQuotaBytes, uploadMaxBytes } = settings;
  const { uploadLifetimeHours, deleteGraceHours } = settings;
  const mediaQuotaBytes = settings.mediaQuotaBytes === 0 ? null : settings.mediaQuotaBytes;

  async function diskUse(awaitedBytes: number): Promise<StorageUse['disk']> {
    await mkdir(deps.uploadDir, { recursive: true, mode: 0o700 });
    const { blocks, bavail, bsize } = await statfs(deps.uploadDir);
    const [totalBytes, freeBytes] = [blocks * bsize, bavail * bsize];
    const disk = { totalBytes, freeBytes, awaitedBytes };
    return { ...disk, level: diskLevel({ ...disk, reserveBytes: diskReserveBytes }) };
  }

  const ofKind = <Kind extends string>(kind: Kind, bytes: number, count: number, quota?: Quota) => {
    const level: StorageLevel = quota ? quotaLevel(quota) : 'ok';
    return { kind, bytes, count, quota: quota ?? null, level };
  };

  return {
    async use(userId: string): Promise<StorageUse> {
      const uploads = await deps.uploadsUse(userId, clock.now());
      const media = await stored.totals(db);
      const disk = await diskUse(uploads.awaitedBytes);
      const own = { bytes: uploadQuotaBytes, usedBytes: uploads.ownBytes };
      const usedBytes = media.mediaBytes + media.posterBytes;
      const mediaQuota =
        mediaQuotaBytes === null ? undefined : { bytes: mediaQuotaBytes, usedBytes };
      const kinds = [
        ofKind('uploads', uploads.bytes, uploads.count, own),
        ofKind('media', media.mediaBytes, media.count, mediaQuota),
        ofKind('posters', media.posterBytes, media.count),
      ];
      return {
        level: worstLevel([disk.level, ...kinds.map(({ level }) => level)]),
        driver,
        disk,
        kinds,
        deleted: { bytes: media.deletedBytes, count: media.deletedCount },
        uncounted: media.uncounted,
        countedSince: media.oldest?.toISOString() ?? null,
        limits: {
          uploadMaxBytes,
          uploadQuotaBytes,
          mediaQuotaBytes,
          diskReserveBytes,
          uploadLifetimeHours,
          deleteGraceHours,
        },
      };
    },

    /** Lists those of the videos that the viewer manages. */
    async videos(viewer: Viewing, { page, limit }: { page: number; limit: number }) {
      const onlooker = await deps.onlookers.ofAll(viewer);
      const window = { limit, offset: (page - 1) * limit };
      const { rows, total } = await stored.page(db, onlooker, window);
      return { items: rows.map(presentStored), page, limit, total };
    },

    async videosBehind(viewer: Viewing, part: ListPart) {
      const onlooker = await deps.onlookers.ofAll(viewer);
      return listItems(await stored.behind(db, onlooker, part), presentStored);
    },
  };
}

function presentStored(row: StoredMediaRow): StoredVideo {
  return {
    videoId: row.video_id,
    title: row.title,
    mediaBytes: row.media_bytes,
    posterBytes: row.poster_bytes,
    durationSeconds: row.duration_seconds,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    countedAt: row.measured_at.toISOString(),
  };
}

export type StorageUseUsecases = ReturnType<typeof createStorageUse>;
