import { setTimeout as delay } from 'node:timers/promises';
import type { AuditCheckStatus, AuditEvidence } from '@prahari/contract';
import { Agent } from 'undici';
import * as z from 'zod/mini';
import {
  type Lease,
  LeaseLost,
  settleLease,
  writeWithLease,
} from '../../../../platform/jobs/lease.ts';
import { type JobKind, type JobRun, unlimited } from '../../../../platform/jobs/queue.ts';
import { type LeasedJob, runLeasedJob } from '../../../../platform/jobs/run-leased-job.ts';
import { pickOwnAddress } from '../../../../platform/network/own-calls.ts';
import type { AuditDeps } from '../../audit.deps.ts';
import type { AuditCheck, CheckTools } from '../../checks/check.rules.ts';
import { noteGone, noteSeen } from '../../findings/findings.repository.ts';
import { createPrincipals } from '../../probe/principals.adapter.ts';
import { createProbe } from '../../probe/probe.adapter.ts';
import {
  findRun,
  listResults,
  runToLease,
  type StoredResult,
  updateRun,
  upsertResult,
} from '../../runs/runs.repository.ts';
import { assessAll, computeComplianceScore } from '../compliance.rules.ts';
import {
  computeRiskScore,
  computeSecurityScore,
  countBySeverity,
  findSeverityOfFinding,
  isFinding,
  type RunSummary,
  rankSeverity,
} from '../scoring.rules.ts';

const dataSchema = z.object({ runId: z.uuid() });
type RunAuditData = z.infer<typeof dataSchema>;

/** An audit never takes longer (reference: do no harm). */
const longestMs = 15 * 60_000;
/** Of one check, which is then an error and not the end of the audit. */
const longestCheckMs = 3 * 60_000;

/** Tries are counted in the run. */
export const runAuditKind: JobKind<RunAuditData> = {
  name: 'run-security-audit',
  parse: (data) => z.parse(dataSchema, data),
  retryLimit: unlimited,
  retryDelayMaxSeconds: 10,
  expireSeconds: longestMs / 1000 + 300,
};

interface AuditTry {
  readonly runId: string;
  readonly checks: readonly AuditCheck[];
  readonly lease: Lease;
}

type RunDeps = Pick<
  AuditDeps,
  'db' | 'clock' | 'log' | 'diskFolders' | 'checks' | 'ports' | 'paceMs' | 'target'
>;

/**
 * Runs an audit, check after check. After a kill it goes on behind the last result that was stored;
 * accounts of the killed try are removed first.
 */
export async function runAudit(
  deps: RunDeps,
  { data: { runId }, signal }: Pick<JobRun<RunAuditData>, 'data' | 'signal'>,
): Promise<void> {
  const { db, clock, log, ports } = deps;
  const removeAccounts = () => ports.throwaway.removeAll(runId);
  const job: LeasedJob<AuditTry> = {
    row: runToLease(runId),
    said: 'a security audit',
    facts: { runId },
    async begin(trx, lease) {
      const run = await findRun(trx, runId);
      if (!run) throw new Error(`audit ${runId} is gone`);
      const startedAt = run.started_at ?? clock.now();
      await updateRun(trx, runId, { state: 'running', started_at: startedAt });
      const checks = deps.checks.filter(({ id }) => run.check_ids.includes(id));
      return { runId, checks, lease };
    },
    async work(attempt, stopped) {
      // Those of a try that was killed.
      await removeAccounts();
      const limited = AbortSignal.any([stopped, AbortSignal.timeout(longestMs)]);
      const statuses = await runChecks(deps, attempt, limited).finally(removeAccounts);
      await settleLease(db, attempt.lease, (trx) =>
        updateRun(trx, runId, {
          state: 'completed',
          ended_at: clock.now(),
          current_check: null,
          summary: summarize(attempt.checks, statuses),
        }),
      );
    },
    clearEnded: removeAccounts,
    async giveUp({ lease }, error) {
      log.warn({ err: error, runId }, 'a security audit failed');
      await removeAccounts();
      const failure = error instanceof Error ? error.message : String(error);
      await settleLease(db, lease, (trx) =>
        updateRun(trx, runId, {
          state: 'failed',
          ended_at: clock.now(),
          current_check: null,
          failure: failure.slice(0, 500),
        }),
      );
    },
  };
  await runLeasedJob(deps, job, signal);
}

async function runChecks(
  deps: RunDeps,
  { runId, checks, lease }: AuditTry,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, AuditCheckStatus>> {
  const { db } = deps;
  const done = new Map(
    (await listResults(db, [runId], false)).map(({ check_id, status }) => [check_id, status]),
  );
  const localAddress = pickOwnAddress(runId);
  const agent = new Agent({
    ...(localAddress === undefined ? {} : { localAddress }),
    connections: 4,
    // Each answer belongs to one probe.
    pipelining: 1,
  });
  try {
    const tools = openTools(deps, { runId, agent, localAddress, signal });
    for (const check of checks.filter(({ id }) => !done.has(id))) {
      signal.throwIfAborted();
      await writeWithLease(db, lease, (trx) =>
        updateRun(trx, runId, { current_check: check.title }),
      );
      const result = await runCheck(deps, check, tools);
      const stored: StoredResult = { run_id: runId, check_id: check.id, ...result };
      await writeWithLease(db, lease, async (trx) => {
        await upsertResult(trx, stored);
        if (isFinding(stored.status)) await noteSeen(trx, describeFinding(check, stored));
        if (stored.status === 'passed') {
          await noteGone(trx, { checkId: check.id, runId, at: stored.at });
        }
      });
      done.set(check.id, stored.status);
    }
  } finally {
    await agent.destroy();
  }
  return done;
}

function openTools(
  { ports, clock, paceMs, target }: RunDeps,
  run: {
    readonly runId: string;
    readonly agent: Agent;
    readonly localAddress: string | undefined;
    readonly signal: AbortSignal;
  },
): CheckTools {
  const { runId, agent, localAddress, signal } = run;
  const now = () => clock.now();
  let nextAt = 0;
  const takeTurn = async () => {
    const at = Math.max(nextAt, performance.now());
    nextAt = at + paceMs;
    const waitMs = at - performance.now();
    if (waitMs > 0) await delay(waitMs, undefined, { signal });
  };
  const probe = createProbe({ target: target(), agent, localAddress, now, signal, takeTurn });
  const principals = createPrincipals({
    probe,
    throwaway: ports.throwaway,
    runId,
  });
  return { probe, principals, ports, now, signal };
}

/** Runs one check; what goes wrong within it is its result, and the audit goes on. */
async function runCheck(
  { clock, log }: Pick<RunDeps, 'clock' | 'log'>,
  check: AuditCheck,
  tools: CheckTools,
): Promise<Omit<StoredResult, 'run_id' | 'check_id'>> {
  const startedAt = performance.now();
  const describe = (outcome: {
    readonly status: AuditCheckStatus;
    readonly note?: string;
    readonly evidence: readonly AuditEvidence[];
    readonly components?: readonly string[];
  }) => ({
    status: outcome.status,
    note: outcome.note ?? null,
    components: [...(outcome.components ?? check.components)].slice(0, 50),
    evidence: [...outcome.evidence],
    duration_ms: Math.round(performance.now() - startedAt),
    at: clock.now(),
  });
  const limit = AbortSignal.timeout(longestCheckMs);
  try {
    const signal = AbortSignal.any([tools.signal, limit]);
    return describe(await Promise.race([check.run({ ...tools, signal }), rejectOn(signal)]));
  } catch (error) {
    if (tools.signal.aborted || error instanceof LeaseLost) throw error;
    log.warn({ err: error, check: check.id }, 'a check of the security audit failed');
    const why = limit.aborted ? 'It took too long.' : 'It could not be carried out.';
    return describe({ status: 'error', note: why, evidence: [] });
  }
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

function describeFinding(check: AuditCheck, result: StoredResult) {
  const severity = findSeverityOfFinding({ severity: check.severity, status: result.status });
  return {
    checkId: check.id,
    category: check.category,
    severity,
    severityRank: rankSeverity(severity),
    riskScore: computeRiskScore(severity, check.reach),
    components: result.components,
    evidence: result.evidence,
    runId: result.run_id,
    at: result.at,
  };
}

function summarize(
  checks: readonly AuditCheck[],
  statuses: ReadonlyMap<string, AuditCheckStatus>,
): RunSummary {
  const scored = checks.flatMap((check) => {
    const status = statuses.get(check.id);
    return status === undefined ? [] : [{ check, severity: check.severity, status }];
  });
  return {
    securityScore: computeSecurityScore(scored),
    complianceScore: computeComplianceScore(assessAll(scored)),
    counts: countBySeverity(scored),
  };
}
