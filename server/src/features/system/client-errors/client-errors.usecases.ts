import { type ClientError, type ClientErrorReport, withoutPrivate } from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { ListPart } from '../../../platform/db/list-order.ts';
import { listItems } from '../../../platform/export/export-list.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Users, VisibleIds } from '../../users/index.ts';
import { clientErrorNotFound } from './client-errors.errors.ts';
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

/** What of the list is asked for, whole or by page. */
export interface ClientErrorChoice
  extends Omit<ClientErrorFilter, 'visible' | 'since' | 'reported' | 'resolved'> {
  readonly reported?: 'true' | 'false' | undefined;
  readonly resolved?: 'true' | 'false' | undefined;
}
export interface ClientErrorQuery extends ClientErrorChoice {
  readonly page: number;
  readonly limit: number;
}

/** Takes, shows and removes what browsers report of their errors. */
export function createClientErrors(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly errors: ClientErrorsRepository;
  readonly visibleIds: VisibleIds;
  readonly nameOf: Users['nameOf'];
  limit(userId: string): Promise<void>;
}) {
  const { db, clock, log, errors } = deps;

  function filterOf(caller: SessionCaller, choice: ClientErrorChoice): ClientErrorFilter {
    const { reported, resolved, ...filter } = choice;
    return {
      ...filter,
      visible: deps.visibleIds(caller),
      since: oldestKept(clock.now()),
      ...(reported === undefined ? {} : { reported: reported === 'true' }),
      ...(resolved === undefined ? {} : { resolved: resolved === 'true' }),
    };
  }

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
          // Administrators say so.
          resolved: false,
          acknowledged_by_user: report.acknowledgedByUser,
          user_id: origin.userId,
          session_id: origin.sessionId,
          address: origin.address,
          user_agent: origin.userAgent,
          client_version: withoutPrivate(origin.clientVersion, 40),
        }));
      await db.transaction().execute(async (trx) => {
        await errors.reopen(trx, origin.userId, rows);
        await errors.add(trx, rows);
        await errors.trim(trx, origin.userId, mostPerUser);
      });
      return rows.length;
    },

    /** Lists what happened to users whom the caller sees, newest first. */
    async list(caller: SessionCaller, query: ClientErrorQuery) {
      const { page, limit, ...choice } = query;
      const window = { limit, offset: (page - 1) * limit };
      const { items, total } = await errors.page(db, filterOf(caller, choice), window);
      return { items: items.map(presentClientError), page, limit, total };
    },

    async behind(caller: SessionCaller, choice: ClientErrorChoice, part: ListPart) {
      return listItems(await errors.behind(db, filterOf(caller, choice), part), presentClientError);
    },

    /** Marks an error, with all that are alike of users whom the caller sees. @throws AppError 404 */
    async setResolved(
      caller: SessionCaller,
      id: string,
      { resolved, address }: { readonly resolved: boolean; readonly address: string },
    ): Promise<ClientError> {
      const { userId } = caller;
      const now = clock.now();
      const visible = deps.visibleIds(caller);
      const row = await db.transaction().execute(async (trx) => {
        const found = await errors.lock(trx, id, { visible, since: oldestKept(now) });
        if (!found) throw clientErrorNotFound();
        if (found.resolved === resolved) return found;
        await errors.setResolved(trx, found, visible, resolved);
        const act = {
          action: 'client-error.set-resolved',
          actor: { userId, name: (await deps.nameOf(trx, userId)) ?? '' },
          subject: { id, name: found.message },
          before: { resolved: found.resolved },
          after: { resolved },
          address,
        } as const;
        await writeAuditEntry(trx, act, now);
        return { ...found, resolved };
      });
      return presentClientError(row);
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
