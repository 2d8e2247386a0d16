import { mkdir, statfs } from 'node:fs/promises';
import type { AdminHome, StorageLevel, StorageUse, StoredVideo } from '@prahari/contract';
import type { ListPart } from '../../../platform/db/list-order.ts';
import { listItems } from '../../../platform/export/export-list.ts';
import type { CallerRights } from '../../videos/index.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import {
  sumAwaitedBytes,
  sumBytesOnTheWay,
  sumKeptFiles,
} from '../upload/resumable-uploads.repository.ts';
import { findWorstLevel, judgeDisk, judgeQuota } from './storage-level.rules.ts';
import {
  listStoredMediaAfter,
  listStoredMediaPage,
  type StoredMediaRow,
  sumStoredBytes,
  sumStoredMedia,
} from './stored-media.repository.ts';

type Room = NonNullable<AdminHome['storage']>;

interface Quota {
  readonly bytes: number;
  readonly usedBytes: number;
}

/** Describes the use of storage: by queries, and one call of the file system. */
export async function describeStorageUse(
  deps: Pick<IngestDeps, 'db' | 'clock' | 'settings' | 'driver' | 'shownDir'>,
  userId: string,
): Promise<StorageUse> {
  const { db, settings, driver } = deps;
  const { diskReserveBytes, uploadQuotaBytes, uploadMaxBytes } = settings;
  const { uploadLifetimeHours, deleteGraceHours } = settings;
  const mediaQuotaBytes = settings.mediaQuotaBytes === 0 ? null : settings.mediaQuotaBytes;
  const uploads = await sumKeptFiles(db, deps.clock.now());
  const own = { bytes: uploadQuotaBytes, usedBytes: await sumBytesOnTheWay(db, userId) };
  const awaitedBytes = await sumAwaitedBytes(db);
  const media = await sumStoredMedia(db);
  const disk = await describeDisk(deps, awaitedBytes);
  const usedBytes = media.mediaBytes + media.posterBytes;
  const mediaQuota = mediaQuotaBytes === null ? undefined : { bytes: mediaQuotaBytes, usedBytes };
  const kinds = [
    describeKind('uploads', uploads, own),
    describeKind('media', { bytes: media.mediaBytes, count: media.count }, mediaQuota),
    describeKind('posters', { bytes: media.posterBytes, count: media.count }),
  ];
  return {
    level: findWorstLevel([disk.level, ...kinds.map(({ level }) => level)]),
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
}

/** Describes briefly how much room there is, by one sum over everything stored. */
export async function describeRoom(
  deps: Pick<IngestDeps, 'db' | 'settings' | 'driver' | 'shownDir'>,
): Promise<Room> {
  const { mediaQuotaBytes } = deps.settings;
  const mediaBytes = await sumStoredBytes(deps.db);
  const disk = await describeDisk(deps, await sumAwaitedBytes(deps.db));
  const ofQuota =
    mediaQuotaBytes === 0 ? 'ok' : judgeQuota({ bytes: mediaQuotaBytes, usedBytes: mediaBytes });
  return {
    level: findWorstLevel([disk.level, ofQuota]),
    totalBytes: disk.totalBytes,
    freeBytes: disk.freeBytes,
    mediaBytes,
  };
}

/** Lists the storage of the videos that the caller manages, the largest first. */
export async function listStoredVideos(
  { db, videos }: Pick<IngestDeps, 'db' | 'videos'>,
  caller: CallerRights,
  { page, limit }: { page: number; limit: number },
) {
  const viewer = await videos.describeViewer(caller);
  const window = { limit, offset: (page - 1) * limit };
  const { rows, total } = await listStoredMediaPage(db, viewer, window);
  return { items: rows.map(presentStoredVideo), page, limit, total };
}

/** Lists the next entries of the same list, for an export. */
export async function listStoredVideosForExport(
  { db, videos }: Pick<IngestDeps, 'db' | 'videos'>,
  caller: CallerRights,
  part: ListPart,
) {
  const viewer = await videos.describeViewer(caller);
  return listItems(await listStoredMediaAfter(db, viewer, part), presentStoredVideo);
}

async function describeDisk(
  { shownDir, driver, settings }: Pick<IngestDeps, 'shownDir' | 'driver' | 'settings'>,
  announcedBytes: number,
): Promise<StorageUse['disk']> {
  await mkdir(shownDir, { recursive: true, mode: 0o700 });
  const { blocks, bavail, bsize } = await statfs(shownDir);
  // What arrives in object storage takes no disk.
  const awaitedBytes = driver === 's3' ? 0 : announcedBytes;
  const [totalBytes, freeBytes] = [blocks * bsize, bavail * bsize];
  const disk = { totalBytes, freeBytes, awaitedBytes };
  return { ...disk, level: judgeDisk({ ...disk, reserveBytes: settings.diskReserveBytes }) };
}

function describeKind<Kind extends string>(
  kind: Kind,
  { bytes, count }: { bytes: number; count: number },
  quota?: Quota,
) {
  const level: StorageLevel = quota ? judgeQuota(quota) : 'ok';
  return { kind, bytes, count, quota: quota ?? null, level };
}

function presentStoredVideo(row: StoredMediaRow): StoredVideo {
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
