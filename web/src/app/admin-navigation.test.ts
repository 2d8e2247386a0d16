import { type Permission, permissionNames } from '@prahari/contract';
import { expect, test } from 'vitest';
import { listSections } from './admin-navigation.ts';

const offered = (...rights: Permission[]) =>
  listSections((right) => rights.includes(right)).map(({ name, entries }) => [
    name,
    entries.map(({ to }) => to),
  ]);

test('a user with all permissions has four sections', () => {
  expect(offered(...permissionNames)).toEqual([
    ['common.navTeach', ['/', '/admin/videos', '/admin/uploads']],
    ['common.navPeople', ['/admin/users', '/admin/groups', '/admin/analytics']],
    [
      'common.navProtect',
      ['/admin/alerts', '/admin/security', '/admin/security/audits', '/admin/key-systems'],
    ],
    [
      'common.navOperate',
      [
        '/admin/storage',
        '/admin/client-errors',
        '/admin/performance',
        '/admin/quality',
        '/admin/health',
        '/admin/runners',
        '/admin/audit-log',
        '/admin/system',
      ],
    ],
  ]);
});

test('pages without permission are hidden, and so are empty sections', () => {
  expect(offered()).toEqual([['common.navTeach', ['/']]]);
  expect(offered('users.read')).toEqual([
    ['common.navTeach', ['/']],
    ['common.navPeople', ['/admin/users', '/admin/groups']],
  ]);
  expect(offered('videos.write')).toEqual([
    ['common.navTeach', ['/', '/admin/videos', '/admin/uploads']],
    ['common.navOperate', ['/admin/storage']],
  ]);
});

test('a user who may import learners but not see them has the import as a separate page', () => {
  expect(offered('users.import')).toContainEqual(['common.navPeople', ['/admin/users/import']]);
});
