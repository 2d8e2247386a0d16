import type { AuditEntry } from '@prahari/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts, startI18n } from '../../shared/i18n/i18n.ts';
import { FoldedChanges } from './Changes.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

const entry = (before: AuditEntry['before'], after: AuditEntry['after']): AuditEntry => ({
  id: '0199f3c0-0000-7000-8000-000000000001',
  at: '2026-11-20T10:00:00Z',
  action: 'user.update',
  actorId: null,
  actorName: 'Meera Joshi',
  actorNow: null,
  subjectId: null,
  subjectName: 'Asha Verma',
  before,
  after,
  address: '127.0.0.1',
  hasUsers: false,
});

test('several changes are one line with the first value, which opens', () => {
  render(
    <FoldedChanges
      entry={entry({ name: 'A', district: 'Pune' }, { name: 'B', district: 'Goa' })}
    />,
  );
  const folded = document.querySelector('details');
  expect(folded?.querySelector('summary')?.textContent).toBe('Name A → B+1 more');
  expect(folded?.open).toBe(false);
  expect(folded?.querySelectorAll('li')).toHaveLength(2);
});

test('what changed is said before what merely came with it', () => {
  render(
    <FoldedChanges
      entry={entry(
        { note: null, status: 'active' },
        { note: 'Seen', alertId: 'a', status: 'suppressed' },
      )}
    />,
  );
  expect(document.querySelector('summary')?.textContent).toBe('Status Active → Dismissed+2 more');
});

test('a single one, or none, needs no opening', () => {
  render(<FoldedChanges entry={entry({ name: 'A' }, { name: 'B' })} />);
  render(<FoldedChanges entry={entry({}, {})} />);
  expect(document.querySelector('details')).toBeNull();
  expect(screen.getByText('B')).toBeTruthy();
  expect(screen.getByText('–')).toBeTruthy();
});
