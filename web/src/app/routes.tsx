import { lazy, Suspense, useState } from 'react';
import { Route, Routes } from 'react-router';
import { ApiProvider } from '../shared/api/api-context.ts';
import { type Api, createBrowserApi } from '../shared/api/browser-api.ts';
import { canKeepDeviceKey } from '../shared/api/device-key.ts';
import { InsecureOriginPage } from './InsecureOriginPage.tsx';
import { PageLoading } from './PageLoading.tsx';
import { ForgetOnUserChange, RequireAdministrator, RequireSession } from './SessionGate.tsx';
import { SignedInShell } from './SignedInShell.tsx';

// Every page is a chunk of its own: what a learner never opens is never fetched.
const LibraryPage = lazy(() =>
  import('../features/library/LibraryPage.tsx').then((m) => ({ default: m.LibraryPage })),
);
const fetchWatchPage = () => import('../features/player/WatchPage.tsx');
const WatchPage = lazy(() => fetchWatchPage().then((m) => ({ default: m.WatchPage })));
/** Somebody is about to watch: page, player and token are fetched before the click. */
function prepareToWatch(api: Api, videoId: string): void {
  fetchWatchPage().then(
    (page) => page.prepareUserToken(api, videoId),
    () => undefined,
  );
}
const UploadsPage = lazy(() =>
  import('../features/admin/uploads/UploadsPage.tsx').then((m) => ({ default: m.UploadsPage })),
);
const UsersPage = lazy(() =>
  import('../features/admin/users/UsersPage.tsx').then((m) => ({ default: m.UsersPage })),
);
const EntryPages = {
  SignIn: lazy(() => import('./EntryPages.tsx').then((m) => ({ default: m.SignIn }))),
  Activate: lazy(() => import('./EntryPages.tsx').then((m) => ({ default: m.Activate }))),
};
const NotFoundPage = lazy(() =>
  import('./NotFoundPage.tsx').then((m) => ({ default: m.NotFoundPage })),
);

export function AppRoutes() {
  if (!canKeepDeviceKey()) return <InsecureOriginPage />;
  return <ConnectedRoutes />;
}

function ConnectedRoutes() {
  const [api] = useState(() => createBrowserApi(window.location.origin));
  return (
    <ApiProvider value={api}>
      <ForgetOnUserChange>
        <Suspense fallback={<PageLoading />}>
          <Routes>
            <Route path="/login" element={<EntryPages.SignIn />} />
            <Route path="/activate" element={<EntryPages.Activate />} />
            <Route element={<RequireSession />}>
              <Route element={<SignedInShell />}>
                <Route
                  path="/"
                  element={<LibraryPage onIntent={(videoId) => prepareToWatch(api, videoId)} />}
                />
                <Route path="/watch/:id" element={<WatchPage />} />
                <Route element={<RequireAdministrator />}>
                  <Route path="/admin/uploads" element={<UploadsPage />} />
                  <Route path="/admin/users" element={<UsersPage />} />
                </Route>
              </Route>
            </Route>
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </ForgetOnUserChange>
    </ApiProvider>
  );
}
