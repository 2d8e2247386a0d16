import { useEffect, useState } from 'react';
import { getBrowserErrorLog } from '../shared/errors/browser-error-log.ts';
import { reportIssue } from '../shared/errors/report-issue.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/StateMessage.tsx';

/** Shows an error that no code caught. Says that the team knows only after the server has it. */
export function UncaughtPanel({ error }: { readonly error: unknown }) {
  const { t } = useText();
  const [entry] = useState(() => getBrowserErrorLog().entryFor(error, 'render'));
  const [known, setKnown] = useState(false);
  useEffect(() => {
    void getBrowserErrorLog().deliver(entry.id).then(setKnown);
  }, [entry]);
  return (
    <ErrorState
      title={t('errors.title')}
      retryLabel={t('common.reload')}
      onRetry={() => window.location.reload()}
      action={
        <Button onClick={() => void reportIssue(error, 'render')}>
          {t('trouble.reportIssue')}
        </Button>
      }
    >
      {t(known ? 'trouble.uncaught' : 'errors.unexpected')}
    </ErrorState>
  );
}
