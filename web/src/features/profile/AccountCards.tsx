import { useText } from '../../shared/i18n/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/StateMessage.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { PasskeysCard } from './passkeys/PasskeysCard.tsx';
import { RecoveryCodesCard } from './second-factor/RecoveryCodesCard.tsx';
import { SecondFactorCard } from './second-factor/SecondFactorCard.tsx';
import { useCredentials, useOwesSecondFactor } from './use-account.ts';

/** The user's own sign-in: password, passkeys, and for administrators the authenticator app. */
export function AccountCards() {
  const { t } = useText();
  const credentials = useCredentials();
  const owesSecondFactor = useOwesSecondFactor();
  if (credentials.data) {
    const { passwordMinLength, secondFactor, passkeys, recoveryCodesLeft } = credentials.data;
    const hasApp = secondFactor !== null && secondFactor.enrolledAt !== null;
    const hasPasskey = passkeys.length > 0;
    return (
      <>
        {secondFactor ? (
          <SecondFactorCard secondFactor={secondFactor} hasPasskey={hasPasskey} />
        ) : null}
        <PasskeysCard passkeys={passkeys} />
        {hasApp || hasPasskey ? (
          <RecoveryCodesCard left={recoveryCodesLeft} hasApp={hasApp} />
        ) : null}
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
