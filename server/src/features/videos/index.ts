import type { MediaTools } from '@prahari/media';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock/clock.ts';
import type { SealingKeys } from '../../platform/crypto/seal.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { Notifications } from '../../platform/db/notifications.ts';
import type { DiskFolders } from '../../platform/disk/disk-room.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { ObjectStorage } from '../../platform/storage/storage.ts';
import { bindCaptionsRoutes, createCaptions, createCaptionsRepository } from './captions/index.ts';
import {
  bindCatalogueRoutes,
  createCatalogueRepository,
  createCatalogueUsecases,
  createEditVideo,
  createOnlookers,
  createPresentVideos,
  createRemoveDeleted,
  createVideoListRepository,
} from './catalogue/index.ts';
import { createDelivery } from './delivery/index.ts';
import {
  bindKeyRenewalRoutes,
  createKeyRenewal,
  createKeyRenewalsRepository,
  createReencrypt,
  createRemoveOldKeys,
  createRenewKeys,
  renewKeysKind,
} from './key-renewal/index.ts';
import type { KeyService } from './key-service/index.ts';
import type { VideosPorts } from './ports.ts';
import {
  bindPosterRoutes,
  createMakePoster,
  createPosterChoicesRepository,
  createPosters,
  makePosterKind,
} from './posters/index.ts';
import { bindProcessingRoutes, createProcessing, processVideoKind } from './processing/index.ts';
import {
  createRemovePictures,
  picturesLiveSeconds,
  removePicturesKind,
} from './replaced-pictures/index.ts';
import {
  bindStorageUseRoutes,
  createCountMedia,
  createStorageUse,
  createStoredMediaRepository,
} from './storage-use/index.ts';
import { createUploads } from './upload/index.ts';
import { schemesOf, type VideosConfig } from './videos.config.ts';

export { mayPlay, type PlayableVideo, playableColumns } from './catalogue/index.ts';
export { nginxKeyFile, refuseHandOverOfObjects } from './delivery/index.ts';
export { readKeyService } from './key-service/index.ts';
export type { Viewing } from './ports.ts';
export { contentKeyColumn } from './processing/index.ts';
export { videosSettings } from './videos.config.ts';

export interface VideosFeatureDeps extends VideosPorts {
  readonly metrics: Pick<Metrics, 'gauge'>;
  readonly db: Db;
  readonly notifications: Notifications;
  readonly clock: Clock;
  readonly log: Log;
  readonly storage: ObjectStorage;
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly masterKey: SealingKeys;
  /** Undefined where Prahari makes the keys itself. */
  readonly keyService: KeyService | undefined;
  readonly deliveryKey: Uint8Array;
  /** Undefined in a process that takes no jobs. */
  readonly tools: MediaTools | undefined;
  readonly driver: 'disk' | 's3';
  readonly uploadDir: string;
  readonly workDir: string;
  /** That what is made may fill. */
  readonly diskFolders: DiskFolders;
  readonly settings: VideosConfig;
}

/** What the queue must know before videos are built on it. */
export const videoJobKinds = [processVideoKind, makePosterKind, renewKeysKind, removePicturesKind];

/** Videos from upload to delivery: the catalogue, making them ready, and serving their media. */
export function createVideos(deps: VideosFeatureDeps) {
  const { tools, settings } = deps;
  const schemes = schemesOf(settings);
  const videos = createCatalogueRepository();
  const stored = createStoredMediaRepository();
  const onlookers = createOnlookers(deps);
  const countMedia = createCountMedia({ ...deps, stored });
  const delivery = createDelivery(deps);
  const retirePictures = (trx: Trx, videoId: string, names: readonly string[]) =>
    deps.queue.enqueue(
      trx,
      removePicturesKind,
      { videoId, names: [...names] },
      picturesLiveSeconds,
    );
  const processing = createProcessing({
    ...deps,
    videos,
    onlookers,
    retirePictures,
    concurrency: settings.processingConcurrency,
    schemes,
    countMedia: countMedia.afterPublication,
  });
  const graceMs = settings.deleteGraceHours * 3_600_000;
  const { posterPath, storyboardPath, offersSlides } = delivery;
  const present = createPresentVideos({ ...deps, graceMs, posterPath, storyboardPath });
  const lists = createVideoListRepository();
  const shown = { ...deps, videos, onlookers, present };
  const catalogue = createCatalogueUsecases({ ...shown, lists, offersSlides });
  const edit = createEditVideo({ ...shown, graceMs });
  const { playableVideo } = catalogue;
  const captions = createCaptions({
    ...deps,
    edit,
    catalogue,
    captions: createCaptionsRepository(),
  });
  const choices = createPosterChoicesRepository();
  const posters = createPosters({
    videos,
    choices,
    edit,
    present,
    retirePictures,
    enqueue: (trx, data) => deps.queue.enqueue(trx, makePosterKind, data),
  });
  const renewals = createKeyRenewalsRepository();
  const renewKeys = createKeyRenewal({
    renewals,
    edit,
    present,
    enqueue: (trx, data) => deps.queue.enqueue(trx, renewKeysKind, data),
  });
  const { ladderOf, removeKeysBefore, published, contentKeyring: contentKeys } = processing;
  const renewalDeps = { ...deps, videos, renewals, ladderOf, removeKeysBefore };
  const countOf = { countMedia: countMedia.afterPublication };
  const upload = createUploads({
    ...deps,
    videos,
    onlookers,
    stored,
    enqueueProcessing: (trx, jobId) => processing.enqueue(trx, jobId),
    detailOf: processing.steer.detail,
  });

  const storageUse = createStorageUse({ ...deps, onlookers, stored, uploadsUse: upload.use });

  return {
    bindRoutes(app: FastifyInstance, bind: Bind): void {
      const { exportList } = deps;
      bindCatalogueRoutes(bind, { catalogue, edit, exportList });
      bindCaptionsRoutes(bind, captions);
      bindPosterRoutes(bind, posters);
      bindKeyRenewalRoutes(bind, renewKeys);
      upload.bindRoutes(bind);
      bindStorageUseRoutes(bind, storageUse, exportList);
      bindProcessingRoutes(bind, processing.steer, upload.job);
      delivery.bindRoutes(app, bind, playableVideo);
    },
    async startWorker(jobs: JobQueue): Promise<void> {
      if (!tools) throw new Error('a worker needs the media tools');
      await processing.startWorker(jobs, tools);
      const stillAt = processing.stillOfMoment;
      const makePoster = createMakePoster({
        ...deps,
        videos,
        choices,
        retirePictures,
        tools,
        stillAt,
      });
      await jobs.work(makePosterKind, 1, makePoster);
      const removePictures = createRemovePictures({ ...deps, videos, ...countOf });
      await jobs.work(removePicturesKind, 1, removePictures);
      const reencrypt = createReencrypt({
        ...deps,
        contentKeys,
        published,
        schemes,
      });
      const mediaBytesOf = (videoId: string) => stored.bytesOf(deps.db, videoId);
      const renew = createRenewKeys({ ...renewalDeps, ...countOf, mediaBytesOf, reencrypt, tools });
      await jobs.work(renewKeysKind, 1, renew);
    },
    /** Removes up to so many videos whose time of grace is over. @returns how many went */
    removeDeleted: createRemoveDeleted({ ...deps, videos, graceMs }),
    /** Removes files and keys that were replaced long ago, of up to so many videos. @returns of how many */
    removeOldKeys: createRemoveOldKeys({ ...renewalDeps, ...countOf }),
    removeLeftovers: processing.removeLeftovers,
    giveUpUploads: upload.giveUp,
    /** Counts the media of up to so many videos. @returns of how many */
    countMedia: countMedia.sweep,
    upload: upload.upload,
    uploadJob: upload.job,
    uploadJobs: upload.list,
    playableVideo,
    playable: catalogue.playable,
    onlookersById: onlookers.byId,
    keysOfRevision: processing.keysOfRevision,
    findKeys: processing.findKeys,
    signMediaPath: delivery.signMediaPath,
    posterPath: delivery.posterPath,
    readManifest: delivery.readManifest,
    readCutPaths: delivery.readCutPaths,
  };
}

export type Videos = ReturnType<typeof createVideos>;
