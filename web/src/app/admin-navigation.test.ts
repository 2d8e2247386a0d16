import { type Permission, permissionNames } from '@prahari/contract';
import { expect, test } from 'vitest';
import { findTabs, isOpen, listSections } from './admin-navigation.ts';

const holding = (rights: readonly Permission[]) => (right: Permission) => rights.includes(right);
const offered = (...rights: Permission[]) =>
  listSections(holding(rights)).map(({ name, places }) => [
    name,
    places.map(({ pages }) => pages.map(({ to }) => to).join(' ')),
  ]);

test('a user with all permissions has four sections of few places', () => {
  expect(offered(...permissionNames)).toEqual([
    ['navigation.teach', ['/', '/admin/videos', '/admin/uploads']],
    ['navigation.people', ['/admin/users', '/admin/groups', '/admin/analytics']],
    [
      'navigation.protect',
      [
        '/admin/alerts',
        '/admin/security /admin/security/audits /admin/key-systems /admin/audit-log',
      ],
    ],
    [
      'navigation.operate',
      [
        '/admin/health /admin/performance /admin/quality /admin/client-errors /admin/storage ' +
          '/admin/runners',
        '/admin/system',
      ],
    ],
  ]);
});

test('pages without permission are hidden, and so are empty sections', () => {
  expect(offered()).toEqual([['navigation.teach', ['/']]]);
  expect(offered('users.read')).toEqual([
    ['navigation.teach', ['/']],
    ['navigation.people', ['/admin/users', '/admin/groups']],
  ]);
  expect(offered('videos.write')).toEqual([
    ['navigation.teach', ['/', '/admin/videos', '/admin/uploads']],
    ['navigation.operate', ['/admin/storage']],
  ]);
});

test('a user who may import learners but not see them has the import as a separate page', () => {
  expect(offered('users.import')).toContainEqual(['navigation.people', ['/admin/users/import']]);
});

test('a place of which only one page is allowed has the name of that page', () => {
  const labels = (...rights: Permission[]) =>
    listSections(holding(rights)).flatMap(({ places }) => places.map(({ label }) => label));
  expect(labels('audit-log.read')).toEqual(['library.title', 'navigation.auditLog']);
  expect(labels('audit-log.read', 'security.audit')).toEqual([
    'library.title',
    'navigation.security',
  ]);
});

test('the allowed pages of a place are tabs above each of them, and above no page below', () => {
  const tabs = (at: string, ...rights: Permission[]) =>
    findTabs(holding(rights), at)?.pages.map(({ to }) => to);
  const some: Permission[] = ['performance.read', 'videos.write'];
  const row = ['/admin/health', '/admin/performance', '/admin/client-errors', '/admin/storage'];
  expect(tabs('/admin/storage', ...some)).toEqual(row);
  expect(tabs('/admin/health', ...some)).toEqual(row);
  expect(tabs('/admin/runners', ...some)).toBeUndefined();
  expect(tabs('/admin/storage', 'videos.write')).toBeUndefined();
  expect(tabs('/admin/videos', ...permissionNames)).toBeUndefined();
  expect(tabs('/admin/security/audits/one', ...permissionNames)).toBeUndefined();
});

test('a page is open at its address, at those below and at that of its other page', () => {
  const page = { to: '/admin/a', label: 'navigation.users', also: '/admin/b' } as const;
  const at = ['/admin/a', '/admin/a/1', '/admin/b', '/admin/ab', '/admin/b/1', '/admin'];
  expect(at.filter((path) => isOpen(page, path))).toEqual(['/admin/a', '/admin/a/1', '/admin/b']);
  expect(at.filter((path) => isOpen({ ...page, end: true }, path))).toEqual([
    '/admin/a',
    '/admin/b',
  ]);
});
