import type { MediaTools } from '@prahari/media';
import type { Bind } from '../../platform/http/bind.ts';
import type { SharedCounts } from '../../platform/http/shared-counts.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { RetentionJob } from '../../platform/retention/retention-job.ts';
import type { S3Bucket } from '../../platform/storage/s3-bucket.ts';
import type { LiveConfig } from '../../platform/system-config/system-config.ts';
import { createUploadStore } from '../../platform/uploads/open-upload-store.ts';
import type { CallerRights, Uploader } from '../videos/index.ts';
import { parseSchemes } from './ingest.config.ts';
import type { IngestDeps } from './ingest.deps.ts';
import { createContentKeyCache } from './keys/content-keys.usecases.ts';
import { bindKeyRenewalRoutes } from './keys/key-renewal.routes.ts';
import { removeOldKeys } from './keys/tasks/remove-old-keys.task.ts';
import { renewKeys, renewKeysKind } from './keys/tasks/renew-keys.task.ts';
import { countWaitingParts } from './parts/parts.repository.ts';
import { helpEncoding } from './parts/tasks/help-encoding.task.ts';
import { bindPosterRoutes } from './pictures/posters.routes.ts';
import { makePoster, makePosterKind } from './pictures/tasks/make-poster.task.ts';
import { removePictures, removePicturesKind } from './pictures/tasks/remove-pictures.task.ts';
import { describeConfinement, isFullyConfined } from './processing/confinement.rules.ts';
import { bindProcessingRoutes } from './processing/processing.routes.ts';
import { processVideo, processVideoKind } from './processing/tasks/process-video.task.ts';
import { removeLeftovers } from './processing/tasks/remove-leftovers.task.ts';
import { createRunnerGuard } from './runners/runner-guard.usecases.ts';
import { removeOldRunners } from './runners/runners.repository.ts';
import { bindRunnerRoutes } from './runners/runners.routes.ts';
import { bindStorageUseRoutes } from './storage-use/storage-use.routes.ts';
import { describeRoom } from './storage-use/storage-use.usecases.ts';
import { countStaleMedia } from './storage-use/tasks/count-media.task.ts';
import { requireMediaQuota } from './upload/media-quota.usecases.ts';
import { bindResumableRoutes } from './upload/resumable.routes.ts';
import { countUnfinishedUploads } from './upload/resumable-uploads.repository.ts';
import { removeExpiredUploads } from './upload/tasks/remove-expired-uploads.task.ts';
import { bindUploadRoutes } from './upload/upload.routes.ts';
import {
  countUploads,
  findJobsUnderWay,
  findUploadJob,
  listUploadJobs,
} from './upload/upload-jobs.usecases.ts';
import { createUploadLocks } from './upload/upload-locks.adapter.ts';
import { createUploadQuota } from './upload/upload-quota.usecases.ts';
import { uploadVideo } from './upload/upload-video.usecases.ts';

export { ingestSettings } from './ingest.config.ts';
export { contentKeyColumn } from './keys/content-keys.usecases.ts';
export { readKeyService } from './keys/key-service.config.ts';

type FeatureDeps = Omit<
  IngestDeps,
  'schemes' | 'store' | 'partStore' | 'quota' | 'locks' | 'shownDir'
> & {
  /** Where uploads lie that are on their way, if not in the bucket. */
  readonly uploadDir: string;
  /** Where parts lie that workers make for each other, if not in the bucket. */
  readonly partDir: string;
  readonly bucket: S3Bucket | undefined;
  readonly systemConfig: LiveConfig;
  readonly metrics: Pick<Metrics, 'gauge'>;
  readonly sharedCounts: SharedCounts;
  /** Undefined in a process that runs no jobs. */
  readonly tools: MediaTools | undefined;
};

/** The job kinds that the queue must know before this feature is created. */
export const ingestJobKinds = [processVideoKind, makePosterKind, renewKeysKind, removePicturesKind];

/** Longer than any publication: a running one is not taken for a killed one. */
const publicationTakesMs = 24 * 3_600_000;

/** After their end; the audit log knows of them for longer. */
const runnersAreShownMs = 30 * 24 * 3_600_000;

/** Creates ingest: from an uploaded file to published media, and renewals of it. */
export function createIngest({
  metrics,
  tools,
  uploadDir,
  partDir,
  bucket,
  systemConfig,
  sharedCounts,
  ...feature
}: FeatureDeps) {
  const { settings } = feature;
  const { diskReserveBytes: reserveBytes, uploadQuotaBytes: quotaBytes } = settings;
  const { uploadMaxBytes: maxBytes } = settings;
  const requireMore = () => requireMediaQuota(feature);
  const place = { dir: uploadDir, bucket, reserveBytes, maxBytes, requireMore };
  const store = createUploadStore(place);
  const partStore = createUploadStore({ dir: partDir, bucket, reserveBytes: 0, maxBytes });
  const quota = createUploadQuota({ store, quotaBytes });
  const locks = createUploadLocks();
  const shownDir = store.isShared ? feature.workDir : uploadDir;
  const own = { schemes: parseSchemes(settings), store, partStore, quota, locks, shownDir };
  const deps: IngestDeps = { ...feature, ...own };
  const keys = createContentKeyCache(deps);
  addUploadGauges(metrics, deps);
  const retentionJobs: readonly RetentionJob[] = [
    { name: 'unfinished uploads', removeSome: (atMost) => removeExpiredUploads(deps, atMost) },
    // Removes nothing; counts again what was last counted long ago.
    { name: 'media not counted', removeSome: (atMost) => countStaleMedia(deps, atMost) },
    { name: 'replaced keys', removeSome: (atMost) => removeOldKeys(deps, atMost) },
    {
      name: 'runners of the past',
      removeSome: (atMost) => {
        const nowMs = feature.clock.now().getTime();
        return removeOldRunners(feature.db, new Date(nowMs - runnersAreShownMs), atMost);
      },
    },
    {
      name: 'leftovers of uploads',
      removeSome: async () => {
        await removeLeftovers(deps);
        return 0;
      },
    },
    {
      name: 'unfinished publications',
      removeSome: () => {
        const nowMs = feature.clock.now().getTime();
        return feature.storage.removeUnfinished(new Date(nowMs - publicationTakesMs));
      },
    },
  ];
  return {
    bindRoutes(bind: Bind): void {
      bindPosterRoutes(bind, deps);
      bindKeyRenewalRoutes(bind, deps);
      bindUploadRoutes(bind, deps);
      bindResumableRoutes(bind, deps);
      bindStorageUseRoutes(bind, deps);
      bindProcessingRoutes(bind, deps);
      bindRunnerRoutes(bind, { ...deps, systemConfig });
    },
    async startWorker(queue: JobQueue): Promise<void> {
      if (!tools) throw new Error('a worker needs the media tools');
      await startWorker({ ...deps, tools }, queue);
    },
    runnerGuard: createRunnerGuard({ ...deps, sharedCounts }),
    retentionJobs,
    removeExpiredUploads: (atMost: number) => removeExpiredUploads(deps, atMost),
    countStaleMedia: (atMost: number) => countStaleMedia(deps, atMost),
    uploadVideo: (by: Uploader, form: Parameters<typeof uploadVideo>[2]) =>
      uploadVideo(deps, by, form),
    findUploadJob: (caller: CallerRights, id: string) => findUploadJob(deps, caller, id),
    listUploadJobs: (caller: CallerRights, query: Parameters<typeof listUploadJobs>[2]) =>
      listUploadJobs(deps, caller, query),
    findJobsUnderWay: (caller: CallerRights, atMost: number) =>
      findJobsUnderWay(deps, caller, atMost),
    countUploads: (caller: CallerRights, moments: readonly Date[]) =>
      countUploads(deps, caller, moments),
    describeRoom: () => describeRoom(deps),
    listKeysOfRevision: keys.listKeysOfRevision,
    findKeys: keys.findKeys,
  };
}

export type Ingest = ReturnType<typeof createIngest>;

async function startWorker(
  deps: IngestDeps & { readonly tools: MediaTools },
  queue: JobQueue,
): Promise<void> {
  const { log, tools } = deps;
  const removeAll = () =>
    removeLeftovers(deps).catch((error: unknown) =>
      log.warn({ err: error }, 'leftovers of uploads could not be removed'),
    );
  const confinement = describeConfinement(tools);
  const facts = { ...confinement, canMapTones: tools.canMapTones };
  if (isFullyConfined(confinement)) log.info(facts, 'how uploaded files are confined');
  else log.warn(facts, 'this system confines uploaded files less than Linux can');
  await removeAll();
  const { processingConcurrency: concurrency } = deps.settings;
  let videos = 0;
  await queue.work(processVideoKind, concurrency, async (run) => {
    videos += 1;
    try {
      await processVideo(deps, run);
    } finally {
      videos -= 1;
    }
    await removeAll();
  });
  // A video comes first: it is taken at once, and a part that is under way then takes half a minute.
  queue.runBeside((signal) => helpEncoding(deps, { findRoom: () => concurrency - videos, signal }));
  await queue.work(makePosterKind, 1, (run) => makePoster(deps, run));
  await queue.work(removePicturesKind, 1, (run) => removePictures(deps, run));
  await queue.work(renewKeysKind, 1, (run) => renewKeys(deps, run));
}

function addUploadGauges(
  metrics: Pick<Metrics, 'gauge'>,
  { db, clock, store }: Pick<IngestDeps, 'db' | 'clock' | 'store'>,
): void {
  metrics.gauge(
    'prahari_uploads_receiving',
    'Videos whose bytes this process is receiving.',
    [],
    async () => [{ labels: {}, value: store.receiving() }],
  );
  metrics.gauge(
    'prahari_uploads_unfinished',
    'Resumable uploads of the whole installation that have not arrived whole.',
    [],
    async () => [{ labels: {}, value: await countUnfinishedUploads(db, clock.now()) }],
  );
  metrics.gauge(
    'prahari_encoding_parts_waiting',
    'Parts of long videos of the whole installation that no worker makes yet.',
    [],
    async () => [{ labels: {}, value: await countWaitingParts(db) }],
  );
}
