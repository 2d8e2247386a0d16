import type { LoadReport, LoadTest } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { SystemDeps } from '../system.deps.ts';
import { insertLoadTest, type LoadTestRow, listNewestLoadTests } from './load-tests.repository.ts';

/** Who acts, and from where. */
export interface By {
  readonly userId: string;
  readonly address: string;
}

type StoreDeps = Pick<SystemDeps, 'db' | 'clock' | 'users'>;

/** Stores what a load test found, for the performance page. */
export async function storeLoadTest(
  deps: StoreDeps,
  by: By,
  report: LoadReport,
): Promise<LoadTest> {
  return deps.db.transaction().execute((trx) => storeLoadTestWithin(deps, trx, by, report));
}

/** Does the same within a transaction. */
export async function storeLoadTestWithin(
  { clock, users }: Pick<StoreDeps, 'clock' | 'users'>,
  trx: Trx,
  by: By,
  report: LoadReport,
): Promise<LoadTest> {
  const row = { id: uuidv7(), stored_at: clock.now(), stored_by: by.userId, report };
  const name = (await users.nameOf(trx, by.userId)) ?? '';
  await insertLoadTest(trx, row);
  const entry = {
    action: 'load-test.store',
    actor: { userId: by.userId, name },
    subject: { id: row.id, name: report.profile },
    before: {},
    after: {},
    address: by.address,
  } as const;
  await writeAuditEntry(trx, entry, row.stored_at);
  return presentLoadTest({ ...row, name });
}

/** Lists the newest reports of load tests. */
export async function listLoadTests(
  { db }: Pick<SystemDeps, 'db'>,
  limit: number,
): Promise<{ items: LoadTest[] }> {
  return { items: (await listNewestLoadTests(db, limit)).map(presentLoadTest) };
}

function presentLoadTest(row: LoadTestRow & { readonly name: string }): LoadTest {
  return {
    id: row.id,
    storedAt: row.stored_at.toISOString(),
    storedBy: row.name,
    ...row.report,
  };
}
