import type { Permission } from '@prahari/contract';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../shared/api/api-context.ts';
import { createFakeApi, createFakeSession, learnerLogin } from '../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../shared/i18n/i18n.ts';
import { Link } from '../shared/routing/Link.tsx';
import { Route, Routes } from '../shared/routing/Routes.tsx';
import { MemoryRouter } from '../shared/routing/testing/MemoryRouter.tsx';
import { ControlShell } from './ControlShell.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('navigation');
});
afterEach(cleanup);

interface Place {
  readonly at?: string;
  readonly rights?: readonly Permission[];
}

function show(
  hasNavigation = true,
  page: ReactNode = <p>page</p>,
  { at = '/admin/users', rights = ['users.read', 'videos.write'] }: Place = {},
) {
  const session = createFakeSession({
    ...learnerLogin,
    userType: 'ADMIN',
    permissions: [...rights],
  });
  render(
    <MemoryRouter at={at}>
      <ApiProvider value={createFakeApi({ session })}>
        <ControlShell hasNavigation={hasNavigation} userMenu={<button type="button">Me</button>}>
          {page}
        </ControlShell>
      </ApiProvider>
    </MemoryRouter>,
  );
}

const menu = () => screen.getByRole('button', { name: 'Menu' });
const listCurrent = () =>
  within(screen.getByRole('navigation', { name: 'Main navigation' }))
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.textContent);
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
  expect(listCurrent()).toEqual(['Users']);
});

test('what somebody did belongs to the alerts', () => {
  show(true, <p>page</p>, { at: '/admin/activity', rights: ['alerts.read', 'users.read'] });
  expect(listCurrent()).toEqual(['Alerts']);
});

test('pages of one place are tabs above each, of which the open one stands out', () => {
  show(true, <p>page</p>, {
    at: '/admin/performance',
    rights: ['performance.read', 'videos.write'],
  });
  const tabs = within(screen.getByRole('navigation', { name: 'Operations' })).getAllByRole('link');
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-current')])).toEqual([
    ['System health', null],
    ['Performance', 'page'],
    ['Browser errors', null],
    ['Storage', null],
  ]);
  const place = screen.getByRole('link', { name: 'Operations' });
  expect(place.getAttribute('href')).toBe('/admin/health');
  expect(place.getAttribute('aria-current')).toBe('true');
});

test('a page that is no tab has none above it', () => {
  show(true, <p>page</p>, { at: '/admin/users' });
  expect(screen.getAllByRole('navigation')).toHaveLength(1);
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

const elsewhere = (
  <>
    <h1>Elsewhere</h1>
    <button type="button">First</button>
  </>
);

async function follow(name: string) {
  const link = screen.getByRole('link', { name });
  act(() => link.focus());
  fireEvent.click(link);
  return screen.findByRole('heading', { name: 'Elsewhere' });
}

test('the heading of a page has the focus of the link that led to it, in the page or navigation', async () => {
  const pages = (
    <Routes>
      <Route path="/admin/users" element={<Link to="/admin/users/import">Import</Link>} />
      <Route path="*" element={elsewhere} />
    </Routes>
  );
  show(true, pages);
  // Not of the page that one begins with.
  expect(document.activeElement).toBe(document.body);
  const heading = await follow('Import');
  expect(document.activeElement).toBe(heading);
  expect(heading.tabIndex).toBe(-1);
  expect(document.activeElement).toBe(await follow('Groups'));
});

function Late() {
  const [isThere, setThere] = useState(false);
  const come = () => setThere(true);
  return isThere ? elsewhere : <input aria-label="Come" onChange={come} />;
}

test('a page whose heading comes with its data has it then, unless one went on meanwhile', async () => {
  show(
    true,
    <Routes>
      <Route path="/admin/groups" element={<Late />} />
      <Route path="*" element={<p>Page</p>} />
    </Routes>,
  );
  const groups = screen.getByRole('link', { name: 'Groups' });
  act(() => groups.focus());
  fireEvent.click(groups);
  const come = await screen.findByLabelText('Come');
  expect(document.activeElement).toBe(screen.getByRole('main'));
  fireEvent.change(come, { target: { value: 'x' } });
  const heading = await screen.findByRole('heading', { name: 'Elsewhere' });
  await expect.poll(() => document.activeElement).toBe(heading);
});

function Search() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return <input ref={field} aria-label="Search" />;
}

test('what a page gave the focus to keeps it', async () => {
  show(
    true,
    <Routes>
      <Route path="/admin/groups" element={<Search />} />
      <Route path="*" element={<p>Page</p>} />
    </Routes>,
  );
  fireEvent.click(screen.getByRole('link', { name: 'Groups' }));
  expect(document.activeElement).toBe(await screen.findByLabelText('Search'));
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
