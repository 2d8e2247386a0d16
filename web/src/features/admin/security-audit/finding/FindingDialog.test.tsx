import { type AuditCheckStatus, endpoints, type FindingDetail } from '@prahari/contract';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { loadTexts, setLanguage, startI18n } from '../../../../shared/i18n/i18n.ts';
import { makeFinding, makeReport } from '../testing/an-audit.ts';
import { refuse, showPage } from '../testing/show-page.tsx';
import { readDays } from './AcceptDialog.tsx';
import { FindingDialog } from './FindingDialog.tsx';
import { readResult } from './use-recheck.ts';

const { securityAudit: calls } = endpoints;

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** @returns what was sent, by path */
function show(server: { finding: FindingDetail; [path: string]: unknown }) {
  const sent: (readonly [path: string, body: unknown])[] = [];
  const { id } = server.finding;
  showPage(
    <FindingDialog id={id} onClose={() => undefined} />,
    '/admin/security/findings',
    (endpoint, input) => {
      const { path } = endpoint as { path: string };
      if (input.body !== undefined || path.endsWith('recheck') || path.endsWith('reopen')) {
        sent.push([path, input.body]);
      }
      if (path in server) return server[path];
      return endpoint === calls.finding ? server.finding : refuse(500);
    },
  );
  return sent;
}

test('shows everything that is known of a finding', async () => {
  show({ finding: makeFinding() });
  const dialog = await screen.findByRole('dialog', {
    name: 'A learner gets the record of another one (1).',
  });
  await within(dialog).findByText('Names and numbers leak.');
  for (const text of [
    ...['High', 'Open', 'Authorization', '7.5 of 10'],
    ...['Others can’t be read', 'Check the owner of each record.'],
    ...['Two throwaway learners; one asks for the other.', 'GET /api/v1/users/other'],
    ...['403', '200 with the record of another learner', 'c-1', 'Now', 'within a day'],
    ...['Add the policy.', 'users.policy.ts', 'CWE-639', 'A01:2025', '8.2.2 (level 1)'],
    ...['GET /users/{id}', 'AUTHZ-01', 'in 2 audits', 'Found'],
  ]) {
    expect(within(dialog).getAllByText(text).length, text).toBeGreaterThan(0);
  }
});

test('says in Hindi what a check says, and in English what no translator has seen', async () => {
  await loadTexts('security-checks');
  await setLanguage('hi');
  onTestFinished(() => setLanguage('en'));
  const whole = makeFinding(1, { checkId: 'CRYPT-04' });
  show({
    finding: { ...whole, remediation: { ...whole.remediation, timeline: '7 days' } },
  });
  await screen.findByRole('dialog', {
    name: 'प्रमाणपत्र पर भरोसा नहीं है या वह जल्द समाप्त होगा, या पुराने प्रोटोकॉल स्वीकार होते हैं।',
  });
  for (const text of [
    'प्रमाणपत्र समय पर नया करें और केवल TLS 1.2 और 1.3 चलने दें।',
    'प्रमाणपत्र अपने-आप नया होने दें।',
    '7 दिन',
  ]) {
    expect(screen.getByText(text).lang).toBe('');
  }
  cleanup();
  show({ finding: makeFinding(1, { checkId: 'NEW-01' }) });
  expect((await screen.findByText('Check the owner of each record.')).lang).toBe('en');
});

test('copies the evidence as text', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  show({ finding: makeFinding() });
  fireEvent.click(await screen.findByRole('button', { name: 'Copy evidence 1' }));
  expect(writeText).toHaveBeenCalledWith(
    expect.stringContaining('GET /api/v1/users/other\nexpected: 403\nobserved: 200'),
  );
  vi.unstubAllGlobals();
});

test('rechecks, follows the check to its end and says what came of it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const running = makeReport({ number: 9 }, { status: 'running', trigger: 'recheck' });
  const server = {
    finding: makeFinding(),
    [calls.recheck.path]: { auditId: running.id, estimatedDuration: 3 },
    [calls.report.path]: running,
  };
  show(server);
  fireEvent.click(await screen.findByRole('button', { name: 'Recheck' }));
  expect(await screen.findByText(/^Checking again/)).toBeDefined();
  const [check] = running.checks;
  server[calls.report.path] = {
    ...running,
    status: 'completed',
    checks: check ? [{ ...check, status: 'passed' }] : [],
  };
  server.finding = makeFinding(1, { status: 'resolved' });
  await vi.advanceTimersByTimeAsync(2500);
  expect(await screen.findByText(/^The weakness is gone/)).toBeDefined();
  expect(await screen.findByText('Resolved')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Accept risk' })).toBeNull();
});

test.each<[AuditCheckStatus, string]>([
  ['passed', 'resolved'],
  ['failed', 'still'],
  ['warning', 'still'],
  ['not_tested', 'unknown'],
  ['not_applicable', 'unknown'],
  ['error', 'unknown'],
])('a recheck that ended with %s means: %s', (status, result) => {
  const [check] = makeReport().checks;
  expect(readResult({ checks: check ? [{ ...check, status }] : [] })).toBe(result);
});

test('says that a recheck has to wait for the audit that runs', async () => {
  show({ finding: makeFinding(), [calls.recheck.path]: refuse(409, 'audit_under_way') });
  fireEvent.click(await screen.findByRole('button', { name: 'Recheck' }));
  expect(await screen.findByText(/^An audit is already running/)).toBeDefined();
});

test('accepts a risk with a reason and for some days', async () => {
  const accepted = {
    byName: 'Asha',
    reason: 'Old TVs need it',
    until: '2027-01-01T00:00:00.000Z',
    at: '2026-11-20T10:00:00.000Z',
  };
  const sent = show({
    finding: makeFinding(),
    [calls.accept.path]: makeFinding(1, { status: 'accepted', accepted }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Accept risk' }));
  const form = await screen.findByRole('dialog', { name: 'Accept this risk?' });
  const accept = within(form).getByRole('button', { name: 'Accept risk' });
  fireEvent.change(within(form).getByRole('textbox', { name: /For how long/ }), {
    target: { value: '400' },
  });
  fireEvent.click(accept);
  expect(await within(form).findByText('Say why the risk can be accepted.')).toBeDefined();
  expect(within(form).getByText('A whole number from 1 to 365.')).toBeDefined();
  expect(sent).toEqual([]);
  fireEvent.change(within(form).getByRole('textbox', { name: /Reason/ }), {
    target: { value: ' Old TVs need it ' },
  });
  fireEvent.change(within(form).getByRole('textbox', { name: /For how long/ }), {
    target: { value: '30' },
  });
  fireEvent.click(accept);
  await expect
    .poll(() => sent)
    .toEqual([[calls.accept.path, { reason: 'Old TVs need it', days: 30 }]]);
});

test('takes an acceptance back', async () => {
  const finding = makeFinding(1, {
    status: 'accepted',
    accepted: {
      byName: 'Asha',
      reason: 'Old TVs need it',
      until: '2027-01-01T00:00:00.000Z',
      at: '2026-11-20T10:00:00.000Z',
    },
  });
  const sent = show({ finding, [calls.reopen.path]: makeFinding(1, { status: 'reopened' }) });
  expect(
    await screen.findByText(/^Asha accepted the risk until .*: Old TVs need it$/),
  ).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Reopen' }));
  await expect.poll(() => sent).toEqual([[calls.reopen.path, undefined]]);
});

test.each([
  ['1', 1],
  [' 365 ', 365],
  ['0', null],
  ['366', null],
  ['1.5', null],
  ['', null],
])('%o days are %o', (text, days) => {
  expect(readDays(text)).toBe(days);
});
