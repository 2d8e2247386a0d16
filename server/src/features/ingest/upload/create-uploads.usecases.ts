import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Bind } from '../../../platform/http/bind.ts';
import type { Metrics } from '../../../platform/metrics/metrics.ts';
import { createUploadFolder } from '../../../platform/uploads/upload-folder.ts';
import type { Onlookers } from '../../videos/index.ts';
import type { IngestConfig } from '../ingest.config.ts';
import type { IngestPorts } from '../ports.ts';
import type { UploadsUse } from '../storage-use/storage-use.usecases.ts';
import type { StoredMediaRepository } from '../storage-use/stored-media.repository.ts';
import { createRequireMediaQuota } from './media-quota.usecases.ts';
import { createRecordLecture, type RecordLectureDeps } from './record-lecture.usecases.ts';
import { bindResumableRoutes } from './resumable.routes.ts';
import { createResumableUsecases } from './resumable.usecases.ts';
import { createResumableUploadsRepository } from './resumable-uploads.repository.ts';
import { createGiveUpUploads } from './tasks/give-up-uploads.task.ts';
import { bindUploadRoutes } from './upload.routes.ts';
import { createUploadUsecases, type UploadDeps } from './upload.usecases.ts';
import { createUploadJobsRepository } from './upload-jobs.repository.ts';
import { createUploadLocks } from './upload-locks.adapter.ts';
import { createUploadRoom } from './upload-room.usecases.ts';
import { createUploadTarget } from './upload-target.usecases.ts';

const hourMs = 3_600_000;

export interface UploadsFeatureDeps
  extends Omit<RecordLectureDeps, 'jobs' | 'target'>,
    Pick<UploadDeps, 'detailOf'> {
  readonly db: Db;
  readonly clock: Clock;
  readonly importJobs: IngestPorts['importJobs'];
  readonly uploadDir: string;
  readonly settings: IngestConfig;
  readonly stored: StoredMediaRepository;
  readonly onlookers: Onlookers;
  readonly metrics: Pick<Metrics, 'gauge'>;
}

/** Takes lectures in: in one request, or resumable, as tus 1.0 has it. */
export function createUploads(deps: UploadsFeatureDeps) {
  const { settings, uploadDir, importJobs } = deps;
  const { uploadMaxBytes: maxBytes, uploadLifetimeHours: lifetimeHours } = settings;
  const jobs = createUploadJobsRepository();
  const resumables = createResumableUploadsRepository();
  const { diskReserveBytes: reserveBytes, uploadQuotaBytes: quotaBytes } = settings;
  const requireMore = createRequireMediaQuota(deps);
  const folder = createUploadFolder({ uploadDir, reserveBytes, requireMore });
  const room = createUploadRoom({ folder, resumables, quotaBytes });
  const target = createUploadTarget({ ...deps, jobs, resumables });
  const recordLecture = createRecordLecture({ ...deps, jobs, target });
  const shared = { ...deps, jobs, resumables, folder, room, target, recordLecture };
  const usecases = createUploadUsecases({ ...shared, maxBytes });
  const resumable = createResumableUsecases({ ...shared, lifetimeHours });
  const locks = createUploadLocks();
  const { db, clock, metrics } = deps;
  metrics.gauge(
    'prahari_uploads_receiving',
    'Lectures whose bytes this process receives at this moment.',
    [],
    async () => [{ labels: {}, value: folder.receiving() }],
  );
  metrics.gauge(
    'prahari_uploads_unfinished',
    'Resumable uploads of the whole installation that have not arrived whole.',
    [],
    async () => [{ labels: {}, value: await resumables.countUnfinished(db, clock.now()) }],
  );
  return {
    bindRoutes(bind: Bind): void {
      bindUploadRoutes(bind, { usecases, importJobs, maxBytes });
      const lifetimeMs = lifetimeHours * hourMs;
      bindResumableRoutes(bind, { usecases: resumable, locks, maxBytes, lifetimeMs });
    },
    ...usecases,
    giveUp: createGiveUpUploads(shared),
    /** Returns what lies in the upload folder, and how much of the quota one user has taken. */
    async use(userId: string, now: Date): Promise<UploadsUse> {
      const { db } = deps;
      const kept = await resumables.keptFiles(db, now);
      const ownBytes = await resumables.onTheWayBytes(db, userId);
      return { ...kept, ownBytes, awaitedBytes: await resumables.awaitedBytes(db) };
    },
  };
}
