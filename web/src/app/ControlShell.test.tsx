import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../shared/api/api-context.ts';
import { createFakeApi, createFakeSession, learnerLogin } from '../shared/api/testing/fake-api.ts';
import { startI18n } from '../shared/i18n/i18n.ts';
import { Link } from '../shared/routing/Link.tsx';
import { Route, Routes } from '../shared/routing/Routes.tsx';
import { MemoryRouter } from '../shared/routing/testing/MemoryRouter.tsx';
import { ControlShell } from './ControlShell.tsx';

beforeAll(startI18n);
afterEach(cleanup);

function show(hasNavigation = true, page: ReactNode = <p>page</p>) {
  const session = createFakeSession({
    ...learnerLogin,
    userType: 'ADMIN',
    permissions: ['users.read', 'videos.write'],
  });
  render(
    <MemoryRouter at="/admin/users">
      <ApiProvider value={createFakeApi({ session })}>
        <ControlShell hasNavigation={hasNavigation} userMenu={<button type="button">Me</button>}>
          {page}
        </ControlShell>
      </ApiProvider>
    </MemoryRouter>,
  );
}

const menu = () => screen.getByRole('button', { name: 'Menu' });
const isOpen = () => menu().getAttribute('aria-expanded') === 'true';

test('its sections are named lists of allowed pages, and the current page stands out', () => {
  show();
  const nav = within(screen.getByRole('navigation', { name: 'Main navigation' }));
  const linksOf = (name: string) =>
    within(nav.getByRole('list', { name }))
      .getAllByRole('link')
      .map((link) => link.textContent);
  expect(linksOf('Teach')).toEqual(['Library', 'Videos', 'Uploads']);
  expect(linksOf('People')).toEqual(['Users', 'Groups']);
  expect(nav.queryByRole('list', { name: 'Protect' })).toBeNull();
  expect(linksOf('System')).toEqual(['Storage']);
  const here = nav.getAllByRole('link').filter((link) => link.getAttribute('aria-current'));
  expect(here.map((link) => link.textContent)).toEqual(['Users']);
});

test('the menu closes by Escape, with the focus back, when it is left, and on another page', () => {
  show();
  expect(isOpen()).toBe(false);
  fireEvent.click(menu());
  expect(isOpen()).toBe(true);
  fireEvent.keyDown(screen.getByRole('link', { name: 'Groups' }), { key: 'Escape' });
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(menu());

  fireEvent.click(menu());
  act(() => screen.getByRole('main').focus());
  expect(isOpen()).toBe(false);

  fireEvent.click(menu());
  act(() => screen.getByRole('link', { name: 'Groups' }).focus());
  expect(isOpen()).toBe(true);
  fireEvent.click(screen.getByRole('link', { name: 'Groups' }));
  expect(isOpen()).toBe(false);
});

test('the main part takes the focus of a link in it that led to another page, not of the navigation', async () => {
  const pages = (
    <Routes>
      <Route path="/admin/users" element={<Link to="/admin/users/import">Import</Link>} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>
  );
  show(true, pages);
  const follow = async (name: string) => {
    const link = screen.getByRole('link', { name });
    act(() => link.focus());
    fireEvent.click(link);
    await screen.findByText('Elsewhere');
    return link;
  };
  expect(document.activeElement).toBe(document.body);
  await follow('Import');
  expect(document.activeElement).toBe(screen.getByRole('main'));
  const groups = await follow('Groups');
  expect(document.activeElement).toBe(groups);
});

test('the name of the product leads home', () => {
  show();
  expect(screen.getByRole('link', { name: 'Prahari' }).getAttribute('href')).toBe('/admin');
});

test('a user who must first set up a second factor has no navigation', () => {
  show(false);
  expect(screen.queryByRole('link', { name: 'Prahari' })).toBeNull();
  expect(screen.queryByRole('navigation')).toBeNull();
});
