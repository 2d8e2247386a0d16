import { useApi, useSession } from '../../shared/api/api-context.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { AlertNotice } from '../../ui/AlertNotice.tsx';
import { FailedAttemptsText } from './FailedAttemptsText.tsx';

/** Warns a user after a sign-in that others tried to sign in, until the user has seen it. */
export function FailedAttemptsNotice() {
  const { t } = useText();
  const { session } = useApi();
  const { failedAttemptsByOthers } = useSession();
  if (!failedAttemptsByOthers) return null;
  return (
    <AlertNotice
      title={t('failedAttempts.title')}
      description={t('failedAttempts.holds')}
      closeLabel={t('failedAttempts.seen')}
      onClose={session.noteFailedAttemptsSeen}
    >
      <FailedAttemptsText {...failedAttemptsByOthers} />
      <p>
        <Link to="/profile" onClick={session.noteFailedAttemptsSeen}>
          {t('failedAttempts.profile')}
        </Link>
      </p>
    </AlertNotice>
  );
}
