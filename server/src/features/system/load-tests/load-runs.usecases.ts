import type { LoadRun, LoadRunView } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { claimLease } from '../../../platform/jobs/lease.ts';
import type { SystemDeps } from '../system.deps.ts';
import { lessonMissing, loadRunUnknown, loadTestRuns, noLesson } from '../system.errors.ts';
import type { LoadRunner } from './load-runner.adapter.ts';
import {
  cancelLoadRunRow,
  endDeadLoadRuns,
  findLoadRun,
  insertLoadRun,
  type LoadRunRow,
} from './load-tests.repository.ts';
import type { By } from './store-load-tests.usecases.ts';

interface Asked {
  readonly videoId?: string | undefined;
  readonly learners: number;
  readonly seconds: number;
}

/**
 * Starts a load test of this server by virtual learners, carried out by the process that answers.
 * @throws AppError 409 while another one runs, or where no lesson is published for everyone; 404 for
 *   a lesson that is not
 */
export async function startLoadRun(
  deps: Pick<SystemDeps, 'db' | 'clock' | 'users' | 'lessons'> & { readonly runner: LoadRunner },
  by: By,
  { videoId, learners, seconds }: Asked,
): Promise<LoadRun> {
  const { db, clock, users, lessons, runner } = deps;
  const lesson = await lessons.newestForAll(videoId);
  if (!lesson) throw videoId === undefined ? noLesson() : lessonMissing();
  const run = {
    id: uuidv7(),
    video_id: lesson.id,
    lesson: lesson.title,
    learners,
    seconds,
    started_at: clock.now(),
    started_by: by.userId,
    started_from: by.address,
  };
  const { lease, dead } = await db.transaction().execute(async (trx) => {
    const ended = await endDeadLoadRuns(trx);
    if (!(await insertLoadRun(trx, run))) throw loadTestRuns(await findLoadRun(trx));
    await writeEntry(deps, trx, by, { action: 'load-test.start', id: run.id });
    const row = { table: 'load_runs', key: { id: run.id }, states: ['running'] };
    const claimed = await claimLease(trx, row);
    if (!claimed) throw new Error('a load test ended before it began');
    return { lease: claimed, dead: ended };
  });
  for (const id of dead) await users.throwaways.removeOf(id);
  runner.begin(lease, run, by);
  return presentLoadRun(await requireLoadRun(deps, run.id));
}

/** Cancels a load test; one that has ended stays as it is. @throws AppError 404 */
export async function cancelLoadRun(
  deps: Pick<SystemDeps, 'db' | 'clock' | 'users'>,
  by: By,
  id: string,
): Promise<LoadRun> {
  await deps.db.transaction().execute(async (trx) => {
    if (!(await cancelLoadRunRow(trx, id, deps.clock.now()))) return;
    await writeEntry(deps, trx, by, { action: 'load-test.cancel', id });
  });
  return presentLoadRun(await requireLoadRun(deps, id));
}

/** Describes the load test that was last started from the page, and what the next would watch. */
export async function describeLoadRun({
  db,
  lessons,
}: Pick<SystemDeps, 'db' | 'lessons'>): Promise<LoadRunView> {
  const row = await findLoadRun(db);
  return {
    run: row ? presentLoadRun(row) : null,
    lesson: (await lessons.newestForAll()) ?? null,
  };
}

async function requireLoadRun({ db }: Pick<SystemDeps, 'db'>, id: string): Promise<LoadRunRow> {
  const row = await findLoadRun(db, id);
  if (!row) throw loadRunUnknown();
  return row;
}

async function writeEntry(
  { clock, users }: Pick<SystemDeps, 'clock' | 'users'>,
  trx: Trx,
  { userId, address }: By,
  { action, id }: { readonly action: 'load-test.start' | 'load-test.cancel'; readonly id: string },
): Promise<void> {
  const actor = { userId, name: (await users.nameOf(trx, userId)) ?? '' };
  const subject = { id, name: 'classroom' };
  await writeAuditEntry(
    trx,
    { action, actor, subject, before: {}, after: {}, address },
    clock.now(),
  );
}

/**
 * Presents a run. One whose process was killed has failed, even before the next start records that.
 */
function presentLoadRun(row: LoadRunRow): LoadRun {
  const endedAt = row.is_dead ? row.leased_until : row.ended_at;
  return {
    id: row.id,
    state: row.is_dead ? 'failed' : row.state,
    phase: row.phase,
    phaseSince: row.phase_since.toISOString(),
    startedAt: row.started_at.toISOString(),
    startedBy: row.name,
    endedAt: endedAt?.toISOString() ?? null,
    lesson: row.lesson,
    learners: row.learners,
    seconds: row.seconds,
    requests: row.requests,
    failed: row.failed,
    failure: row.is_dead ? 'interrupted' : row.failure,
    failureText: row.failure_text,
  };
}
