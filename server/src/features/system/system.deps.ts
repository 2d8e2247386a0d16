import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { DatabaseWatch } from '../../platform/db/watch.ts';
import type { EventSpool } from '../../platform/events/spool.ts';
import type { ExportList } from '../../platform/export/export-list.ts';
import type { QueueDepth } from '../../platform/jobs/queue.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { CallTally } from '../../platform/metrics/tally-calls.ts';
import type { PlatformConfig } from '../../platform/platform.config.ts';
import type { RetentionJob } from '../../platform/retention/retention-job.ts';
import type { ObjectStorage } from '../../platform/storage/storage.ts';
import type { SystemConfigStore } from '../../platform/system-config/system-config.ts';
import type { Users, VisibleIds } from '../users/index.ts';
import type { HomePorts } from './ports.ts';
import type { SystemSettings } from './system.config.ts';

/** All that the functions of this feature are given; each names by `Pick` what it uses. */
export interface SystemDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly spool: Pick<EventSpool, 'count'>;
  readonly version: string;
  readonly storage: ObjectStorage;
  readonly systemConfig: SystemConfigStore;
  readonly users: Pick<Users, 'findUserById' | 'nameOf' | 'throwaways'>;
  readonly visibleIds: VisibleIds;
  readonly exportList: ExportList;
  readonly home: HomePorts;
  readonly databaseWatch: Pick<DatabaseWatch, 'check'>;
  /** Lessons that a load test can watch. */
  readonly lessons: {
    /** The newest that is published for everyone, or the one with an id if it is. */
    newestForAll(
      videoId?: string,
    ): Promise<{ readonly id: string; readonly title: string } | undefined>;
  };
  /** Origins under which browsers reach this server; known once it listens. */
  origins(): readonly string[];
  /** Where this process listens; undefined in one that answers no requests. */
  listensAt(): { readonly host: string; readonly port: number } | undefined;
  readonly dataDir: string;
  /** A folder from which the storage can publish. */
  readonly workDir: string;
  /** Tells whether this process is about to leave, and wants no more requests. */
  isDraining(): boolean;
  /** Lists the migrations that this program brings and the database lacks. */
  pendingMigrations(): Promise<readonly string[]>;
  /** Fails while the store of used proofs is away; undefined where it is part of something else. */
  readonly askSeenProofs: (() => Promise<unknown>) | undefined;
  /** Fails, saying which program is missing; undefined in a process that takes no jobs. */
  readonly findTools: (() => Promise<unknown>) | undefined;
  queueDepths(): Promise<readonly QueueDepth[]>;
  /** How this process answers, until it is taken. */
  readonly callTally: Pick<CallTally, 'take'>;
  /** Names this process among all, and among those of other starts. */
  readonly processName: string;
  readonly role: 'all' | 'web' | 'worker';
  /** With nginx Prahari sends no bytes of segments, and so measures none. */
  readonly segmentsSentBy: 'prahari' | 'nginx';
  /** The connections to the database. */
  poolUse(): { readonly poolBusy: number; readonly poolWaiting: number };
}

/** Provided by create-features.ts. */
export interface SystemFeatureDeps extends SystemDeps {
  readonly settings: SystemSettings & Pick<PlatformConfig, 'trustProxy' | 'publicUrl'>;
  /** The jobs of all other features that remove what is past its retention time. */
  readonly retentionJobs: readonly RetentionJob[];
}
