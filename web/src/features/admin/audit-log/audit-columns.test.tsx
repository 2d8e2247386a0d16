import type { AuditEntry } from '@prahari/contract';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../shared/routing/testing/MemoryRouter.tsx';
import { Actor, Affected } from './audit-columns.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

const id = '0199f3c0-0000-7000-8000-000000000001';
const title = 'Light and shadow, part three: how a pinhole camera turns its picture upside down';

function show(part: Partial<AuditEntry>) {
  const onOpen = vi.fn();
  const entry: AuditEntry = {
    id,
    at: '2026-11-20T10:00:00Z',
    action: 'video.update',
    actorId: null,
    actorName: 'Meera Joshi',
    actorNow: null,
    subjectId: id,
    subjectName: title,
    before: {},
    after: {},
    address: '127.0.0.1',
    hasUsers: false,
    ...part,
  };
  render(
    <MemoryRouter at="/admin/audit-log">
      <Affected entry={entry} onOpen={onOpen} />
    </MemoryRouter>,
  );
  return { onOpen, entry };
}

test('the title of a video opens its entry, where it stands in full', () => {
  const { onOpen, entry } = show({});
  fireEvent.click(screen.getByRole('button', { name: title }));
  expect(onOpen).toHaveBeenCalledWith(entry);
});

test('a user leads to the page of that user', () => {
  show({ action: 'user.block', subjectName: 'Asha Verma' });
  const link = screen.getByRole('link', { name: 'Asha Verma' });
  expect(link.getAttribute('href')).toBe(`/admin/users/${id}`);
  expect(screen.queryByRole('button')).toBeNull();
});

test('an error of a browser is no user', () => {
  show({ action: 'client-error.set-resolved', subjectName: 'Failed to fetch' });
  expect(screen.queryByRole('link')).toBeNull();
});

test('who acted has the name and the role of today', () => {
  const { entry } = show({ actorId: id, actorName: 'Super administrator' });
  const page = (actorNow: AuditEntry['actorNow']) => (
    <MemoryRouter at="/admin/audit-log">
      <Actor entry={{ ...entry, actorNow }} />
    </MemoryRouter>
  );
  const { rerender } = render(page({ name: 'Anjali Deshpande', userType: 'SUPER_ADMIN' }));
  const link = screen.getByRole('link', { name: 'Anjali Deshpande' });
  expect(link.getAttribute('href')).toBe(`/admin/users/${id}`);
  expect(link.parentElement?.textContent).toBe('Anjali Deshpande Super administrator');
  rerender(page({ name: 'Super administrator', userType: 'SUPER_ADMIN' }));
  expect(screen.getByRole('link').parentElement?.textContent).toBe('Super administrator');
  rerender(page(null));
  expect(screen.queryByRole('link', { name: /Anjali|Super/ })).toBeNull();
  expect(screen.getByText('Super administrator')).toBeTruthy();
});

test('many users open with their entry', () => {
  const { onOpen } = show({
    action: 'user-group.new-codes',
    subjectName: 'Class 8',
    after: { users: 12 },
    hasUsers: true,
  });
  expect(screen.getByText('Class 8').closest('button')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '12 users' }));
  expect(onOpen).toHaveBeenCalledOnce();
});

test('the one user whose groups changed is named beside the group', () => {
  const { onOpen } = show({
    action: 'user-group.change-members',
    subjectName: 'Morning batch',
    after: { user: 'Ravi Kumar', added: 1, removed: 0 },
    hasUsers: true,
  });
  expect(screen.getByText('Morning batch')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Ravi Kumar' }));
  expect(onOpen).toHaveBeenCalledOnce();
});

test('several new members of a group are counted', () => {
  const after = { added: 2, removed: 1 };
  show({ action: 'user-group.change-members', subjectName: 'Class 8', after, hasUsers: true });
  expect(screen.getByRole('button', { name: '3 users' })).toBeTruthy();
});

test.each([
  ['system.configure', 'System', 'Settings'],
  ['drm.set-provider', 'playready', 'PlayReady'],
  ['alert.export', 'csv', 'CSV file'],
] as const)('%s of %s reads %s', (action, subjectName, text) => {
  show({ action, subjectId: null, subjectName });
  expect(screen.getByText(text)).toBeTruthy();
});

test('nothing is shown where nothing is named', () => {
  show({ action: 'user.export', subjectId: null, subjectName: '' });
  expect(document.body.textContent).toBe('');
});
