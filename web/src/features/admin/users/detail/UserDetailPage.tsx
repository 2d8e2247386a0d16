import { useState } from 'react';
import { isMissing } from '../../../../shared/api/refusal.ts';
import { useErrorText } from '../../../../shared/api/use-error-text.ts';
import { useRights } from '../../../../shared/api/use-rights.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../../shared/routing/Link.tsx';
import { useNavigate, useParams } from '../../../../shared/routing/use-address.ts';
import { buttonClass } from '../../../../ui/Button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../../ui/StateMessage.tsx';
import { ActivationCodeDialog, type IssuedCode } from '../ActivationCodeDialog.tsx';
import { UserActDialog } from '../UserActDialog.tsx';
import { UserMenu } from '../UserMenu.tsx';
import { useUser } from '../use-users.ts';
import type { UserAct } from '../user-acts.ts';
import styles from './Detail.module.css';
import { DeviceCard } from './DeviceCard.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { RightsCard } from './RightsCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { UserFacts } from './UserFacts.tsx';
import { UserLoginHistory } from './UserLoginHistory.tsx';

const cx = classNames(styles);

/** `/admin/users/:id`: all about one user. */
export function UserDetailPage() {
  const { t } = useText();
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { may } = useRights();
  const errorText = useErrorText();
  const user = useUser(id);
  const [act, setAct] = useState<UserAct | null>(null);
  const [issued, setIssued] = useState<IssuedCode | null>(null);
  const back = <Link to="/admin/users">{t('users.title')}</Link>;

  if (user.isPending) {
    return (
      <div role="status" aria-busy="true" aria-label={t('common.loading')} className={cx('cards')}>
        <Skeleton shape="title" />
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
    );
  }
  if (isMissing(user.error)) {
    return (
      <>
        <PageTitle text={t('users.noSuchUser')} />
        <EmptyState
          wholePage
          title={t('users.noSuchUser')}
          icon="user"
          action={
            <Link to="/admin/users" className={buttonClass('primary')}>
              {t('users.title')}
            </Link>
          }
        >
          {t('users.noSuchUserText')}
        </EmptyState>
      </>
    );
  }
  if (!user.data) {
    const { text, reference } = errorText(user.error);
    return (
      <>
        {back}
        <ErrorState
          title={t('users.detailErrorTitle')}
          retryLabel={t('common.retry')}
          retrying={user.isFetching}
          onRetry={() => void user.refetch()}
        >
          <span title={reference}>{text}</span>
        </ErrorState>
      </>
    );
  }
  const { data } = user;
  return (
    <>
      <PageTitle text={data.name} />
      <PageHeader
        title={data.name}
        eyebrow={back}
        actions={<UserMenu user={data} onChoose={setAct} trigger="button" />}
      />
      <div className={cx('cards')}>
        <UserFacts user={data} />
        {/* Administrators work from any device. */}
        {data.userType === 'LEARNER' ? (
          <DeviceCard key={data.deviceId} user={data} onRelease={() => setAct('resetDevice')} />
        ) : null}
        <SessionsCard user={data} onSignOut={() => setAct('signOut')} />
        <UserLoginHistory userId={data.id} />
        {may('permissions.write') && (data.userType !== 'LEARNER' || data.hasSecondFactor) ? (
          <SecondFactorCard user={data} />
        ) : null}
        {may('permissions.write') && data.userType === 'ADMIN' ? (
          <RightsCard key={data.updatedAt} user={data} />
        ) : null}
        {may('audit-log.read') ? <HistoryCard userId={data.id} /> : null}
      </div>
      {act ? (
        <UserActDialog
          user={data}
          act={act}
          onClose={() => setAct(null)}
          onIssued={setIssued}
          onDeleted={() => navigate('/admin/users', { replace: true })}
        />
      ) : null}
      {issued ? <ActivationCodeDialog issued={issued} onClose={() => setIssued(null)} /> : null}
    </>
  );
}
