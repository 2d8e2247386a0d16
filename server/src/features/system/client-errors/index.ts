import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { ExportList } from '../../../platform/export/export-list.ts';
import { createUserLimit } from '../../../platform/http/user-limit.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Users, VisibleIds } from '../../users/index.ts';
import { createClientErrorsRepository } from './client-errors.repository.ts';
import { bindClientErrorRoutes } from './client-errors.routes.ts';
import { createClientErrors } from './client-errors.usecases.ts';

/** A page flushes every 30 s (specification, section 9), and some at once when it goes wrong. */
const reportsPerMinute = 30;

const cleaningEveryMs = 3_600_000;

export interface ClientErrorsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly visibleIds: VisibleIds;
  readonly nameOf: Users['nameOf'];
  readonly exportList: ExportList;
}

/** Errors that browsers met: taken, kept for a day, and looked up by administrators. */
export function createClientErrorLog(deps: ClientErrorsDeps) {
  const errors = createClientErrorsRepository();
  const usecases = createClientErrors({
    ...deps,
    errors,
    limit: createUserLimit(reportsPerMinute),
  });
  const timer = setInterval(() => void usecases.clean(), cleaningEveryMs);
  timer.unref();
  return {
    bindRoutes: bindClientErrorRoutes(usecases, deps.exportList),
    stop: () => clearInterval(timer),
  };
}
