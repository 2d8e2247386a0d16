import { useText } from '../../shared/i18n/use-text.ts';
import { StrangersText } from '../../shared/strangers/StrangersText.tsx';
import { Card } from '../../ui/Card.tsx';
import { useCredentials } from './use-account.ts';

/** Only where strangers tried often to sign in to this account of late. */
export function StrangersCard() {
  const { t } = useText();
  const strangers = useCredentials().data?.strangers;
  if (!strangers) return null;
  return (
    <Card title={t('strangers.title')} description={t('strangers.holds')}>
      <StrangersText {...strangers} />
    </Card>
  );
}
