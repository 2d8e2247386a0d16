import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Notifications } from '../../platform/db/notifications.ts';
import type { ExportList } from '../../platform/export/export-list.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Anonymisers } from '../../platform/network/anonymisers.ts';
import type { Locator } from '../../platform/network/locate.ts';
import type { Users } from '../users/index.ts';
import type { EnqueueActions, MeasurePorts } from './ports.ts';

/** All that the functions of this feature are given; each names by `Pick` what it uses. */
export interface AlertsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly notifications: Notifications;
  readonly users: Pick<Users, 'nameOf' | 'visibleIds' | 'fewVisibleIds'>;
  readonly exportList: ExportList;
  readonly locator: Pick<Locator, 'findPlace'>;
  readonly anonymisers: Pick<Anonymisers, 'has'>;
  readonly enqueueActions: EnqueueActions;
  readonly measures: MeasurePorts;
  readonly publicUrl: string | undefined;
}
