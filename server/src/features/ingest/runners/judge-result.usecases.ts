import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import {
  dropPartsOfRunner,
  findGiver,
  forgetGivenPart,
  lockRunner,
  type RunnerRow,
  updateRunner,
} from './runners.repository.ts';
import { judgeRefusals } from './runners.rules.ts';

type JudgeDeps = Pick<IngestDeps, 'db' | 'clock' | 'log'>;

/** A runner that gave a part, whose worker now looks at it. */
export interface Giver {
  readonly runnerId: string;
  readonly videoId: string;
}

/** Finds the runner that gave a part; undefined when a worker of ours made it. */
export async function findPartGiver(
  { db }: Pick<JudgeDeps, 'db'>,
  partId: string,
): Promise<Giver | undefined> {
  return findGiver(db, partId);
}

/** Counts a result of a runner that was found right. */
export async function creditRunner(trx: Trx, partId: string, { runnerId }: Giver): Promise<void> {
  // What is kept is no longer taken from it when it is revoked.
  await forgetGivenPart(trx, partId);
  const row = await lockRunner(trx, runnerId);
  if (row) await updateRunner(trx, runnerId, { parts_made: row.parts_made + 1 });
}

/** Marks a runner for a result that was refused, and suspends it when these are too many. */
export async function markRunner(
  { clock, log }: Pick<JudgeDeps, 'clock' | 'log'>,
  trx: Trx,
  { runnerId, videoId }: Giver,
): Promise<void> {
  const now = clock.now();
  const row = await lockRunner(trx, runnerId);
  if (!row) return;
  log.warn({ runnerId, videoId }, 'what a runner returned was refused');
  const { lately, isTooMany } = judgeRefusals(row.lately_refused, now);
  const refused = row.results_refused + 1;
  await updateRunner(trx, runnerId, { results_refused: refused, lately_refused: lately });
  await recordEvent(trx, 'runner.result-refused', { runnerId, videoId }, now);
  const isNew = isTooMany && row.suspended_at === null && row.revoked_at === null;
  if (isNew) await suspendRunner(trx, row, { refused, now });
}

async function suspendRunner(
  trx: Trx,
  { id, name }: RunnerRow,
  { refused, now }: { readonly refused: number; readonly now: Date },
): Promise<void> {
  await updateRunner(trx, id, { suspended_at: now });
  await dropPartsOfRunner(trx, id);
  await recordEvent(trx, 'runner.suspended', { runnerId: id, refused }, now);
  const entry = {
    action: 'runner.suspend',
    actor: { userId: null, name: 'Prahari' },
    subject: { id, name },
    before: {},
    after: { resultsRefused: refused },
    address: '',
  } as const;
  await writeAuditEntry(trx, entry, now);
}
