import { endpoints } from '@prahari/contract';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts, startI18n } from '../../../../shared/i18n/i18n.ts';
import { Route, Routes } from '../../../../shared/routing/Routes.tsx';
import { FindingsPage } from '../FindingsPage.tsx';
import { makeFinding, makeReport } from '../testing/an-audit.ts';
import { refuse, showPage } from '../testing/show-page.tsx';
import { AuditReportPage } from './AuditReportPage.tsx';

const { securityAudit: calls } = endpoints;

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show(answer: unknown) {
  const page = (
    <Routes>
      <Route path="/admin/security/audits/:id" element={<AuditReportPage />} />
    </Routes>
  );
  showPage(page, `/admin/security/audits/${makeReport().id}`, () => answer);
}

test('shows each check by its area with what came of it, and why it was not tested', async () => {
  show(makeReport({ findings: 7 }));
  const area = await screen.findByRole('region', { name: 'Logging' });
  expect(within(area).getByText('Not tested')).toBeDefined();
  expect(within(area).getByText('The log is not kept in files.')).toBeDefined();
  expect(screen.getByText(/^1 passed, 1 failed, .* 1 not tested/)).toBeDefined();
  const findings = screen.getByRole('list', { name: 'Findings' });
  expect(within(findings).getAllByRole('listitem')).toHaveLength(7);
  expect(screen.getAllByText(/^Do step/)).toHaveLength(7);
  expect(screen.getByText('2 minutes')).toBeDefined();
  expect(screen.getByText('Whether people can be talked into something.')).toBeDefined();
});

test('prints all of it on sheets of their own', async () => {
  let printed = '';
  vi.spyOn(window, 'print').mockImplementation(() => {
    printed = document.querySelector('body > article')?.textContent ?? '';
  });
  show(makeReport());
  fireEvent.pointerDown(await screen.findByRole('button', { name: 'Export' }), { button: 0 });
  fireEvent.click(await screen.findByText('Print or save as PDF'));
  await expect.poll(() => printed).toContain('GET /api/v1/users/other');
  expect(printed).toContain('Add the policy.');
  // Each recommendation with the finding that it is for.
  expect(printed).toMatch(/For: A learner gets the record of another one/);
  expect(printed).toContain('The log is not kept in files.');
  await expect.poll(() => document.querySelector('body > article')).toBeNull();
});

test('says that there is no such report', async () => {
  show(refuse(404));
  expect(await screen.findByText('There is no such report')).toBeDefined();
});

test('lists findings by the filters of the address', async () => {
  const asked: unknown[] = [];
  showPage(
    <FindingsPage />,
    '/admin/security/findings?f.severity=high&f.framework=ASVS_5_0_L1&page=2',
    (endpoint, input) => {
      if (endpoint === calls.findings) asked.push(input.query);
      return { items: [makeFinding(60)], limit: 50, offset: 50, total: 51 };
    },
  );
  expect(
    await screen.findByRole('button', { name: 'A learner gets the record of another one (60).' }),
  ).toBeDefined();
  expect(asked).toEqual([{ limit: 50, offset: 50, severity: 'high', framework: 'ASVS_5_0_L1' }]);
});
