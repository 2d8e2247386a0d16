import { listRolePermissions, type Permission } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ApiProvider } from '../shared/api/api-context.ts';
import { createFakeApi, createFakeSession, learnerLogin } from '../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../shared/i18n/i18n.ts';
import { Route, Routes } from '../shared/routing/Routes.tsx';
import { MemoryRouter } from '../shared/routing/testing/MemoryRouter.tsx';
import { AdminPages } from './AdminPages.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(async () => {
  cleanup();
  // Pages that were opened are still being fetched.
  await vi.dynamicImportSettled();
});

type Role = 'LEARNER' | 'ADMIN' | 'SUPER_ADMIN';

/** @returns paths that the page asked the server for */
function open(path: string, userType: Role, permissions: readonly Permission[]): string[] {
  const session = createFakeSession({ ...learnerLogin, userType, permissions: [...permissions] });
  const asked: string[] = [];
  const api = createFakeApi({
    session,
    call(endpoint) {
      asked.push(endpoint.path);
      return new Promise(() => undefined);
    },
  });
  render(
    <MemoryRouter at={path}>
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={api}>
          <Suspense fallback="on its way">
            <Routes>
              <Route path="/admin/*" element={<AdminPages />} />
            </Routes>
          </Suspense>
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return asked;
}

const id = '0199f3c0-0000-7000-8000-000000000001';
const pages: readonly (readonly [path: string, right: Permission])[] = [
  ['/admin/security/audits', 'security.audit'],
  [`/admin/security/audits/${id}`, 'security.audit'],
  ['/admin/security/findings', 'security.audit'],
  ['/admin/uploads', 'videos.write'],
  [`/admin/uploads/${id}`, 'videos.write'],
  ['/admin/storage', 'videos.write'],
  ['/admin/videos', 'videos.write'],
  [`/admin/videos/${id}`, 'videos.write'],
  ['/admin/users/import', 'users.import'],
  ['/admin/groups', 'users.read'],
  ['/admin/users', 'users.read'],
  [`/admin/users/${id}`, 'users.read'],
  ['/admin/client-errors', 'performance.read'],
  ['/admin/analytics', 'analytics.read'],
  ['/admin/quality', 'analytics.read'],
  ['/admin/performance', 'performance.read'],
  ['/admin/health', 'performance.read'],
  ['/admin/alerts', 'alerts.read'],
  ['/admin/security', 'security.read'],
  ['/admin/key-systems', 'security.read'],
  ['/admin/audit-log', 'audit-log.read'],
  ['/admin/system', 'system.configure'],
  ['/admin/runners', 'system.configure'],
];
const title = { name: 'You don’t have access to this page', level: 1 };

describe.each(pages)('%s', (path, right) => {
  test('says so to an administrator without the right, names it, and asks the server nothing', async () => {
    const others = listRolePermissions('ADMIN').filter((one) => one !== right);
    const asked = open(path, 'ADMIN', others);
    expect(await screen.findByRole('heading', title)).toBeTruthy();
    const isForSuper = !listRolePermissions('ADMIN').includes(right);
    const why = isForSuper ? /^Only super administrators/ : /^It needs the permission “/;
    expect(screen.getByText(why)).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/admin');
    expect(asked).toEqual([]);
  });

  test('says so to a learner', async () => {
    const asked = open(path, 'LEARNER', []);
    expect(await screen.findByRole('heading', title)).toBeTruthy();
    expect(screen.getByText('This page is for administrators.')).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/');
    expect(asked).toEqual([]);
  });

  test('opens for who has the right', async () => {
    const isForSuper = !listRolePermissions('ADMIN').includes(right);
    open(path, isForSuper ? 'SUPER_ADMIN' : 'ADMIN', [right]);
    await expect.poll(() => screen.queryByText('on its way')).toBeNull();
    expect(screen.queryByRole('heading', title)).toBeNull();
  });
});

test('the overview is for every administrator, and says so to a learner', async () => {
  open('/admin', 'ADMIN', []);
  await expect.poll(() => screen.queryByText('on its way')).toBeNull();
  expect(screen.queryByRole('heading', title)).toBeNull();
  cleanup();
  open('/admin', 'LEARNER', []);
  expect(await screen.findByRole('heading', title)).toBeTruthy();
});
