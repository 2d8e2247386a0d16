import type { Clock } from '../../platform/clock/clock.ts';
import type { ValuesOf } from '../../platform/config/setting.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Notifications } from '../../platform/db/notifications.ts';
import type { EventSpool } from '../../platform/events/spool.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ObjectCache } from '../../platform/storage/object-cache.ts';
import type { deliverySettings } from './delivery.config.ts';
import type { DeliveryPorts } from './ports.ts';
import type { SignedUrls } from './signed-url.rules.ts';
import type { UrlVersions } from './url-versions.adapter.ts';

/** The dependencies of this feature's functions; each picks what it uses. */
export interface DeliveryDeps extends DeliveryPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly notifications: Notifications;
  readonly settings: ValuesOf<typeof deliverySettings>;
  readonly spool: Pick<EventSpool, 'count'>;
  readonly objects: ObjectCache;
  readonly signedUrls: SignedUrls;
  readonly urlVersions: UrlVersions;
  /** Whether slides are offered to learners. */
  readonly offersSlides: boolean;
}
