import { useText } from '../../shared/i18n/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/StateMessage.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { SecondFactorCard } from './second-factor/SecondFactorCard.tsx';
import { useCredentials, useOwesSecondFactor } from './use-account.ts';

/** How I sign in: password, and for administrators the second factor. */
export function AccountCards() {
  const { t } = useText();
  const credentials = useCredentials();
  const owesSecondFactor = useOwesSecondFactor();
  if (credentials.data) {
    const { passwordMinLength, secondFactor } = credentials.data;
    return (
      <>
        {secondFactor ? <SecondFactorCard secondFactor={secondFactor} /> : null}
        {owesSecondFactor ? null : <PasswordCard minLength={passwordMinLength} />}
      </>
    );
  }
  return (
    <Card title={t('profile.passwordTitle')}>
      {credentials.isPending ? (
        <Skeleton shape="block" />
      ) : (
        <ErrorState
          title={t('secondFactor.errorTitle')}
          retryLabel={t('common.retry')}
          retrying={credentials.isFetching}
          onRetry={() => void credentials.refetch()}
        />
      )}
    </Card>
  );
}
