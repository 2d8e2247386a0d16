import {
  type ClientError,
  type ClientErrorReport,
  isExpectedRefusal,
  redactPrivate,
} from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { ListPart } from '../../../platform/db/list-order.ts';
import { listItems } from '../../../platform/export/export-list.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { SystemDeps } from '../system.deps.ts';
import { clientErrorNotFound } from './client-errors.errors.ts';
import { presentClientError, presentClientErrorGroup } from './client-errors.presenter.ts';
import {
  type ClientErrorFilter,
  deleteClientErrorsBefore,
  insertClientErrors,
  listClientErrorGroupPage,
  listClientErrorPage,
  listClientErrorsAfter,
  lockClientError,
  markClientErrorsResolved,
  reopenClientErrors,
  trimClientErrors,
} from './client-errors.repository.ts';
import {
  cleanReport,
  findOldestKept,
  keepLastOfEachId,
  mostPerUser,
} from './client-errors.rules.ts';

/** The origin of a report, as the server saw it. */
export interface ReportOrigin {
  readonly userId: string;
  readonly sessionId: string;
  readonly address: string;
  readonly userAgent: string;
  readonly clientVersion: string;
}

/** The requested part of the list, whole or by page. */
export interface ClientErrorChoice
  extends Omit<ClientErrorFilter, 'visible' | 'since' | 'reported' | 'resolved'> {
  readonly reported?: 'true' | 'false' | undefined;
  readonly resolved?: 'true' | 'false' | undefined;
}
export interface ClientErrorQuery extends ClientErrorChoice {
  readonly page: number;
  readonly limit: number;
}

/** Receives reports of a browser. @returns how many were kept */
export async function receiveClientErrors(
  { db, clock }: Pick<SystemDeps, 'db' | 'clock'>,
  reports: readonly ClientErrorReport[],
  origin: ReportOrigin,
): Promise<number> {
  const rows = keepLastOfEachId(reports)
    // Pages that were opened before an update still send them.
    .filter((report) => report.acknowledgedByUser || !isExpectedRefusal(report))
    .map(cleanReport)
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
      // Only administrators resolve errors.
      resolved: false,
      acknowledged_by_user: report.acknowledgedByUser,
      user_id: origin.userId,
      session_id: origin.sessionId,
      address: origin.address,
      user_agent: origin.userAgent,
      client_version: redactPrivate(origin.clientVersion, 40),
    }));
  if (rows.length === 0) return 0;
  await db.transaction().execute(async (trx) => {
    await reopenClientErrors(trx, origin.userId, rows);
    await insertClientErrors(trx, rows);
    await trimClientErrors(trx, origin.userId, mostPerUser);
  });
  return rows.length;
}

/** Lists one page of the errors of users the caller may see, newest first. */
export async function listClientErrors(
  deps: Pick<SystemDeps, 'db' | 'clock' | 'visibleIds'>,
  caller: SessionCaller,
  query: ClientErrorQuery,
) {
  const { page, limit, ...choice } = query;
  const window = { limit, offset: (page - 1) * limit };
  const filter = planFilter(deps, caller, choice);
  const { items, total } = await listClientErrorPage(deps.db, filter, window);
  return { items: items.map(presentClientError), page, limit, total };
}

/** Lists one page of the same errors by their kind. */
export async function listClientErrorGroups(
  deps: Pick<SystemDeps, 'db' | 'clock' | 'visibleIds'>,
  caller: SessionCaller,
  query: ClientErrorQuery,
) {
  const { page, limit, ...choice } = query;
  const window = { limit, offset: (page - 1) * limit };
  const filter = planFilter(deps, caller, choice);
  const { items, total } = await listClientErrorGroupPage(deps.db, filter, window);
  return { items: items.map(presentClientErrorGroup), page, limit, total };
}

/** Lists the next of the same errors, for an export. */
export async function listClientErrorsForExport(
  deps: Pick<SystemDeps, 'db' | 'clock' | 'visibleIds'>,
  caller: SessionCaller,
  choice: ClientErrorChoice,
  part: ListPart,
) {
  const rows = await listClientErrorsAfter(deps.db, planFilter(deps, caller, choice), part);
  return listItems(rows, presentClientError);
}

/** Marks an error and all matching ones of users the caller may see. @throws AppError 404 */
export async function setClientErrorResolved(
  deps: Pick<SystemDeps, 'db' | 'clock' | 'visibleIds' | 'users'>,
  caller: SessionCaller,
  id: string,
  { resolved, address }: { readonly resolved: boolean; readonly address: string },
): Promise<ClientError> {
  const { userId } = caller;
  const now = deps.clock.now();
  const visible = deps.visibleIds(caller);
  const row = await deps.db.transaction().execute(async (trx) => {
    const found = await lockClientError(trx, id, { visible, since: findOldestKept(now) });
    if (!found) throw clientErrorNotFound();
    if (found.resolved === resolved) return found;
    await markClientErrorsResolved(trx, found, visible, resolved);
    const entry = {
      action: 'client-error.set-resolved',
      actor: { userId, name: (await deps.users.nameOf(trx, userId)) ?? '' },
      subject: { id, name: found.message },
      before: { resolved: found.resolved },
      after: { resolved },
      address,
    } as const;
    await writeAuditEntry(trx, entry, now);
    return { ...found, resolved };
  });
  return presentClientError(row);
}

/** Removes errors that are past their time; after a failure the next run removes them. */
export async function purgeClientErrors({
  db,
  clock,
  log,
}: Pick<SystemDeps, 'db' | 'clock' | 'log'>): Promise<void> {
  try {
    await deleteClientErrorsBefore(db, findOldestKept(clock.now()));
  } catch (error) {
    log.warn({ err: error }, 'old errors of browsers could not be removed');
  }
}

function planFilter(
  { clock, visibleIds }: Pick<SystemDeps, 'clock' | 'visibleIds'>,
  caller: SessionCaller,
  choice: ClientErrorChoice,
): ClientErrorFilter {
  const { reported, resolved, ...filter } = choice;
  return {
    ...filter,
    visible: visibleIds(caller),
    since: findOldestKept(clock.now()),
    ...(reported === undefined ? {} : { reported: reported === 'true' }),
    ...(resolved === undefined ? {} : { resolved: resolved === 'true' }),
  };
}
