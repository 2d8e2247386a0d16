import type { EncryptionScheme } from '@prahari/contract';
import type { MediaTools } from '@prahari/media';
import type { Clock } from '../../platform/clock/clock.ts';
import type { SealingKeys } from '../../platform/crypto/seal.ts';
import type { Db } from '../../platform/db/database.ts';
import type { DiskFolders } from '../../platform/disk/disk-room.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Log } from '../../platform/log/log.ts';
import type { PlatformConfig } from '../../platform/platform.config.ts';
import type { ObjectStorage } from '../../platform/storage/storage.ts';
import type { UploadStore } from '../../platform/uploads/upload-store.ts';
import type { VideosConfig } from '../videos/index.ts';
import type { IngestConfig } from './ingest.config.ts';
import type { KeyService } from './keys/key-service.config.ts';
import type { IngestPorts } from './ports.ts';
import type { UploadLocks } from './upload/upload-locks.adapter.ts';
import type { UploadQuota } from './upload/upload-quota.usecases.ts';

/** The dependencies of this feature's functions; each picks what it uses. */
export interface IngestDeps extends IngestPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly storage: ObjectStorage;
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly masterKey: SealingKeys;
  /** Undefined if Prahari makes the keys itself. */
  readonly keyService: KeyService | undefined;
  readonly driver: 'disk' | 's3';
  readonly workDir: string;
  /** The folder whose disk administrators are told about: that of uploads, or of the work on them. */
  readonly shownDir: string;
  /** The space that finished media may fill. */
  readonly diskFolders: DiskFolders;
  readonly settings: IngestConfig & VideosConfig & Pick<PlatformConfig, 'diskReserveBytes'>;
  /** The schemes in which videos are encrypted from now on, the preferred first. */
  readonly schemes: readonly EncryptionScheme[];
  /** Length of the pieces in which long videos are encoded; undefined for the usual one. */
  readonly pieceSeconds?: number | undefined;
  readonly store: UploadStore;
  /** Of parts that workers make for each other. */
  readonly partStore: UploadStore;
  readonly quota: UploadQuota;
  readonly locks: UploadLocks;
}

/** Additional dependencies of jobs in the worker. */
export interface WorkerDeps extends IngestDeps {
  readonly tools: MediaTools;
}
