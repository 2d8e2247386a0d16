import {
  MutationCache,
  onlineManager,
  QueryCache,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { isRefusal } from '../shared/api/refusal.ts';
import { browserConnection } from '../shared/connection/browser-connection.ts';
import { noticeError } from '../shared/errors/notice-error.ts';
import { runWhenIdle } from '../shared/timing/run-when-idle.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { Crash } from './Crash.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { feedbackDemand } from './feedback-demand.ts';
import { lazyPage, lazyWithTexts } from './lazy-with-texts.ts';

/** How long an answer counts as fresh, so that moving between pages does not ask again. */
const FRESH_MS = 30_000;

/** Toasts answer what a user does, so their code is fetched when the user first does something. */
const Feedback = lazyPage(() => import('./Feedback.tsx').then((m) => m.Feedback));
const IssueAlert = lazyWithTexts('account', () =>
  import('./IssueAlert.tsx').then((m) => m.IssueAlert),
);

function createQueryClient(): QueryClient {
  // Questions wait while the server can't be reached, and go on when it can.
  onlineManager.setEventListener((setOnline) =>
    browserConnection.subscribe(() => setOnline(browserConnection.isUp())),
  );
  return new QueryClient({
    // Calls notice their own errors; these are of the code around them.
    queryCache: new QueryCache({ onError: (error) => noticeError('query', error) }),
    mutationCache: new MutationCache({ onError: (error) => noticeError('mutation', error) }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures === 0 && !isRefusal(error),
        refetchOnWindowFocus: false,
      },
      // Without a connection it fails at once, and says so, instead of waiting for an answer that
      // may never arrive.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Everything that pages expect above them. */
export function Providers({ children }: { readonly children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const touched = useTouched();
  const wanted = useSyncExternalStore(feedbackDemand.subscribe, feedbackDemand.get);
  return (
    <>
      <ErrorBoundary fallback={(error) => <Crash error={error} />}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </ErrorBoundary>
      <ConnectionBanner />
      {touched || wanted ? (
        <Suspense fallback={null}>
          <Feedback IssueAlert={IssueAlert} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Returns true from the first press of a button or key. */
function useTouched(): boolean {
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    if (touched) return;
    const touch = () => runWhenIdle(() => setTouched(true));
    window.addEventListener('pointerdown', touch);
    window.addEventListener('keydown', touch);
    return () => {
      window.removeEventListener('pointerdown', touch);
      window.removeEventListener('keydown', touch);
    };
  }, [touched]);
  return touched;
}
