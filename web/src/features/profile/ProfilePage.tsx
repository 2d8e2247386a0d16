import { endpoints } from '@prahari/contract';
import { useState } from 'react';
import { FailedAttemptsText } from '../../domain/failed-attempts/FailedAttemptsText.tsx';
import { LoginHistory } from '../../domain/login-history/LoginHistory.tsx';
import { queryKeys } from '../../domain/query-keys.ts';
import { useApi } from '../../shared/api/api-context.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { PageTitle } from '../../shared/page-title/PageTitle.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Loading } from '../../ui/Loading.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AccountCards } from './AccountCards.tsx';
import { MySessions } from './MySessions.tsx';
import { NameCard } from './NameCard.tsx';
import styles from './Profile.module.css';
import { useCredentials, useOwesSecondFactor } from './use-account.ts';
import { useMySessions, useProfile } from './use-profile.ts';

const cx = classNames(styles);

/**
 * `/profile`: the user's name, sign-in and sessions; only the second factor while it must be set
 * up, since the server then refuses everything else.
 */
export function ProfilePage() {
  const { t } = useText();
  const api = useApi();
  const owesSecondFactor = useOwesSecondFactor();
  const isKnown = useIsKnown(owesSecondFactor);
  const header = (
    <>
      <PageTitle text={t('profile.title')} />
      <PageHeader title={t('profile.title')} description={t('profile.subtitle')} />
    </>
  );
  if (!isKnown) {
    return (
      <>
        {header}
        <Loading label={t('common.loading')}>
          <div className={cx('columns')}>
            <Skeleton shape="block" />
            <Skeleton shape="block" />
          </div>
        </Loading>
      </>
    );
  }
  return (
    <>
      {header}
      {owesSecondFactor ? null : <FailedAttemptsCard />}
      <div className={cx('columns')}>
        <div className={cx('cards')}>
          {owesSecondFactor ? null : <NameCard />}
          <AccountCards />
        </div>
        {owesSecondFactor ? null : (
          <div className={cx('cards')}>
            <MySessions />
            <LoginHistory
              queryKey={queryKeys.loginHistory}
              load={(query) => api.call(endpoints.account.loginHistory, { query })}
            />
          </div>
        )}
      </div>
    </>
  );
}

/**
 * Whether all has arrived, or failed, that gives cards their height: they appear together then,
 * and none moves another one on its arrival.
 */
function useIsKnown(owesSecondFactor: boolean): boolean {
  const credentials = useCredentials();
  const profile = useProfile(!owesSecondFactor);
  const sessions = useMySessions(!owesSecondFactor);
  const isPending = !owesSecondFactor && (profile.isPending || sessions.isPending);
  // From then on they stay: a dialog of theirs may show recovery codes when more becomes allowed.
  const [wasKnown, setKnown] = useState(false);
  const isKnown = wasKnown || !(credentials.isPending || isPending);
  if (isKnown && !wasKnown) setKnown(true);
  return isKnown;
}

/** Shown only where others often tried to sign in to this account recently. */
function FailedAttemptsCard() {
  const { t } = useText();
  const failedAttemptsByOthers = useCredentials().data?.failedAttemptsByOthers;
  if (!failedAttemptsByOthers) return null;
  return (
    <div className={cx('above')}>
      <Card title={t('failedAttempts.title')} description={t('failedAttempts.holds')}>
        <FailedAttemptsText {...failedAttemptsByOthers} />
      </Card>
    </div>
  );
}
