import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Users } from '../users/index.ts';
import type { Videos } from '../videos/index.ts';
import type { AnalyticsConfig } from './analytics.config.ts';
import type { AnalyticsPorts } from './ports.ts';

/** All that the functions of this feature are given; each names by `Pick` what it uses. */
export interface AnalyticsDeps extends AnalyticsPorts {
  readonly db: Db;
  /** Answers what only reads; a replica of `db` where there is one. */
  readonly reportDb: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly users: Pick<
    Users,
    'visibleIds' | 'nameOf' | 'countGroups' | 'exportList' | 'requireVisibleLearner'
  >;
  readonly videos: Pick<Videos, 'describeViewer' | 'requireSeenVideo'>;
  readonly settings: AnalyticsConfig;
}
