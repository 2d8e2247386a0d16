import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ObjectStorage } from '../../platform/storage/storage.ts';
import type { VideosPorts } from './ports.ts';
import type { VideosConfig } from './videos.config.ts';

/** All that functions of this feature are given; each picks what it uses. */
export interface VideosDeps extends VideosPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: Pick<ObjectStorage, 'removePrefix'>;
  readonly settings: VideosConfig;
}
