import { type ClientErrorReport, withoutPrivate } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { VisibleIds } from '../../users/index.ts';
import { presentClientError } from './client-errors.presenter.ts';
import type { ClientErrorFilter, ClientErrorsRepository } from './client-errors.repository.ts';
import { cleaned, mostPerUser, oldestKept, oncePerId } from './client-errors.rules.ts';

/** Where a report came from, as the server saw it. */
export interface ReportOrigin {
  readonly userId: string;
  readonly sessionId: string;
  readonly address: string;
  readonly userAgent: string;
  readonly clientVersion: string;
}

export interface ClientErrorQuery
  extends Omit<ClientErrorFilter, 'visible' | 'since' | 'reported'> {
  readonly page: number;
  readonly limit: number;
  readonly reported?: 'true' | 'false' | undefined;
}

/** Takes, shows and removes what browsers report of their errors. */
export function createClientErrors(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly errors: ClientErrorsRepository;
  readonly visibleIds: VisibleIds;
  limit(userId: string): Promise<void>;
}) {
  const { db, clock, log, errors } = deps;
  return {
    /** Answers how many were taken. @throws AppError 429 */
    async report(reports: readonly ClientErrorReport[], origin: ReportOrigin): Promise<number> {
      await deps.limit(origin.userId);
      const rows = oncePerId(reports)
        .map(cleaned)
        .map((report) => ({
          id: report.id,
          received_at: clock.now(),
          happened_at: new Date(report.timestamp),
          level: report.level,
          category: report.category,
          operation: report.operation,
          message: report.message,
          user_message: report.userMessage,
          correlation_id: report.correlationId,
          metadata: JSON.stringify(report.metadata),
          resolved: report.resolved,
          acknowledged_by_user: report.acknowledgedByUser,
          user_id: origin.userId,
          session_id: origin.sessionId,
          address: origin.address,
          user_agent: origin.userAgent,
          client_version: withoutPrivate(origin.clientVersion, 40),
        }));
      await db.transaction().execute(async (trx) => {
        await errors.add(trx, rows);
        await errors.trim(trx, origin.userId, mostPerUser);
      });
      return rows.length;
    },

    /** What happened to users whom the caller sees, newest first. */
    async list(caller: SessionCaller, query: ClientErrorQuery) {
      const { page, limit, reported, ...filter } = query;
      const { items, total } = await errors.page(
        db,
        {
          ...filter,
          visible: deps.visibleIds(caller),
          since: oldestKept(clock.now()),
          ...(reported === undefined ? {} : { reported: reported === 'true' }),
        },
        { limit, offset: (page - 1) * limit },
      );
      return { items: items.map(presentClientError), page, limit, total };
    },

    /** Removes what is over; a failure waits for the next turn. */
    async clean(): Promise<void> {
      try {
        await errors.removeBefore(db, oldestKept(clock.now()));
      } catch (error) {
        log.warn({ err: error }, 'old errors of browsers could not be removed');
      }
    },
  };
}

export type ClientErrors = ReturnType<typeof createClientErrors>;
