import { type AuditReportSummary, endpoints } from '@prahari/contract';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { SecurityAuditPage } from './SecurityAuditPage.tsx';
import { makeDashboard, makeFinding, makeReport, metrics } from './testing/an-audit.ts';
import { refuse, showPage } from './testing/show-page.tsx';

const { securityAudit: calls } = endpoints;

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

interface Server {
  running?: string | null;
  reports?: readonly AuditReportSummary[];
  [path: string]: unknown;
}

/** @returns what was asked, by path, with what was sent */
function show(server: Server) {
  const asked: (readonly [path: string, sent: unknown])[] = [];
  showPage(<SecurityAuditPage />, '/admin/security/audits', (endpoint, input) => {
    const { path } = endpoint as { path: string };
    asked.push([path, input.body ?? input.query]);
    if (path in server) return server[path];
    if (endpoint === calls.dashboard) return makeDashboard(server.running ?? null);
    if (endpoint === calls.reports) return { reports: server.reports ?? [] };
    if (endpoint === calls.metrics) return metrics;
    if (endpoint === calls.finding) return makeFinding();
    return refuse(500);
  });
  return asked;
}

const count = (asked: ReturnType<typeof show>, path: string) =>
  asked.filter(([each]) => each === path).length;

/** @returns the item that clears the results */
async function openMore() {
  const more = await screen.findByRole('button', { name: 'More actions' });
  fireEvent.keyDown(more, { key: 'Enter' });
  return screen.findByRole('menuitem', { name: 'Clear Results' });
}

test('says in numbers what is open, and when audits run', async () => {
  show({});
  const stats = await screen.findByRole('region', { name: 'Findings in numbers' });
  const figures = within(stats).getAllByRole('listitem');
  expect(figures).toHaveLength(4);
  expect(figures.at(-1)?.textContent).toContain('within 2.5 days on average');
  expect(screen.getByText('82 of 100')).toBeDefined();
  expect(screen.getByText('Weekly')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Change in the settings' })).toBeDefined();
  expect(screen.getByText('No Security Audits Yet')).toBeDefined();
  const clear = await openMore();
  expect(clear.getAttribute('aria-disabled')).toBe('true');
});

test('shows results first, and the start of an audit beside them', async () => {
  show({ reports: [makeReport()] });
  await screen.findByRole('list', { name: 'Findings' });
  const headings = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
  const wanted = ['Audit reports', 'Audit configuration', 'System status'];
  expect(headings.filter((one) => wanted.includes(one))).toEqual(wanted);
});

test('shows of each report five findings, three recommendations and compliance', async () => {
  show({ reports: [makeReport({ findings: 7 }), makeReport({ number: 102, findings: 1 })] });
  const findings = await screen.findByRole('list', { name: 'Findings' });
  expect(within(findings).getAllByRole('listitem')).toHaveLength(5);
  expect(screen.getByText('2 more findings in the report')).toBeDefined();
  expect(screen.getAllByText(/^Do step/)).toHaveLength(3);
  expect(screen.getByText('4 more')).toBeDefined();
  const table = screen.getByRole('table', { name: 'Compliance' });
  expect(within(table).getByText('OWASP ASVS 5.0, level 1').closest('tr')?.textContent).toContain(
    '90%9',
  );
  // None was assessed, which is no percentage.
  expect(within(table).getByText('OWASP ASVS 5.0, level 2').closest('tr')?.textContent).toContain(
    '2–0',
  );
});

test('rates the latest report above all, and others in their line, with the change since the one before that tested the same', async () => {
  const older = makeReport({ number: 103 }, { createdAt: '2026-11-13T10:00:00.000Z' });
  show({
    reports: [
      makeReport(),
      makeReport({ number: 102 }, { scope: ['crypto'], createdAt: '2026-11-19T10:00:00.000Z' }),
      { ...older, metrics: { ...older.metrics, securityScore: 80 } },
    ],
  });
  await screen.findByRole('list', { name: 'Findings' });
  const [newest, other, oldest] = screen.getAllByRole('button', { name: /^Details of the/ });
  expect(newest?.parentElement?.textContent).toMatch(/ · up 2 points since 13 Nov 2026$/);
  expect(other?.parentElement?.textContent).toMatch(/ · score 82 of 100$/);
  expect(oldest?.parentElement?.textContent).toMatch(/ · score 80 of 100$/);
  const item = newest?.closest('li');
  expect(item?.textContent).not.toContain('82');
  expect(item?.textContent).toContain('90% of the requirements that could be tested are met.');
});

test('a finding says how to mend it, its evidence aside, and its state where it is not open', async () => {
  const reopened = makeFinding(2, { status: 'reopened', evidence: [] });
  show({ reports: [makeReport({ findings: 2 }, { findings: [makeFinding(), reopened] })] });
  const findings = await screen.findByRole('list', { name: 'Findings' });
  const [open, again] = within(findings).getAllByRole('listitem');
  expect(open?.textContent).not.toContain('GET /api/v1/users/other');
  expect(open?.textContent).toContain('Fix: Check the owner of each record.');
  expect(open?.textContent).toMatch(/Authorization$/);
  expect(again?.textContent).toMatch(/AuthorizationReopened$/);
});

test('a finding that a setting mends leads to it', async () => {
  const { remediation, ...rest } = makeFinding(2);
  const codeChanges = [{ file: 'System configuration', description: 'playback.paceDownloads' }];
  const set = { ...rest, remediation: { ...remediation, codeChanges } };
  const testMode = makeFinding(3, { affectedComponents: ['System configuration'] });
  const findings = [makeFinding(), set, testMode];
  show({ reports: [makeReport({ findings: 3 }, { findings })] });
  const list = await screen.findByRole('list', { name: 'Findings' });
  const links = within(list).getAllByRole('link', { name: 'Open the settings' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/system#settings-playback',
    '/admin/system',
  ]);
  expect(links[0]?.closest('li')?.textContent).toContain('(2).');
});

test('a recommendation says by when, and opens the finding that it is for', async () => {
  show({ reports: [makeReport()] });
  expect(await screen.findByRole('heading', { name: 'Now, within 24 hours' })).toBeDefined();
  fireEvent.click(
    screen.getByRole('button', { name: 'For: A learner gets the record of another one (1).' }),
  );
  expect(await screen.findByRole('dialog')).toBeDefined();
});

test('no open finding is no fault', async () => {
  const { quickStats, ...rest } = makeDashboard();
  show({ [calls.dashboard.path]: { ...rest, quickStats: { ...quickStats, criticalFindings: 0 } } });
  const critical = await screen.findByRole('link', { name: /^Open findings/ });
  expect(critical.innerHTML).not.toContain('danger');
  expect(critical.textContent).not.toContain('critical');
  cleanup();
  show({});
  const some = await screen.findByRole('link', { name: /^Open findings .*[1-9] critical$/ });
  expect(some.innerHTML).toContain('danger');
});

test('starts what is chosen, of the type at first', async () => {
  const asked = show({ [calls.start.path]: { auditId: 'x', estimatedDuration: 90 } });
  const type = await screen.findByRole('combobox', { name: /Audit type/ });
  fireEvent.change(type, { target: { value: 'AUTHENTICATION' } });
  expect(screen.getByText('Areas and severities: as the type sets them')).toBeDefined();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Sessions' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Low' }));
  expect(screen.getByText('Areas and severities: 1 of 10 areas, 4 of 5 severities')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Start Security Audit' }));
  await expect
    .poll(() => asked)
    .toContainEqual([
      calls.start.path,
      {
        auditType: 'AUTHENTICATION',
        scope: ['authentication'],
        severity: ['critical', 'high', 'medium', 'low'],
      },
    ]);
  fireEvent.click(screen.getByRole('button', { name: 'All areas' }));
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(14);
});

test('starts nothing without an area or a severity', async () => {
  show({});
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Authentication' }));
  for (const name of ['Authorization', 'Data protection', 'Input validation']) {
    fireEvent.click(screen.getByRole('checkbox', { name }));
  }
  expect(screen.getByText('Choose at least one area.')).toBeDefined();
  const start = screen.getByRole('button', { name: 'Start Security Audit' });
  expect(start).toHaveProperty('disabled', true);
});

test('reads everything again once the estimated duration has elapsed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const asked = show({ [calls.start.path]: { auditId: 'x', estimatedDuration: 20 } });
  fireEvent.click(await screen.findByRole('button', { name: 'Start Security Audit' }));
  await expect.poll(() => count(asked, calls.reports.path)).toBe(2);
  await vi.advanceTimersByTimeAsync(18_000);
  expect(count(asked, calls.reports.path)).toBe(2);
  await vi.advanceTimersByTimeAsync(3000);
  expect(count(asked, calls.reports.path)).toBe(3);
});

test('says that another audit runs, and shows it', async () => {
  const server: Server = { [calls.start.path]: refuse(409, 'audit_under_way') };
  show(server);
  const start = await screen.findByRole('button', { name: 'Start Security Audit' });
  const running = makeReport(
    { number: 7, findings: 0 },
    {
      status: 'running',
      progress: { done: 3, total: 60, current: 'Forged tokens', currentId: null },
    },
  );
  server.running = running.id;
  server.reports = [running];
  fireEvent.click(start);
  expect(await screen.findByText(/^An audit is already running/)).toBeDefined();
  expect(await screen.findByText('Security audit is running')).toBeDefined();
  expect(await screen.findByText('3 of 60 checks')).toBeDefined();
  expect(screen.getByText('Now: Forged tokens')).toBeDefined();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('5');
});

test('follows a running audit, cancels it, and reads all again when it is over', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const running = makeReport({ number: 7, findings: 0 }, { status: 'running' });
  const server: Server = {
    running: running.id,
    reports: [running],
    [calls.cancel.path]: { ...running, status: 'cancelled' },
  };
  const asked = show(server);
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel audit' }));
  await expect.poll(() => count(asked, calls.cancel.path)).toBe(1);
  const metricsBefore = count(asked, calls.metrics.path);
  server.running = null;
  server.reports = [{ ...running, status: 'cancelled' }];
  await vi.advanceTimersByTimeAsync(2500);
  await expect.poll(() => screen.queryByText('Security audit is running')).toBeNull();
  await expect.poll(() => count(asked, calls.metrics.path)).toBe(metricsBefore + 1);
  expect(screen.getByText('Cancelled')).toBeDefined();
});

test('clears results once that is confirmed', async () => {
  const asked = show({ reports: [makeReport()], [calls.clear.path]: { cleared: 1 } });
  await screen.findByRole('list', { name: 'Findings' });
  fireEvent.click(await openMore());
  const dialog = await screen.findByRole('alertdialog');
  expect(count(asked, calls.clear.path)).toBe(0);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Clear Results' }));
  await expect.poll(() => count(asked, calls.clear.path)).toBe(1);
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
});

test('opens a finding of a report', async () => {
  show({ reports: [makeReport()] });
  fireEvent.click(
    await screen.findByRole('button', { name: 'A learner gets the record of another one (1).' }),
  );
  const dialog = await screen.findByRole('dialog', {
    name: 'A learner gets the record of another one (1).',
  });
  expect(await within(dialog).findByText('Names and numbers leak.')).toBeDefined();
});

test('says what failed, and tries again', async () => {
  const server: Server = { [calls.dashboard.path]: refuse(503) };
  show(server);
  expect(await screen.findByText('Error Loading Security Dashboard')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain('Failed to load security dashboard data');
  delete server[calls.dashboard.path];
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No Security Audits Yet')).toBeDefined();
});
