import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useText } from '../shared/i18n/use-text.ts';
import { ErrorState } from '../ui/StateMessage.tsx';
import { Toaster } from '../ui/Toaster.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/** How long an answer counts as fresh, so that moving between pages does not ask again. */
const FRESH_MS = 30_000;

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: 1, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}

/** Everything that pages expect above them. */
export function Providers({ children }: { readonly children: ReactNode }) {
  const { t } = useText();
  const [queryClient] = useState(createQueryClient);
  return (
    <ErrorBoundary fallback={<UncaughtError />}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      <Toaster label={t('common.notifications')} closeLabel={t('common.close')} />
    </ErrorBoundary>
  );
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
