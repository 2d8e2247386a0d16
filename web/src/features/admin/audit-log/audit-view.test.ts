import { endpoints } from '@prahari/contract';
import { expect, test } from 'vitest';
import { readView } from '../../../shared/table/view-address.ts';
import { auditView, buildAuditQuery } from './audit-view.ts';

const asha = '8e4df3a4-1111-4a2b-8c3d-000000000001';
const queryFor = (address: string, subject: string | null = null) =>
  buildAuditQuery(readView(new URLSearchParams(address), auditView), subject);

test('days reach from their first to their last moment, in the zone of the viewer', () => {
  const { from, to } = queryFor('f.at=2026-11-20..2026-11-20');
  expect(from).toBe(new Date(2026, 10, 20).toISOString());
  expect(to).toBe(new Date(2026, 10, 20, 23, 59, 59, 999).toISOString());
});

test('action, user and search go to the call', () => {
  const query = queryFor('f.action=user.block&search=meera', asha);
  expect(query).toMatchObject({ action: 'user.block', search: 'meera', subjectId: asha });
  expect(endpoints.users.auditLog.query.safeParse(query).success).toBe(true);
});

test('a filter that the call does not take is left out', () => {
  expect(queryFor('f.action=user.love&f.at=..', 'somebody')).toEqual({
    page: 1,
    limit: 25,
    throwaway: 'false',
  });
});

test('what security audits did themselves is hidden until it is shown', () => {
  expect(queryFor('').throwaway).toBe('false');
  expect(queryFor('f.tests=true')).not.toHaveProperty('throwaway');
});
