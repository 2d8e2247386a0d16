import { Readable } from 'node:stream';
import { importColumns } from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import { unseal } from '../../../platform/crypto/seal.ts';
import type { SheetFormat } from '../../../platform/spreadsheet/sheet-format.ts';
import { byteOrderMark, formatCsvLine } from '../../../platform/spreadsheet/write-csv.ts';
import { writeXlsx } from '../../../platform/spreadsheet/write-xlsx.ts';
import { findUserById } from '../accounts/users.repository.ts';
import type { UsersDeps } from '../users.deps.ts';
import { type Actor, type ActorNow, buildScopeCondition } from '../users.policy.ts';
import { codesGone } from './import.errors.ts';
import {
  countImportCodes,
  deleteImportCodes,
  listImportCodesAfter,
} from './import-codes.repository.ts';
import { sealContextOf } from './issue-codes.usecases.ts';
import { findVisibleImport, readImportJob } from './list-imports.usecases.ts';
import { listFailedRowsAfter } from './row-errors.repository.ts';
import { rowMessages } from './row-messages.rules.ts';

const rowsAtOnce = 500;

/** Before every other id. */
const firstId = '00000000-0000-0000-0000-000000000000';

/** Numbers that can't exist: no Indian mobile number begins like them. */
const sampleRows = [
  ['Asha Kumari', '+91', '9800000001', 'Urban', 'India', 'Pune', 'asha@example.org'],
  ['रवि शर्मा', '+91', '9800000002', 'Rural', 'India', 'Nashik', ''],
];

/** Writes a spreadsheet that shows how an import is laid out. */
export function writeSampleSheet(format: SheetFormat): Readable {
  const rows = [[...importColumns], ...sampleRows];
  if (format === 'xlsx') return writeXlsx(Readable.from(rows));
  return Readable.from([Buffer.from(byteOrderMark + rows.map(formatCsvLine).join(''))]);
}

/**
 * Downloads the failed rows of an import as CSV, to be corrected and imported again.
 * @throws AppError 404
 */
export async function downloadFailedRows(
  deps: Pick<UsersDeps, 'db'>,
  actorNow: ActorNow,
  importId: string,
): Promise<Readable> {
  await findVisibleImport(deps, await actorNow(), importId);
  return Readable.from(writeFailedRows(deps, importId, actorNow), { objectMode: false });
}

/**
 * Downloads as CSV the usable codes of learners in scope. Each download leaves an entry in the
 * audit log.
 * @throws AppError 404, codes_gone
 */
export async function downloadImportCodes(
  deps: Pick<UsersDeps, 'db' | 'clock' | 'masterKey'>,
  actorNow: ActorNow,
  importId: string,
): Promise<Readable> {
  const { db, clock } = deps;
  const actor = await actorNow();
  const row = await findVisibleImport(deps, actor, importId);
  const now = clock.now();
  const isOpen = row.codes_until !== null && now < row.codes_until;
  const count = isOpen ? ((await countImportCodes(db, [importId])).get(importId) ?? 0) : 0;
  if (count === 0) throw codesGone();
  await db.transaction().execute(async (trx) => {
    const { userId } = actor;
    const name = userId === null ? '' : ((await findUserById(trx, userId))?.name ?? '');
    const entry = {
      action: 'user.import-codes' as const,
      actor: { userId, name },
      subject: { id: importId, name: row.file_name },
      before: {},
      after: { users: count },
      address: actor.address ?? '',
    };
    await writeAuditEntry(trx, entry, now);
  });
  return Readable.from(writeCodes(deps, importId, actorNow), { objectMode: false });
}

/** Removes the codes that wait to be downloaded; the codes stay usable. @throws AppError 404 */
export async function removeImportCodes(
  deps: Pick<UsersDeps, 'db' | 'clock'>,
  actor: Actor,
  importId: string,
) {
  const row = await findVisibleImport(deps, actor, importId);
  await deleteImportCodes(deps.db, row.id);
  return readImportJob(deps, row);
}

async function* writeFailedRows(
  { db }: Pick<UsersDeps, 'db'>,
  importId: string,
  actorNow: ActorNow,
): AsyncGenerator<string> {
  yield byteOrderMark + formatCsvLine([...importColumns, 'row', 'problem']);
  for (let after = 0; ; ) {
    await actorNow();
    const rows = await listFailedRowsAfter(db, importId, after, rowsAtOnce);
    const lines = rows.map(({ row, cells, faults }) => {
      const problem = faults.map(({ column, reason }) => `${column}: ${rowMessages[reason]}`);
      return formatCsvLine([...cells, String(row), problem.join(' ')]);
    });
    if (lines.length > 0) yield lines.join('');
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    after = last.row;
  }
}

async function* writeCodes(
  { db, masterKey }: Pick<UsersDeps, 'db' | 'masterKey'>,
  importId: string,
  actorNow: ActorNow,
): AsyncGenerator<string> {
  yield byteOrderMark + formatCsvLine(['name', 'contactNumber', 'code', 'validUntil']);
  for (let after = firstId; ; ) {
    const scope = buildScopeCondition(await actorNow());
    const waiting = await listImportCodesAfter(db, { importId, scope }, after, rowsAtOnce);
    const lines = waiting.map(({ userId, sealedCode, name, contactNumber, expiresAt }) => {
      const code = unseal(masterKey, sealedCode, sealContextOf(userId)).toString('utf8');
      return formatCsvLine([name, contactNumber, code, expiresAt.toISOString()]);
    });
    if (lines.length > 0) yield lines.join('');
    const last = waiting.at(-1);
    if (!last || waiting.length < rowsAtOnce) return;
    after = last.userId;
  }
}
