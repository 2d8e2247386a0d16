import { ApiError, endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { startKillableServer } from '../../testing/killable-server.ts';
import { setConfig } from '../../testing/set-config.ts';
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts';
import { createTestClient, type TestClient } from '../../testing/test-client.ts';
import { waitUntilBlocked } from '../../testing/wait-until-blocked.ts';
import { allChecks } from './checks/all-checks.rules.ts';
import { startDueAudit } from './runs/audits.usecases.ts';

const { securityAudit, users, listExports } = endpoints;
const nowhere = '00000000-0000-4000-8000-000000000000';
/** It waits for as long as a statement may. */
const isSoak = process.env['SOAK'] === 'on';
let server: TestServer;
let admin: TestClient;

/** As dear as an audit wants it (CRYPT-01), and no dearer. */
const leastHashing = { PASSWORD_HASH_MEMORY_MIB: '19', PASSWORD_HASH_PASSES: '2' } as const;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.superAdmin();
});
afterAll(() => server.stop());

const db = () => server.instance.foundation.db;
const countThrowaways = async () => {
  const { rows } = await sql<{ count: string }>`SELECT count(*) FROM throwaway_accounts`.execute(
    db(),
  );
  return Number(rows[0]?.count);
};

/** One check waits half a minute for the server; on a busy machine all others take their time, too. */
const wholeAuditMs = 240_000;

async function waitForEnd(id: string, client = admin) {
  return vi.waitFor(
    async () => {
      const report = await client.call(securityAudit.report, { params: { id } });
      expect(['completed', 'failed', 'cancelled']).toContain(report.status);
      return report;
    },
    { timeout: wholeAuditMs, interval: 200 },
  );
}

type Report = Awaited<ReturnType<typeof waitForEnd>>;
const listGrave = ({ findings }: Report) =>
  findings
    .filter(({ severity }) => severity === 'critical' || severity === 'high')
    .map(({ checkId, evidence }) => ({ checkId, evidence }));

/** Stores what a check would have found, as an earlier audit left it. */
async function plantFinding(checkId: string, status = 'open') {
  const check = allChecks.find(({ id }) => id === checkId);
  const at = new Date(Date.now() - 86_400_000);
  const { rows } = await sql<{ id: string }>`
    INSERT INTO audit_findings (id, fingerprint, check_id, category, severity, severity_rank,
      risk_score, components, status, first_seen_at, last_seen_at, times_seen, evidence)
    VALUES (gen_random_uuid(), sha256(${checkId}::bytea), ${checkId}, ${check?.category},
      ${check?.severity}, 1, 7.5, '{}', ${status}, ${at}, ${at}, 1, '[]')
    -- What an audit of a busy machine found before.
    ON CONFLICT (fingerprint) DO UPDATE SET status = excluded.status RETURNING id`.execute(db());
  return rows[0]?.id ?? '';
}

it('exports all findings that match, more than a page shows, in the order of the list', async () => {
  for (const { id } of allChecks) await plantFinding(id);
  const read = async (query: { severity?: 'high' }, client = admin) => {
    const body = await client.call(listExports.findings, { query: { ...query, format: 'json' } });
    const rows: { id: string }[] = JSON.parse(new TextDecoder().decode(body));
    return rows.map(({ id }) => id);
  };
  const listed = await admin.call(securityAudit.findings, { query: { limit: 200 } });
  expect(listed.total).toBe(allChecks.length);
  expect(listed.total).toBeGreaterThan(50);
  expect(await read({})).toEqual(listed.items.map(({ id }) => id));
  const high = listed.items.filter(({ severity }) => severity === 'high');
  expect(await read({ severity: 'high' })).toEqual(high.map(({ id }) => id));
  const { items } = await admin.call(users.auditLog, { query: { action: 'finding.export' } });
  expect(items[0]?.after).toMatchObject({ severity: 'high', format: 'json' });
  const scoped = await server.newUser('ADMIN');
  const adminScope = { level: 'district' as const, values: ['Pune'] };
  await admin.call(users.setPermissions, {
    params: { id: scoped.userId },
    body: { permissions: ['security.audit'], adminScope },
  });
  await expect(read({}, scoped)).rejects.toMatchObject({ status: 403 });
  await sql`DELETE FROM audit_findings`.execute(db());
});

it('finds nothing critical or high on a fresh installation, and leaves nothing behind', {
  timeout: wholeAuditMs + 60_000,
}, async () => {
  // It signs in hundreds of times, which costs nothing here; the test with no room looks at `crypto`.
  const categories = new Set(allChecks.map(({ category }) => category));
  categories.delete('crypto');
  const started = await admin.call(securityAudit.start, {
    body: { auditType: 'COMPREHENSIVE', scope: [...categories] },
  });
  expect(started.estimatedDuration).toBeGreaterThan(0);
  await expect(
    admin.call(securityAudit.start, { body: { auditType: 'AUTHENTICATION' } }),
  ).rejects.toMatchObject({ status: 409, details: { auditId: started.auditId } });
  const report = await waitForEnd(started.auditId);
  expect(report).toMatchObject({ status: 'completed', failure: null });
  expect(report.checks.filter(({ status }) => status === 'error')).toEqual([]);
  expect(listGrave(report)).toEqual([]);
  expect(report.progress.done).toBe(report.progress.total);
  expect(report.metrics.securityScore).toBeGreaterThanOrEqual(80);
  expect(await countThrowaways()).toBe(0);
  const { rows: addresses } = await sql<{ isOwn: boolean }>`
    SELECT DISTINCT starts_with(address, '127.77.') AS "isOwn" FROM events
    WHERE name = 'sign-in.refused' AND address IS NOT NULL`.execute(db());
  expect(addresses).toEqual([{ isOwn: true }]);
  const listed = await admin.call(users.list, { query: {} });
  expect(listed.items.map(({ name }) => name)).not.toContain('Security audit');
  const sarif = await admin.call(securityAudit.sarif, { params: { id: report.id } });
  const log: unknown = JSON.parse(Buffer.from(sarif).toString());
  expect(log).toMatchObject({
    version: '2.1.0',
    runs: [{ results: report.findings.map(({ checkId }) => ({ ruleId: checkId })) }],
  });
});

it('resolves a finding whose check passes, opens it again where it fails, and keeps its history', async () => {
  const id = await plantFinding('CONF-03');
  const recheck = await admin.call(securityAudit.recheck, { params: { id } });
  const report = await waitForEnd(recheck.auditId);
  expect(report).toMatchObject({
    trigger: 'recheck',
    checks: [{ id: 'CONF-03', status: 'passed' }],
  });
  const resolved = await admin.call(securityAudit.finding, { params: { id } });
  expect(resolved).toMatchObject({ status: 'resolved', timeline: [{ kind: 'resolved' }] });
  const { quickStats } = await admin.call(securityAudit.dashboard, {});
  expect(quickStats.resolvedFindings).toBeGreaterThanOrEqual(1);
  expect(quickStats.avgResolutionTime).toBeGreaterThan(0.9);
});

it('accepts a risk until a day, and opens it again after that', async () => {
  const id = await plantFinding('DATA-03');
  const accepted = await admin.call(securityAudit.accept, {
    params: { id },
    body: { reason: 'Behind a proxy that sets it', days: 7 },
  });
  expect(accepted).toMatchObject({
    status: 'accepted',
    accepted: { reason: 'Behind a proxy that sets it' },
  });
  const reopened = await admin.call(securityAudit.reopen, { params: { id } });
  expect(reopened).toMatchObject({ status: 'reopened', accepted: null });
  await expect(admin.call(securityAudit.reopen, { params: { id } })).rejects.toMatchObject({
    status: 409,
    details: { status: 'reopened' },
  });
  expect(reopened.timeline.map(({ kind }) => kind)).toEqual(['accepted', 'reopened']);
});

it('refuses unknown types, scopes and ids, and cancels only what runs', async () => {
  const start = (body: unknown) =>
    admin
      .call(securityAudit.start, { body: body as never })
      .then(() => 'started')
      .catch((error: unknown) => (error instanceof ApiError ? error.code : 'another error'));
  expect(await start({ auditType: 'EVERYTHING' })).toBe('INVALID_VALUE');
  expect(await start({ auditType: 'COMPREHENSIVE', scope: ['weather'] })).toBe('INVALID_VALUE');
  expect(await start({ auditType: 'COMPREHENSIVE', severity: ['informational'] })).toBe(
    'INVALID_VALUE',
  );
  for (const call of [securityAudit.report, securityAudit.cancel, securityAudit.finding]) {
    await expect(admin.call(call, { params: { id: nowhere } })).rejects.toMatchObject({
      status: 404,
    });
  }
  const { reports } = await admin.call(securityAudit.reports, { query: {} });
  const [ended] = reports;
  await expect(
    admin.call(securityAudit.cancel, { params: { id: ended?.id ?? '' } }),
  ).rejects.toMatchObject({ status: 409 });
  expect(await admin.call(securityAudit.clear, {})).toEqual({ cleared: reports.length });
  expect((await admin.call(securityAudit.reports, { query: {} })).reports).toEqual([]);
});

it('stops when it is cancelled, with what it has checked, and its accounts are gone', async () => {
  const { auditId } = await admin.call(securityAudit.start, {
    body: { auditType: 'AUTHENTICATION' },
  });
  await vi.waitFor(async () => expect(await countThrowaways()).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 20,
  });
  const cancelled = await admin.call(securityAudit.cancel, { params: { id: auditId } });
  expect(cancelled.status).toBe('cancelled');
  await vi.waitFor(async () => expect(await countThrowaways()).toBe(0), { timeout: 60_000 });
});

it('waits while the database has no room, and goes on behind what it stored', async () => {
  const dear = await startTestServer({ shippedHashing: true, environment: leastHashing });
  onTestFinished(() => dear.stop());
  const { db } = dear.instance.foundation;
  const client = await dear.superAdmin();
  // The error of PostgreSQL when it can't extend a table.
  await sql`CREATE FUNCTION need_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.check_id NOT IN ('CRYPT-01', 'CRYPT-02') THEN
      RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
    END IF; RETURN NEW; END $$`.execute(db);
  await sql`CREATE TRIGGER need_room BEFORE INSERT ON audit_results FOR EACH ROW
    EXECUTE FUNCTION need_room()`.execute(db);
  const { auditId } = await client.call(securityAudit.start, {
    body: { auditType: 'COMPREHENSIVE', scope: ['crypto'] },
  });
  const read = () => client.call(securityAudit.report, { params: { id: auditId } });
  const waiting = () =>
    db.selectFrom('audit_runs').select('disk_wait').where('id', '=', auditId).executeTakeFirst();
  await vi.waitFor(async () => expect(await waiting()).toEqual({ disk_wait: 'database' }), {
    timeout: 60_000,
    interval: 50,
  });
  const cut = await read();
  expect(cut.status).not.toBe('completed');
  expect(cut.failure).toBeNull();
  // Evidence has the time of its look.
  const before = cut.checks.map(({ id, evidence }) => ({ id, evidence }));
  expect(before.length).toBeGreaterThan(0);
  await sql`DROP TRIGGER need_room ON audit_results`.execute(db);
  const report = await waitForEnd(auditId, client);
  expect(report).toMatchObject({ status: 'completed', failure: null });
  expect(report.checks.filter(({ status }) => status === 'error')).toEqual([]);
  expect(listGrave(report)).toEqual([]);
  const crypto = allChecks.filter(({ category }) => category === 'crypto');
  expect(report.checks.map(({ id }) => id).sort()).toEqual(crypto.map(({ id }) => id).sort());
  const kept = report.checks.map(({ id, evidence }) => ({ id, evidence }));
  expect(kept).toEqual(expect.arrayContaining(before));
});

it('waits for a slow database, says meanwhile which check waits, and judges it then', async () => {
  const id = await plantFinding('ERR-04');
  const slow = new pg.Client(server.instance.foundation.connectionString);
  await slow.connect();
  try {
    await slow.query('BEGIN; LOCK TABLE user_imports IN ACCESS EXCLUSIVE MODE');
    const { auditId } = await admin.call(securityAudit.recheck, { params: { id } });
    await waitUntilBlocked(server);
    const waiting = await admin.call(securityAudit.report, { params: { id: auditId } });
    expect(waiting).toMatchObject({
      status: 'running',
      failure: null,
      progress: { done: 0, total: 1, currentId: 'ERR-04' },
    });
    const { systemStatus } = await admin.call(securityAudit.dashboard, {});
    expect(systemStatus.runningAuditId).toBe(auditId);
    await slow.query('COMMIT');
    const report = await waitForEnd(auditId);
    expect(report).toMatchObject({ status: 'completed', failure: null, metrics: { errors: 0 } });
    expect(report.checks.map((check) => check.id)).toEqual(['ERR-04']);
  } finally {
    await slow.end();
  }
});

it.runIf(isSoak)(
  'calls a check failed that waited for the database in vain, and passes nothing',
  async () => {
    const locked = new pg.Client(server.instance.foundation.connectionString);
    await locked.connect();
    try {
      await locked.query('SET idle_in_transaction_session_timeout = 0');
      await locked.query('BEGIN; LOCK TABLE user_imports IN ACCESS EXCLUSIVE MODE');
      const { auditId } = await admin.call(securityAudit.start, {
        body: { auditType: 'COMPREHENSIVE', scope: ['error_handling'] },
      });
      const report = await waitForEnd(auditId);
      expect(report).toMatchObject({ status: 'completed', failure: null });
      const statusOf = (id: string) => report.checks.find((check) => check.id === id)?.status;
      expect([statusOf('ERR-04'), statusOf('ERR-02')]).toEqual(['error', 'passed']);
    } finally {
      await locked.end();
    }
  },
);

it('goes on behind the last result after kill -9, and removes what the killed try made', async () => {
  const killed = await startTestServer();
  await killed.superAdmin();
  await killed.leave();
  const beside = await startKillableServer(killed);
  // Not a pool: its end does not wait for its connections, which the end of the database would break.
  const reader = new pg.Client(killed.instance.foundation.connectionString);
  await reader.connect();
  const read = async (query: string) => (await reader.query(query)).rows[0];
  try {
    const client = await createTestClient(beside.origin);
    const { contact_number } = await read('SELECT contact_number FROM users');
    await client.signIn(contact_number, testPassword);
    const { auditId } = await client.call(securityAudit.start, {
      body: { auditType: 'AUTHENTICATION', scope: ['session_management'], severity: ['high'] },
    });
    const results = 'SELECT count(*)::integer, max(at) FROM audit_results';
    const accounts = 'SELECT count(*)::integer FROM throwaway_accounts';
    const before = await vi.waitFor(
      async () => {
        expect(await read(accounts)).not.toEqual({ count: 0 });
        const found = await read(results);
        expect(found.count).toBeGreaterThan(0);
        return found;
      },
      { timeout: 100_000, interval: 50 },
    );
    await beside.kill();
    expect(await read(accounts)).not.toEqual({ count: 0 });
    await beside.start();
    await vi.waitFor(
      async () =>
        expect(await read(`SELECT state FROM audit_runs WHERE id = '${auditId}'`)).toEqual({
          state: 'completed',
        }),
      { timeout: 110_000, interval: 500 },
    );
    expect(await read(accounts)).toEqual({ count: 0 });
    const kept = `SELECT count(*)::integer FROM audit_results WHERE at <= '${before.max.toISOString()}'`;
    expect(await read(kept)).toEqual({ count: before.count });
  } finally {
    await reader.end();
    await beside.kill();
    await killed.stop();
  }
});

it('starts the audit of the schedule when it is due, and tells when that is', async () => {
  const other = await startTestServer();
  const { composition, foundation } = other.instance;
  const startIfDue = () =>
    startDueAudit({
      ...foundation,
      users: composition.users,
      systemConfig: composition.systemConfig,
      checks: allChecks,
      enqueueRun: async () => undefined,
      timeZone: 'Asia/Kolkata',
    });
  try {
    const client = await other.superAdmin();
    const list = async () => (await client.call(securityAudit.reports, { query: {} })).reports;
    const { systemStatus } = await client.call(securityAudit.dashboard, {});
    expect(systemStatus).toMatchObject({ autoScanEnabled: true, scanFrequency: 'weekly' });
    expect(Date.parse(systemStatus.nextScheduledScan ?? '')).toBeGreaterThan(Date.now());
    await sql`INSERT INTO audit_runs (id, audit_type, scope, severities, check_ids, trigger, state,
        created_at, ended_at, estimated_seconds)
      SELECT gen_random_uuid(), 'COMPREHENSIVE', '{}', '{}', '{}', 'schedule', 'completed',
        now() - days * interval '1 day', now(), 1 FROM (VALUES (3), (20)) AS past (days)`.execute(
      foundation.db,
    );
    await startIfDue();
    expect(await list()).toHaveLength(2);
    await sql`DELETE FROM audit_runs WHERE created_at > now() - interval '8 days'`.execute(
      foundation.db,
    );
    await startIfDue();
    await startIfDue();
    const [due, ...others] = await list();
    expect(due).toMatchObject({ trigger: 'schedule', startedByName: null, status: 'queued' });
    expect(due?.scope).toHaveLength(10);
    expect(others).toHaveLength(1);
    await setConfig(other, { security: { autoScan: false, autoScanDaily: true } });
    const readStatus = async () => (await client.call(securityAudit.dashboard, {})).systemStatus;
    await expect.poll(readStatus).toMatchObject({
      autoScanEnabled: false,
      scanFrequency: 'daily',
      nextScheduledScan: null,
    });
  } finally {
    await other.stop();
  }
});
