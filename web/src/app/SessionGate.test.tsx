import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiProvider } from '../shared/api/api-context.ts';
import { createFakeApi, createFakeSession, learnerLogin } from '../shared/api/testing/fake-api.ts';
import { startI18n } from '../shared/i18n/i18n.ts';
import { Route, Routes } from '../shared/routing/Routes.tsx';
import { MemoryRouter } from '../shared/routing/testing/MemoryRouter.tsx';
import { useLocation } from '../shared/routing/use-address.ts';
import { RequireSession } from './SessionGate.tsx';

beforeAll(startI18n);
afterEach(cleanup);
afterEach(() => vi.unstubAllGlobals());

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{`${pathname}${search}`}</p>;
}

function show(path: string, session = createFakeSession(), resume = () => Promise.resolve()) {
  render(
    <MemoryRouter at={path}>
      <ApiProvider value={createFakeApi({ session, resume })}>
        <Address />
        <Routes>
          <Route path="/login" element={<p>sign in</p>} />
          <Route element={<RequireSession withoutConnection={<p>no connection</p>} />}>
            <Route path="/" element={<p>library</p>} />
            <Route path="/watch/:id" element={<p>lesson</p>} />
            <Route path="/downloads" element={<p>downloads</p>} />
            <Route path="/offline/:id" element={<p>copy</p>} />
          </Route>
        </Routes>
      </ApiProvider>
    </MemoryRouter>,
  );
}

const address = () => screen.getByTestId('address').textContent;

test('without a session: leads to the sign-in and remembers the page', () => {
  show('/watch/42?t=9');
  expect(address()).toBe('/login?next=%2Fwatch%2F42%3Ft%3D9');
});

test('a session that ends sends to sign-in with the way back', () => {
  const session = createFakeSession(learnerLogin);
  show('/watch/42', session);
  expect(screen.getByText('lesson')).toBeTruthy();
  act(() => session.end('expired'));
  expect(address()).toBe('/login?next=%2Fwatch%2F42');
});

test('a user who signs out on purpose starts at the home page', () => {
  const session = createFakeSession(learnerLogin);
  show('/watch/42', session);
  act(() => session.end('signed-out'));
  expect(address()).toBe('/login');
});

test.each([
  ['/', 'downloads'],
  ['/downloads', 'downloads'],
  ['/offline/42', 'copy'],
  ['/watch/42', 'no connection'],
])('without a connection %s shows: %s', async (path, shown) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const reloaded = { ...createFakeSession(learnerLogin), accessToken: () => undefined };
  show(path, reloaded, () => Promise.reject(new Error('no network')));
  expect(await screen.findByText(shown)).toBeTruthy();
});
