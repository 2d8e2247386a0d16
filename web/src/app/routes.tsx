import { isAdministrator } from '@prahari/contract';
import { Suspense, useState } from 'react';
import { ApiProvider } from '../shared/api/api-context.ts';
import { type Api, createBrowserApi } from '../shared/api/browser-api.ts';
import { clientVersion } from '../shared/api/client-version.ts';
import { createCorrelationId } from '../shared/api/correlation-id.ts';
import { canKeepDeviceKey } from '../shared/api/device-key.ts';
import { findUserTextKey } from '../shared/api/user-text.ts';
import { reportThrough } from '../shared/errors/reporting-api.ts';
import { currentLanguage, sayIn } from '../shared/i18n/i18n.ts';
import { Route, Routes } from '../shared/routing/Routes.tsx';
import { runWhenIdle } from '../shared/timing/run-when-idle.ts';
import {
  downloadsPage,
  leaveCopies,
  offlinePage,
  openCopy,
  prepareLikelyCopy,
} from './copies-ahead.ts';
import { NotFoundPage } from './lazy-not-found-page.ts';
import { lazyPage, lazyWithTexts } from './lazy-with-texts.ts';
import { PageInChunk, pageChunk } from './PageInChunk.tsx';
import { PageLoading } from './PageLoading.tsx';
import { ForgetOnUserChange, RequireSession } from './SessionGate.tsx';
import { controlShell, ShellOfUsers, SignedInShell } from './SignedInShell.tsx';
import { openVideo, prepareLikely, prepareToWatch, watchPage } from './watch-ahead.ts';

// Every page is a separate chunk: a page that is never opened is never fetched.
const libraryPage = pageChunk(() =>
  import('../features/library/LibraryPage.tsx').then((m) => m.LibraryPage),
);
// While the session is being resumed.
if (window.location.pathname === '/') void libraryPage.fetchAhead();
const AdminPages = lazyPage(() => import('./AdminPages.tsx').then((m) => m.AdminPages));
const ProfilePage = lazyWithTexts('account', () =>
  import('../features/profile/ProfilePage.tsx').then((m) => m.ProfilePage),
);
const SignInPage = lazyPage(() => import('./SignInRoute.tsx').then((m) => m.SignInRoute));
// Once in most learners' lives.
const ActivatePage = lazyWithTexts('account', () =>
  import('./ActivateRoute.tsx').then((m) => m.ActivateRoute),
);
const ForgotPasswordPage = lazyWithTexts('account', () =>
  import('./ForgotPasswordRoute.tsx').then((m) => m.ForgotPasswordRoute),
);
const DoctorPage = lazyWithTexts('doctor', () =>
  import('./DoctorRoute.tsx').then((m) => m.DoctorRoute),
);
const InsecureOriginPage = lazyWithTexts('account', () =>
  import('./InsecureOriginPage.tsx').then((m) => m.InsecureOriginPage),
);

const NeedsConnection = lazyWithTexts('account', () =>
  import('./NeedsConnection.tsx').then((m) => m.NeedsConnection),
);

const withoutConnection = (
  <SignedInShell>
    <NeedsConnection />
  </SignedInShell>
);

/** The page has what it needs by then. */
const keepHouseAfterMs = 4000;

/** Development has no worker: it would keep what is being changed. */
function keepHouseLater({ session }: Api): void {
  const load = () => import('./begin-house-keeping.ts');
  // Where it can't be fetched, the page works without it.
  const begin = () =>
    void load()
      .then((house) => house.begin(session))
      .catch(() => undefined);
  // A video is to have its first picture.
  const isVideo = window.location.pathname.startsWith('/watch/');
  window.setTimeout(() => runWhenIdle(begin), isVideo ? watchAfterMs : keepHouseAfterMs);
}

/** Long after the page and its video have what they need. */
const watchAfterMs = 15_000;

function watchLater(api: Api): void {
  const load = () => import('../shared/client-watch/begin-watch.ts');
  // It is an aid: where it can't be fetched, the page works without it.
  const begin = () =>
    load().then(
      (watch) => watch.beginWatch(api),
      () => undefined,
    );
  window.setTimeout(() => runWhenIdle(() => void begin()), watchAfterMs);
}

export function AppRoutes() {
  return (
    <Suspense fallback={<PageLoading />}>
      {canKeepDeviceKey() ? <ConnectedRoutes /> : <InsecureOriginPage />}
    </Suspense>
  );
}

const userText = (error: unknown) => sayIn(currentLanguage())(findUserTextKey(error));

function ConnectedRoutes() {
  const [api] = useState(() => {
    const connected = createBrowserApi(window.location.origin);
    const userType = connected.session.state().context?.userType;
    if (userType && isAdministrator(userType)) void controlShell.fetchAhead();
    watchLater(connected);
    if (import.meta.env.PROD) keepHouseLater(connected);
    reportThrough({ api: connected, userText, newId: createCorrelationId, clientVersion });
    return connected;
  });
  return (
    <ApiProvider value={api}>
      <ForgetOnUserChange>
        <Routes>
          <Route path="/login" element={<SignInPage />} />
          <Route path="/activate" element={<ActivatePage />} />
          <Route path="/forgot-password" element={<ForgotPasswordPage />} />
          <Route element={<RequireSession withoutConnection={withoutConnection} />}>
            <Route element={<SignedInShell />}>
              <Route
                path="/"
                element={
                  <PageInChunk
                    chunk={libraryPage}
                    props={{
                      onLikely: (videoId) => prepareLikely(api, videoId),
                      onIntent: (videoId) => prepareToWatch(api, videoId),
                      onOpen: (videoId) => openVideo(api, videoId),
                    }}
                  />
                }
              />
              <Route path="/watch/:id" element={<PageInChunk chunk={watchPage} props={{}} />} />
              <Route
                path="/downloads"
                element={
                  <PageInChunk
                    chunk={downloadsPage}
                    props={{
                      onLikely: (copyId) => prepareLikelyCopy(api, copyId),
                      onOpen: (copyId) => openCopy(api, copyId),
                      onLeave: leaveCopies,
                    }}
                  />
                }
              />
              <Route
                path="/offline/:copyId"
                element={<PageInChunk chunk={offlinePage} props={{}} />}
              />
              <Route path="/profile" element={<ProfilePage />} />
              <Route path="/admin/*" element={<AdminPages />} />
            </Route>
          </Route>
          <Route element={<ShellOfUsers />}>
            <Route path="/doctor" element={<DoctorPage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Routes>
      </ForgetOnUserChange>
    </ApiProvider>
  );
}
