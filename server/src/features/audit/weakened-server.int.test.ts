import { randomBytes } from 'node:crypto';
import { chmod, mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type AuditReport, endpoints, findingCategories } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pickOwnAddress } from '../../platform/network/own-calls.ts';
import { setConfig } from '../../testing/set-config.ts';
import type { TestServer } from '../../testing/start-test-server.ts';
import { addLesson } from './checks/access-bench.fixture.ts';
import { allChecks } from './checks/all-checks.rules.ts';
import { type CheckBench, startCheckBench } from './checks/platform-bench.fixture.ts';
import { listWeakAnswers } from './checks/weak-answers.fixture.ts';
import { openWeakFront } from './checks/weak-front.fixture.ts';
import {
  subtractDays,
  weakEnvironment,
  weakenFacts,
  weakFacts,
  weakState,
} from './checks/weak-settings.fixture.ts';
import { runAudit } from './engine/tasks/run-audit.task.ts';
import { startAudit } from './runs/audits.usecases.ts';

/**
 * One audit of a server that is weak in as many ways as can live together. Its counterpart, the audit
 * of a fresh installation, is in `audit.int.test.ts`.
 */
let bench: CheckBench;
let report: AuditReport;
/** What was planted, by the checks that must find it. */
let plants: readonly { readonly what: string; readonly foundBy: readonly string[] }[];

/** One waits half a minute, the other some seconds; each has its pair of tests elsewhere. */
const slow = ['BIZ-08', 'ERR-03'];
const checks = allChecks.filter(({ id }) => !slow.includes(id));

/** Leaves behind what `weakState` lists, beside what the environment and the cheap hashing of tests do. */
async function weakenState(server: TestServer): Promise<void> {
  const { db, dataDir } = server.instance.foundation;
  const both = [await server.newUser(), await server.newUser()].map(({ userId }) => userId);
  await db
    .updateTable('users')
    .set({ password_hash: 'the same' })
    .where('id', 'in', both)
    .execute();
  await setConfig(server, {
    playback: { watermarkOpacityPercent: 5, paceDownloads: false },
    accounts: { requireSecondFactor: false },
  });
  await sql`UPDATE alert_rules SET enabled = false`.execute(db);
  await sql`ALTER TABLE admin_audit DISABLE TRIGGER admin_audit_append_only`.execute(db);
  // Of a quality that no player asks for, so that lessons play on.
  await sql`INSERT INTO content_keys (key_id, video_id, quality_class, sealed_key, created_at)
    SELECT ${randomBytes(16)}, id, 'HD', ${randomBytes(48)}, now() FROM videos`.execute(db);
  await mkdir(path.join(dataDir, 'uploads'), { recursive: true });
  await chmod(path.join(dataDir, 'uploads'), 0o755);
  await writeFile(path.join(dataDir, 'last-backup'), '');
  await utimes(path.join(dataDir, 'last-backup'), subtractDays(7), subtractDays(7));
  const vulnerabilities = { 'left-pad': { severity: 'high' } };
  await writeFile(path.join(dataDir, 'npm-audit.json'), JSON.stringify({ vulnerabilities }));
}

beforeAll(async () => {
  bench = await startCheckBench(weakEnvironment);
  const { server } = bench;
  const admin = await server.superAdmin();
  await addLesson(server);
  await admin.call(endpoints.groups.create, { body: { name: 'Class 9' } });
  await weakenState(server);
  const { composition, foundation } = server.instance;
  const deps = {
    ...foundation,
    users: composition.users,
    checks,
    enqueueRun: async () => undefined,
    ports: weakenFacts(composition.auditPorts),
    paceMs: 0,
    diskFolders: { files: [], database: [] },
  };
  const { userId } = await server.newUser('ADMIN');
  const caller = { userId } as Parameters<typeof startAudit>[1]['caller'];
  const asked = { auditType: 'COMPREHENSIVE', scope: findingCategories } as const;
  const { auditId } = await startAudit(deps, { caller, address: '127.0.0.1' }, asked);
  const weakAnswers = listWeakAnswers(server);
  plants = [...weakAnswers, ...weakState, ...weakFacts];
  const weaknesses = weakAnswers.map(({ weakness }) => weakness);
  const front = await openWeakFront(server.origin, pickOwnAddress(auditId), weaknesses);
  const reached = { loopback: front.origin, origin: server.origin, isBehindTls: false };
  const signal = new AbortController().signal;
  await runAudit({ ...deps, target: () => reached }, { data: { runId: auditId }, signal });
  await front.stop();
  report = await admin.call(endpoints.securityAudit.report, { params: { id: auditId } });
});
afterAll(() => bench.stop());

/** Facts of the machine and the process of tests, which no plant changes. */
const ofThisMachine = ['CONF-07', 'ERR-04'];

it('ends one audit with a finding for each plant, by each check that must find it', () => {
  expect(report).toMatchObject({ status: 'completed', failure: null, metrics: { errors: 0 } });
  const found = new Set(report.findings.map(({ checkId }) => checkId));
  const missed = plants
    .map(({ what, foundBy }) => [what, foundBy.filter((id) => !found.has(id))] as const)
    .filter(([, ids]) => ids.length > 0);
  expect(missed).toEqual([]);
  expect(new Set(plants.flatMap(({ foundBy }) => foundBy)).size).toBeGreaterThan(75);
});

it('accuses nothing else', () => {
  const planted = new Set(plants.flatMap(({ foundBy }) => foundBy));
  const others = report.findings.filter(({ checkId }) => !planted.has(checkId));
  expect(others.map(({ checkId }) => checkId).filter((id) => !ofThisMachine.includes(id))).toEqual(
    [],
  );
});

it('says in numbers how bad that is', () => {
  expect(report.summary.overallRisk).toBe('critical');
  expect(report.summary.criticalCount).toBeGreaterThan(5);
  expect(report.metrics.securityScore).toBeLessThan(39);
  expect(report.complianceStatus.ASVS_5_0_L1.nonCompliant).toBeGreaterThan(20);
});
