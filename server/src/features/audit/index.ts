import type { Bind } from '../../platform/http/bind.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { type RetentionJob, subtractDays } from '../../platform/retention/retention-job.ts';
import type { AuditDeps } from './audit.deps.ts';
import { bindAuditRoutes } from './audit.routes.ts';
import { allChecks } from './checks/all-checks.rules.ts';
import { runAudit, runAuditKind } from './engine/tasks/run-audit.task.ts';
import { startDueAuditCron, startDueAuditKind } from './engine/tasks/start-due-audit.task.ts';
import { expireRisks } from './findings/findings.usecases.ts';
import { startDueAudit } from './runs/audits.usecases.ts';
import { deletePastRuns } from './runs/runs.repository.ts';

export {
  compareCode,
  describeProcess,
  findAdvisoryReport,
  findBackupTime,
  findLockfileTime,
} from './inspection/host.adapter.ts';
export { examineMedia } from './inspection/media.adapter.ts';
export { askPlainly, inspectTls } from './inspection/tls.adapter.ts';
export type { AuditPorts } from './ports.ts';
export type { ProbeTarget } from './probe/probe.adapter.ts';

/** The job kinds that the queue must know before this feature is created. */
export const auditJobKinds = [runAuditKind, startDueAuditKind];

/** Ten requests in a second: learners must not notice an audit. */
const usualPaceMs = 100;
/** Reports are kept for a year; findings and their history stay. */
const keptDays = 365;

/** Provided by create-features.ts. */
export interface AuditFeatureDeps
  extends Omit<AuditDeps, 'checks' | 'paceMs' | 'enqueueRun' | 'target'> {
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly version: string;
  readonly paceMs?: number | undefined;
}

/** Creates the feature: audits of this installation by itself, and what they found. */
export function createAudit({ queue, version, paceMs, ...given }: AuditFeatureDeps) {
  let target: ReturnType<AuditDeps['target']> | undefined;
  const deps: AuditDeps = {
    ...given,
    checks: allChecks,
    paceMs: paceMs ?? usualPaceMs,
    enqueueRun: (trx, runId) => queue.enqueue(trx, runAuditKind, { runId }),
    target() {
      if (!target) throw new Error('an audit needs a process that answers requests');
      return target;
    },
  };
  const retentionJobs: readonly RetentionJob[] = [
    {
      name: 'past security audits',
      async removeSome(atMost) {
        await expireRisks(deps);
        return deletePastRuns(deps.db, subtractDays(deps.clock.now(), keptDays), atMost);
      },
    },
  ];
  return {
    retentionJobs,
    bindRoutes(bind: Bind): void {
      bindAuditRoutes(bind, { ...deps, version });
    },
    /** Looks for due audits, in a process that takes jobs. */
    async startWorker(jobs: Pick<JobQueue, 'work' | 'schedule'>): Promise<void> {
      await jobs.work(startDueAuditKind, 1, () => startDueAudit(deps));
      await jobs.schedule(startDueAuditKind, startDueAuditCron);
    },
    /** Carries out audits, in a process that answers requests: it attacks its own address. */
    async startAuditor(
      jobs: Pick<JobQueue, 'work'>,
      reached: ReturnType<AuditDeps['target']>,
    ): Promise<void> {
      target = reached;
      await jobs.work(runAuditKind, 1, (run) => runAudit(deps, run));
    },
  };
}
