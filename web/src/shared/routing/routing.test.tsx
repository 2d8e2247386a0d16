import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserAddress } from './browser-address.ts';
import { Link, NavLink } from './Link.tsx';
import { Router } from './Router.tsx';
import { Navigate, Outlet, Route, Routes } from './Routes.tsx';
import { useLocation, useParams } from './use-address.ts';

const scrollTo = vi.fn();
beforeEach(() => {
  vi.stubGlobal('scrollTo', scrollTo);
  scrollTo.mockClear();
});
afterEach(cleanup);

function Lesson() {
  const { id } = useParams();
  const { search } = useLocation();
  return (
    <>
      <p>{`lesson ${id}${search}`}</p>
      <Link to={{ search: 't=5' }}>later</Link>
    </>
  );
}

function Frame() {
  return (
    <>
      <NavLink to="/" end className={({ isActive }) => (isActive ? 'here' : '')}>
        home
      </NavLink>
      <NavLink to="/admin" className={({ isActive }) => (isActive ? 'here' : '')}>
        admin
      </NavLink>
      <Link to="/watch/7">seven</Link>
      <a href="/watch/7" onClick={(event) => event.preventDefault()}>
        foreign
      </a>
      <Outlet />
    </>
  );
}

function Admin() {
  return (
    <Routes>
      <Route path="users" element={<p>users</p>} />
      <Route path="users/:id" element={<UserOf />} />
    </Routes>
  );
}

function UserOf() {
  return <p>{`user ${useParams()['id']}`}</p>;
}

function show(path: string) {
  window.history.replaceState(null, '', path);
  render(
    <Router bar={browserAddress}>
      <Routes>
        <Route path="/old" element={<Navigate to="/watch/1" replace />} />
        <Route element={<Frame />}>
          <Route path="/" element={<p>library</p>} />
          <Route path="/watch/:id" element={<Lesson />} />
          <Route path="/admin/*" element={<Admin />} />
        </Route>
        <Route path="*" element={<p>nowhere</p>} />
      </Routes>
    </Router>,
  );
}

const path = () => `${window.location.pathname}${window.location.search}`;

test('a link shows its page in the same frame, from the top, and back leads back', async () => {
  show('/');
  const frame = screen.getByText('home');
  expect(frame.getAttribute('aria-current')).toBe('page');
  fireEvent.click(screen.getByText('seven'));
  expect(screen.getByText('lesson 7')).toBeTruthy();
  expect(screen.getByText('home')).toBe(frame);
  expect(frame.getAttribute('aria-current')).toBeNull();
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
  const back = new Promise((resolve) => window.addEventListener('popstate', resolve));
  window.history.back();
  await act(() => back);
  expect(screen.getByText('library')).toBeTruthy();
  expect(scrollTo).toHaveBeenCalledOnce();
});

test('a change of the search stays on the page and where it was scrolled', () => {
  show('/watch/7');
  fireEvent.click(screen.getByText('later'));
  expect(screen.getByText('lesson 7?t=5')).toBeTruthy();
  expect(scrollTo).not.toHaveBeenCalled();
});

test('a link to where one is adds nothing to the history', () => {
  show('/watch/7');
  const before = window.history.length;
  fireEvent.click(screen.getByText('seven'));
  expect(window.history.length).toBe(before);
});

test('routes within routes see what is left of the path', () => {
  show('/admin/users/9');
  expect(screen.getByText('user 9')).toBeTruthy();
  expect(screen.getByText('admin').className).toBe('here');
});

test('leads elsewhere without a trace', () => {
  show('/old');
  expect(screen.getByText('lesson 1')).toBeTruthy();
  expect(path()).toBe('/watch/1');
});

test('an address that no route covers shows the last one', () => {
  show('/no/such/page');
  expect(screen.getByText('nowhere')).toBeTruthy();
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
  'a click that opens a new tab is left to the browser: %j',
  (how) => {
    show('/');
    // jsdom can't open tabs: only checks that we leave the event alone.
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...how });
    let isTaken = true;
    const look = (seen: Event) => {
      isTaken = seen.defaultPrevented;
      seen.preventDefault();
    };
    window.addEventListener('click', look, { once: true });
    act(() => void screen.getByText('seven').dispatchEvent(event));
    expect(isTaken).toBe(false);
    expect(path()).toBe('/');
  },
);
