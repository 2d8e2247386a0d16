import { useApi, useSession } from '../../shared/api/api-context.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { AlertNotice } from '../../ui/AlertNotice.tsx';
import { StrangersText } from './StrangersText.tsx';

/** Tells a user after sign-in that strangers tried to sign in, until it was seen. */
export function StrangersNotice() {
  const { t } = useText();
  const { session } = useApi();
  const { strangers } = useSession();
  if (!strangers) return null;
  return (
    <AlertNotice
      title={t('strangers.title')}
      description={t('strangers.holds')}
      closeLabel={t('strangers.seen')}
      onClose={session.noteStrangersSeen}
    >
      <StrangersText {...strangers} />
      <p>
        <Link to="/profile" onClick={session.noteStrangersSeen}>
          {t('strangers.profile')}
        </Link>
      </p>
    </AlertNotice>
  );
}
