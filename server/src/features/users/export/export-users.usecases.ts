import { Readable } from 'node:stream';
import { recordAdminAct } from '../../../platform/audit-log/record-admin-act.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { xlsxOf } from '../../../platform/spreadsheet/write-xlsx.ts';
import type { AskedUsers, UserFilters } from '../user-filter.usecases.ts';
import type { UserListRepository } from '../user-list.repository.ts';
import { type ActorNow, scopeCondition } from '../users.policy.ts';
import type { UserRow, UsersRepository } from '../users.repository.ts';
import { csvChunks, type ExportFormat, jsonChunks, xlsxRows } from './export-format.rules.ts';

export interface ExportQuery extends AskedUsers {
  readonly format: ExportFormat;
}

/** Enough for few round trips, little enough for the memory of many exports at once. */
const rowsAtOnce = 1000;

/** Users as a file that is made while it is sent, page by page: no transaction waits for a slow reader. */
export function createExportUsers(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Pick<UsersRepository, 'findById'>;
  readonly list: Pick<UserListRepository, 'after'>;
  readonly filterOf: UserFilters;
}) {
  const { db, clock, users, list, filterOf } = deps;

  async function* pages(asked: AskedUsers, actorNow: ActorNow): AsyncGenerator<readonly UserRow[]> {
    for (let last: UserRow | undefined; ; ) {
      const filter = await filterOf(scopeCondition(await actorNow()), asked);
      const rows = await list.after(db, filter, last?.id ?? null, rowsAtOnce);
      if (rows.length > 0) yield rows;
      last = rows.at(-1);
      if (!last || rows.length < rowsAtOnce) return;
    }
  }

  /**
   * The users whom the actor sees, of those who match. Leaves an entry in the audit log. Each page is
   * for the rights of its moment: a reader may take hours.
   */
  return async function exportUsers(actorNow: ActorNow, query: ExportQuery): Promise<Readable> {
    const { format, ...asked } = query;
    const { search, ...filters } = asked;
    const actor = await actorNow();
    const now = clock.now();
    await db.transaction().execute(async (trx) => {
      const { userId } = actor;
      const name = userId === null ? '' : ((await users.findById(trx, userId))?.name ?? '');
      // What was searched for may be somebody's number, which the log never holds whole.
      const after = { format, ...filters, isSearch: search !== undefined };
      const act = {
        action: 'user.export' as const,
        actor: { userId, name },
        subject: { id: null, name: format },
        before: {},
        after,
        address: actor.address ?? '',
      };
      await recordAdminAct(trx, act, now);
    });
    const found = pages(asked, actorNow);
    if (format === 'xlsx') return xlsxOf(xlsxRows(found));
    const chunks = format === 'csv' ? csvChunks(found) : jsonChunks(found);
    return Readable.from(chunks, { objectMode: false });
  };
}

export type ExportUsers = ReturnType<typeof createExportUsers>;
