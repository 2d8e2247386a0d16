import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { hasKeptCopies } from '../domain/offline/kept-mark.ts';
import { signInPath } from '../features/sign-in/return-path.ts';
import { useApi, useSession } from '../shared/api/api-context.ts';
import type { Api } from '../shared/api/browser-api.ts';
import { browserConnection } from '../shared/connection/browser-connection.ts';
import { Navigate, Outlet } from '../shared/routing/Routes.tsx';
import { useLocation } from '../shared/routing/use-address.ts';
import { PageLoading } from './PageLoading.tsx';

const downloadsPath = '/downloads';
/** Pages that ask no server: what is kept here, and what plays it. */
const withoutServer = /^\/(?:downloads|offline)(?:\/|$)/;

interface RequireSessionProps {
  /** Shown where a page was opened without a connection. */
  readonly withoutConnection: ReactNode;
}

/**
 * Lets signed-in users pass and remembers where the others wanted to go. Comfort only: the server
 * judges each call.
 */
export function RequireSession({ withoutConnection }: RequireSessionProps) {
  const { context, cause } = useSession();
  const location = useLocation();
  const resumed = useResumedSession();
  if (!context) {
    // A user who signs out on purpose starts at the home page next time.
    const to = cause === 'signed-out' ? '/login' : signInPath(location);
    return <Navigate to={to} replace />;
  }
  if (resumed === 'waiting') return <PageLoading />;
  if (resumed === 'away' && !withoutServer.test(location.pathname)) {
    // The start page of who opens the app without a connection: what they kept.
    if (location.pathname === '/') return <Navigate to={downloadsPath} replace />;
    return withoutConnection;
  }
  // Nothing else would be answered.
  if (context.mustEnrolSecondFactor && location.pathname !== '/profile') {
    return <Navigate to="/profile" replace />;
  }
  return <Outlet />;
}

/** Answers kept for one user must not show to the next. */
export function ForgetOnUserChange({ children }: { readonly children: ReactNode }) {
  const api = useApi();
  const { session } = api;
  const queryClient = useQueryClient();
  useEffect(() => {
    let userId = session.state().context?.user.id;
    return session.subscribe(() => {
      const nextUserId = session.state().context?.user.id;
      if (nextUserId !== userId) queryClient.clear();
      userId = nextUserId;
      if (session.state().cause === 'signed-out' && hasKeptCopies()) void removeCopies(api);
    });
  }, [api, queryClient, session]);
  return children;
}

/** What a user kept on this device goes with a sign-out; a session that only ended keeps it. */
async function removeCopies(api: Api): Promise<void> {
  const { openCopies } = await import('../domain/offline/use-copies.ts');
  await (await openCopies(api)).removeAll();
}

type Resumption = 'waiting' | 'resumed' | 'away';

/**
 * Tells whether the access token of a reloaded page is back, or is known not to come now; `away`
 * until there is a connection. No one is signed out for want of one.
 */
function useResumedSession(): Resumption {
  const api = useApi();
  const [resumption, setResumption] = useState<Resumption>(() =>
    api.session.accessToken() === undefined ? 'waiting' : 'resumed',
  );
  useEffect(() => {
    if (resumption === 'resumed') return;
    let gone = false;
    const become = (next: Resumption) => {
      if (!gone) setResumption(next);
    };
    async function resume() {
      try {
        await api.resume();
      } catch {
        if (!(await browserConnection.check())) {
          become('away');
          await browserConnection.whenUp();
          // When the server can't be asked then, the page says so better than a gate could.
          await api.resume().catch(() => undefined);
        }
      }
      become('resumed');
    }
    void resume();
    return () => {
      gone = true;
    };
  }, [api, resumption]);
  return resumption;
}
