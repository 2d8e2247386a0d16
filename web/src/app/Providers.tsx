import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { isRefusal } from '../shared/api/refusal.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { ErrorState } from '../ui/StateMessage.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/** How long an answer counts as fresh, so that moving between pages does not ask again. */
const FRESH_MS = 30_000;

/** Toasts answer what a user does, so their code is fetched when the user first does something. */
const Toaster = lazy(() => import('../ui/Toaster.tsx').then((m) => ({ default: m.Toaster })));

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures === 0 && !isRefusal(error),
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
  });
}

/** Everything that pages expect above them. */
export function Providers({ children }: { readonly children: ReactNode }) {
  const { t } = useText();
  const [queryClient] = useState(createQueryClient);
  const touched = useTouched();
  return (
    <ErrorBoundary fallback={<UncaughtError />}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      {touched ? (
        <Suspense fallback={null}>
          <Toaster label={t('common.notifications')} closeLabel={t('common.close')} />
        </Suspense>
      ) : null}
    </ErrorBoundary>
  );
}

/** True from the first press of a button or key. */
function useTouched(): boolean {
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    if (touched) return;
    const touch = () => setTouched(true);
    window.addEventListener('pointerdown', touch);
    window.addEventListener('keydown', touch);
    return () => {
      window.removeEventListener('pointerdown', touch);
      window.removeEventListener('keydown', touch);
    };
  }, [touched]);
  return touched;
}

function UncaughtError() {
  const { t } = useText();
  return (
    <ErrorState
      title={t('errors.title')}
      retryLabel={t('common.reload')}
      onRetry={() => window.location.reload()}
    >
      {t('errors.uncaught')}
    </ErrorState>
  );
}
