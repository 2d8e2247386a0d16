import type { MediaTools } from '@prahari/media';
import type { Clock } from '../../platform/clock/clock.ts';
import type { SealingKeys } from '../../platform/crypto/seal.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { DiskFolders } from '../../platform/disk/disk-room.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Chore } from '../../platform/retention/chore.ts';
import type { ObjectStorage } from '../../platform/storage/storage.ts';
import { createCatalogueRepository, type VideosConfig } from '../videos/index.ts';
import { type IngestConfig, schemesOf } from './ingest.config.ts';
import { bindKeyRenewalRoutes } from './keys/key-renewal.routes.ts';
import { createKeyRenewal } from './keys/key-renewal.usecases.ts';
import { createKeyRenewalsRepository } from './keys/key-renewals.repository.ts';
import type { KeyService } from './keys/key-service.config.ts';
import { createReencrypt } from './keys/reencrypt.usecases.ts';
import { createRemoveOldKeys } from './keys/tasks/remove-old-keys.task.ts';
import { createRenewKeys, renewKeysKind } from './keys/tasks/renew-keys.task.ts';
import { createPosterChoicesRepository } from './pictures/poster-choices.repository.ts';
import { bindPosterRoutes } from './pictures/posters.routes.ts';
import { createPosters } from './pictures/posters.usecases.ts';
import { createMakePoster, makePosterKind } from './pictures/tasks/make-poster.task.ts';
import {
  createRemovePictures,
  picturesLiveSeconds,
  removePicturesKind,
} from './pictures/tasks/remove-pictures.task.ts';
import type { IngestPorts } from './ports.ts';
import { createProcessing } from './processing/create-processing.usecases.ts';
import { bindProcessingRoutes } from './processing/processing.routes.ts';
import { processVideoKind } from './processing/tasks/process-video.task.ts';
import { bindStorageUseRoutes } from './storage-use/storage-use.routes.ts';
import { createStorageUse } from './storage-use/storage-use.usecases.ts';
import { createStoredMediaRepository } from './storage-use/stored-media.repository.ts';
import { createCountMedia } from './storage-use/tasks/count-media.task.ts';
import { createUploads } from './upload/create-uploads.usecases.ts';

export { ingestSettings } from './ingest.config.ts';
export { contentKeyColumn } from './keys/content-keys.usecases.ts';
export { readKeyService } from './keys/key-service.config.ts';

export interface IngestFeatureDeps extends IngestPorts {
  readonly metrics: Pick<Metrics, 'gauge'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly storage: ObjectStorage;
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly masterKey: SealingKeys;
  /** Undefined where Prahari makes the keys itself. */
  readonly keyService: KeyService | undefined;
  /** Undefined in a process that takes no jobs. */
  readonly tools: MediaTools | undefined;
  readonly driver: 'disk' | 's3';
  readonly uploadDir: string;
  readonly workDir: string;
  /** That what is made may fill. */
  readonly diskFolders: DiskFolders;
  readonly settings: IngestConfig & VideosConfig;
}

/** What the queue must know before videos are built on it. */
export const ingestJobKinds = [processVideoKind, makePosterKind, renewKeysKind, removePicturesKind];

/** From an uploaded file to what is published, and what is made of that again. */
export function createIngest(feature: IngestFeatureDeps) {
  const { onlookers, edit, present } = feature.videos;
  const videos = createCatalogueRepository();
  const deps = { ...feature, videos, onlookers, edit, present };
  const { tools, settings } = deps;
  const schemes = schemesOf(settings);
  const stored = createStoredMediaRepository();
  const countMedia = createCountMedia({ ...deps, stored });
  const retirePictures = (trx: Trx, videoId: string, names: readonly string[]) =>
    deps.queue.enqueue(
      trx,
      removePicturesKind,
      { videoId, names: [...names] },
      picturesLiveSeconds,
    );
  const processing = createProcessing({
    ...deps,
    retirePictures,
    concurrency: settings.processingConcurrency,
    schemes,
    countMedia: countMedia.afterPublication,
  });
  const choices = createPosterChoicesRepository();
  const posters = createPosters({
    ...deps,
    choices,
    retirePictures,
    enqueue: (trx, data) => deps.queue.enqueue(trx, makePosterKind, data),
  });
  const renewals = createKeyRenewalsRepository();
  const renewKeys = createKeyRenewal({
    ...deps,
    renewals,
    enqueue: (trx, data) => deps.queue.enqueue(trx, renewKeysKind, data),
  });
  const { ladderOf, removeKeysBefore, published, contentKeyring: contentKeys } = processing;
  const renewalDeps = { ...deps, renewals, ladderOf, removeKeysBefore };
  const countOf = { countMedia: countMedia.afterPublication };
  const upload = createUploads({
    ...deps,
    stored,
    enqueueProcessing: (trx, jobId) => processing.enqueue(trx, jobId),
    detailOf: processing.steer.detail,
  });
  const storageUse = createStorageUse({ ...deps, stored, uploadsUse: upload.use });
  const chores: readonly Chore[] = [
    { name: 'unfinished uploads', removeSome: upload.giveUp },
    // Nothing is removed; what was counted long ago is counted again.
    { name: 'media not counted', removeSome: countMedia.sweep },
    { name: 'replaced keys', removeSome: createRemoveOldKeys({ ...renewalDeps, ...countOf }) },
    {
      name: 'leftovers of uploads',
      removeSome: async () => {
        await processing.removeLeftovers();
        return 0;
      },
    },
  ];

  return {
    bindRoutes(bind: Bind): void {
      bindPosterRoutes(bind, posters);
      bindKeyRenewalRoutes(bind, renewKeys);
      upload.bindRoutes(bind);
      bindStorageUseRoutes(bind, storageUse, deps.exportList);
      bindProcessingRoutes(bind, processing.steer, upload.job);
    },
    async startWorker(jobs: JobQueue): Promise<void> {
      if (!tools) throw new Error('a worker needs the media tools');
      await processing.startWorker(jobs, tools);
      const stillAt = processing.stillOfMoment;
      const makePoster = createMakePoster({ ...deps, choices, retirePictures, tools, stillAt });
      await jobs.work(makePosterKind, 1, makePoster);
      const removePictures = createRemovePictures({ ...deps, ...countOf });
      await jobs.work(removePicturesKind, 1, removePictures);
      const reencrypt = createReencrypt({ ...deps, contentKeys, published, schemes });
      const mediaBytesOf = (videoId: string) => stored.bytesOf(deps.db, videoId);
      const renew = createRenewKeys({ ...renewalDeps, ...countOf, mediaBytesOf, reencrypt, tools });
      await jobs.work(renewKeysKind, 1, renew);
    },
    giveUpUploads: upload.giveUp,
    countMedia: countMedia.sweep,
    chores,
    upload: upload.upload,
    uploadJob: upload.job,
    uploadJobs: upload.list,
    keysOfRevision: processing.keysOfRevision,
    findKeys: processing.findKeys,
  };
}
