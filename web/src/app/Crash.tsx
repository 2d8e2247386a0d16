import { Suspense } from 'react';
import { isChunkFailure } from '../shared/errors/chunk-failure.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { ErrorState } from '../ui/StateMessage.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { lazyWithTexts } from './lazy-with-texts.ts';

const UncaughtPanel = lazyWithTexts('account', () =>
  import('./UncaughtPanel.tsx').then((m) => m.UncaughtPanel),
);

/**
 * Shown instead of a part that failed to render. In the first chunk, since loading chunks may be
 * what fails.
 */
export function Crash({ error }: { readonly error: unknown }) {
  const { t } = useText();
  const plain = (
    <ErrorState
      title={t('errors.title')}
      retryLabel={t('common.reload')}
      onRetry={() => window.location.reload()}
    >
      {t(isChunkFailure(error) ? 'errors.chunk' : 'errors.unexpected')}
    </ErrorState>
  );
  if (isChunkFailure(error)) return plain;
  return (
    <ErrorBoundary fallback={() => plain}>
      <Suspense fallback={plain}>
        <UncaughtPanel error={error} />
      </Suspense>
    </ErrorBoundary>
  );
}
