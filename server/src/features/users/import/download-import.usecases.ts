import { Readable } from 'node:stream';
import { importColumns } from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { SealingKeys } from '../../../platform/crypto/seal.ts';
import { unseal } from '../../../platform/crypto/seal.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { SheetFormat } from '../../../platform/spreadsheet/sheet-format.ts';
import { byteOrderMark, csvLine } from '../../../platform/spreadsheet/write-csv.ts';
import { xlsxOf } from '../../../platform/spreadsheet/write-xlsx.ts';
import type { UsersRepository } from '../accounts/users.repository.ts';
import { type Actor, type ActorNow, scopeCondition } from '../users.policy.ts';
import { codesGone } from './import.errors.ts';
import type { ImportCodesRepository } from './import-codes.repository.ts';
import { codeContext } from './issue-codes.usecases.ts';
import type { SeeImports } from './list-imports.usecases.ts';
import type { RowErrorsRepository } from './row-errors.repository.ts';
import { rowMessages } from './row-messages.rules.ts';

const rowsAtOnce = 500;
/** Before every other id. */
const firstId = '00000000-0000-0000-0000-000000000000';
/** Numbers that can't exist: they begin like no Indian mobile number. */
const sampleRows = [
  ['Asha Kumari', '+91', '9800000001', 'Urban', 'India', 'Pune', 'asha@example.org'],
  ['रवि शर्मा', '+91', '9800000002', 'Rural', 'India', 'Nashik', ''],
];

/** Hands out the files of imports. */
export function createImportFilesOut(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly masterKey: SealingKeys;
  readonly users: Pick<UsersRepository, 'findById'>;
  readonly see: SeeImports;
  readonly rowErrors: RowErrorsRepository;
  readonly codes: ImportCodesRepository;
}) {
  const { db, clock, masterKey, see, rowErrors, codes } = deps;

  async function* failedLines(importId: string, actorNow: ActorNow): AsyncGenerator<string> {
    yield byteOrderMark + csvLine([...importColumns, 'row', 'problem']);
    for (let after = 0; ; ) {
      await actorNow();
      const rows = await rowErrors.after(db, importId, after, rowsAtOnce);
      const lines = rows.map(({ row, cells, faults }) => {
        const problem = faults.map(({ column, reason }) => `${column}: ${rowMessages[reason]}`);
        return csvLine([...cells, String(row), problem.join(' ')]);
      });
      if (lines.length > 0) yield lines.join('');
      const last = rows.at(-1);
      if (!last || rows.length < rowsAtOnce) return;
      after = last.row;
    }
  }

  async function* codeLines(importId: string, actorNow: ActorNow): AsyncGenerator<string> {
    yield byteOrderMark + csvLine(['name', 'contactNumber', 'code', 'validUntil']);
    for (let after = firstId; ; ) {
      const scope = scopeCondition(await actorNow());
      const waiting = await codes.after(db, { importId, scope }, after, rowsAtOnce);
      const lines = waiting.map(({ userId, sealedCode, name, contactNumber, expiresAt }) => {
        const code = unseal(masterKey, sealedCode, codeContext(userId)).toString('utf8');
        return csvLine([name, contactNumber, code, expiresAt.toISOString()]);
      });
      if (lines.length > 0) yield lines.join('');
      const last = waiting.at(-1);
      if (!last || waiting.length < rowsAtOnce) return;
      after = last.userId;
    }
  }

  return {
    sample(format: SheetFormat): Readable {
      const rows = [[...importColumns], ...sampleRows];
      if (format === 'xlsx') return xlsxOf(Readable.from(rows));
      return Readable.from([Buffer.from(byteOrderMark + rows.map(csvLine).join(''))]);
    },

    /** @throws AppError 404 */
    async failedRows(actorNow: ActorNow, importId: string): Promise<Readable> {
      await see.row(await actorNow(), importId);
      return Readable.from(failedLines(importId, actorNow), { objectMode: false });
    },

    /**
     * Writes the codes that can still be used, of learners in scope. Each time leaves an entry in
     * the audit log.
     * @throws AppError 404, codes_gone
     */
    async codes(actorNow: ActorNow, importId: string): Promise<Readable> {
      const actor = await actorNow();
      const row = await see.row(actor, importId);
      const now = clock.now();
      const isOpen = row.codes_until !== null && now < row.codes_until;
      const count = isOpen ? ((await codes.counts(db, [importId])).get(importId) ?? 0) : 0;
      if (count === 0) throw codesGone();
      await db.transaction().execute(async (trx) => {
        const { userId } = actor;
        const name = userId === null ? '' : ((await deps.users.findById(trx, userId))?.name ?? '');
        const act = {
          action: 'user.import-codes' as const,
          actor: { userId, name },
          subject: { id: importId, name: row.file_name },
          before: {},
          after: { users: count },
          address: actor.address ?? '',
        };
        await writeAuditEntry(trx, act, now);
      });
      return Readable.from(codeLines(importId, actorNow), { objectMode: false });
    },

    /** @throws AppError 404 */
    async removeCodes(actor: Actor, importId: string) {
      const row = await see.row(actor, importId);
      await codes.remove(db, row.id);
      return see.present(row);
    },
  };
}

export type ImportFilesOut = ReturnType<typeof createImportFilesOut>;
