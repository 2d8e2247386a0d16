import type { Clock } from '../../platform/clock/clock.ts';
import type { SealingKeys } from '../../platform/crypto/seal.ts';
import type { Db } from '../../platform/db/database.ts';
import type { DiskFolders } from '../../platform/disk/disk-room.ts';
import type { ExportList } from '../../platform/export/export-list.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Log } from '../../platform/log/log.ts';
import type { PlatformConfig } from '../../platform/platform.config.ts';
import type { S3Bucket } from '../../platform/storage/s3-bucket.ts';
import type { LiveConfig } from '../../platform/system-config/system-config.ts';
import type { MailServer } from './delivery/mail-server.rules.ts';
import type { SmsGateway } from './delivery/sms-gateway.rules.ts';
import type { ImportFiles } from './import/import-files.adapter.ts';
import type { PlanUserFilter } from './list/user-filter.usecases.ts';
import type { FindUserPage } from './list/user-pages.usecases.ts';
import type { UsersPorts } from './ports.ts';
import type { UsersConfig } from './users.config.ts';

/** All that the functions of this feature are given; each names by `Pick` what it uses. */
export interface UsersDeps extends UsersPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly queue: Pick<JobQueue, 'enqueue' | 'enqueueAll'>;
  readonly masterKey: SealingKeys;
  readonly systemConfig: LiveConfig;
  /** Without a gateway and a mail server, codes are shown to the administrator. */
  readonly smsGateway: SmsGateway | undefined;
  readonly mailServer: MailServer | undefined;
  /**
   * The address at which users open the product; undefined when it can be reached from this machine
   * only.
   */
  readonly publicUrl: string | undefined;
  readonly diskFolders: DiskFolders;
  readonly settings: UsersConfig & Pick<PlatformConfig, 'diskReserveBytes'>;
  readonly importFiles: ImportFiles;
  readonly planUserFilter: PlanUserFilter;
  readonly findUserPage: FindUserPage;
  readonly exportList: ExportList;
}

/** Provided by create-features.ts; createUsers adds the rest. */
export interface UsersFeatureDeps
  extends Omit<UsersDeps, 'importFiles' | 'planUserFilter' | 'findUserPage' | 'exportList'> {
  /** The folder of uploaded spreadsheets until they are imported. */
  readonly importDir: string;
  /** The bucket that holds them instead of the folder, if there is one. */
  readonly bucket: S3Bucket | undefined;
  readonly workDir: string;
}
