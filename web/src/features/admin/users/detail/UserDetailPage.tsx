import { endpoints, type UserDetail } from '@prahari/contract';
import { useState } from 'react';
import { LoginHistory } from '../../../../domain/login-history/LoginHistory.tsx';
import { queryKeys } from '../../../../domain/query-keys.ts';
import { QueriedSessions } from '../../../../domain/sessions/QueriedSessions.tsx';
import { useRights } from '../../../../domain/users/use-rights.ts';
import { useApi } from '../../../../shared/api/api-context.ts';
import { isMissing } from '../../../../shared/api/refusal.ts';
import { useErrorText } from '../../../../shared/api/use-error-text.ts';
import { Phone } from '../../../../shared/format/Phone.tsx';
import { Time } from '../../../../shared/format/Time.tsx';
import { useFormat } from '../../../../shared/format/use-format.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../../shared/routing/Link.tsx';
import { useNavigate, useParams } from '../../../../shared/routing/use-address.ts';
import { Button, getButtonClass } from '../../../../ui/Button.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Facts } from '../../../../ui/Facts.tsx';
import { notify } from '../../../../ui/notify.ts';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../../ui/StateMessage.tsx';
import { ActivationCodeDialog, type IssuedCode } from '../ActivationCodeDialog.tsx';
import { LearnerTabs } from '../learner/LearnerTabs.tsx';
import { UserActDialog } from '../UserActDialog.tsx';
import { RoleBadge, UserStatusBadge } from '../UserBadges.tsx';
import { ACT_ICONS, UserMenu } from '../UserMenu.tsx';
import { useFailedAct } from '../use-failed-act.ts';
import { useUser } from '../use-users.ts';
import { ACT_TEXTS } from '../user-act-texts.ts';
import { listOfferedActs, type UserAct } from '../user-acts.ts';
import styles from './Detail.module.css';
import { DeviceCard } from './DeviceCard.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { OfflineCopiesCard } from './OfflineCopiesCard.tsx';
import { RightsCard } from './RightsCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { useEndUserSession, useUserSessions } from './use-user-detail.ts';

const cx = classNames(styles);

/** `/admin/users/:id`: all about one user. */
export function UserDetailPage() {
  const { t } = useText();
  const { id = '' } = useParams();
  const navigate = useNavigate();
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
            <Link to="/admin/users" className={getButtonClass('primary')}>
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
        description={<HeaderFacts user={data} />}
        actions={
          <>
            <NextAct user={data} onChoose={setAct} />
            <UserMenu
              user={data}
              onChoose={setAct}
              isOnOwnPage
              except={data.userType === 'LEARNER' ? nextActOf(data) : null}
            />
          </>
        }
      />
      {data.userType === 'LEARNER' ? (
        <LearnerTabs
          key={data.id}
          user={data}
          onAct={setAct}
          account={<AccountCards user={data} />}
        />
      ) : (
        <AccountCards user={data} />
      )}
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

/**
 * The account: what is known of it, where it is signed in, what was done to it. What can be done to
 * the user stands in the header of the page, in one place on every tab.
 */
function AccountCards({ user }: { readonly user: UserDetail }) {
  const { may } = useRights();
  return (
    <div className={cx('cards')}>
      <UserFacts user={user} />
      {/* Administrators work from any device. */}
      {user.userType === 'LEARNER' ? <DeviceCard key={user.deviceIds.join()} user={user} /> : null}
      <SessionsCard user={user} />
      {user.userType === 'LEARNER' ? <OfflineCopiesCard user={user} /> : null}
      <UserLoginHistory userId={user.id} />
      {may('permissions.write') && (user.userType !== 'LEARNER' || user.hasSecondFactor) ? (
        <SecondFactorCard user={user} />
      ) : null}
      {may('permissions.write') && user.userType === 'ADMIN' ? (
        <RightsCard key={user.updatedAt} user={user} />
      ) : null}
      {may('audit-log.read') ? <HistoryCard userId={user.id} /> : null}
    </div>
  );
}

/** Who it is, in a line: state, number, place. */
function HeaderFacts({ user }: { readonly user: UserDetail }) {
  const { kendraType, district, country } = user;
  const place = [kendraType, district, country].filter((part) => part !== null).join(', ');
  return (
    <span className={cx('headerFacts')}>
      <UserStatusBadge user={user} />
      {user.userType === 'LEARNER' ? null : <RoleBadge user={user} />}
      <Phone value={user.contactNumber} />
      {place === '' ? null : <span>{place}</span>}
    </span>
  );
}

/** What an administrator is asked for most, when a learner of that state calls. */
const nextActOf = ({ status }: UserDetail): UserAct =>
  status === 'active' ? 'resetDevice' : status === 'blocked' ? 'unblock' : 'newCode';

interface NextActProps {
  readonly user: UserDetail;
  readonly onChoose: (act: UserAct) => void;
}

function NextAct({ user, onChoose }: NextActProps) {
  const { t } = useText();
  const { may, userId } = useRights();
  const act = nextActOf(user);
  const isOffered = listOfferedActs(user, may, userId).includes(act);
  if (user.userType !== 'LEARNER' || !isOffered) return null;
  const needsCode = user.status === 'invited' && user.codeExpiresAt === null;
  return (
    <Button
      icon={ACT_ICONS[act]}
      variant={needsCode ? 'primary' : 'secondary'}
      onClick={() => onChoose(act)}
    >
      {t(ACT_TEXTS[act])}
    </Button>
  );
}

/** The details of a user, in one card. */
function UserFacts({ user }: { readonly user: UserDetail }) {
  const { t } = useText();
  const format = useFormat();
  const lastLogin =
    user.lastLoginAt === null ? t('users.never') : <Time value={user.lastLoginAt} show="day" />;
  return (
    <Card title={t('users.facts')}>
      <Facts
        facts={[
          [t('users.phone'), <Phone key="phone" value={user.contactNumber} />],
          [t('users.email'), user.email ?? '–'],
          [t('users.role'), <RoleBadge key="role" user={user} />],
          [t('users.status'), <UserStatusBadge key="status" user={user} />],
          [t('users.kendraType'), user.kendraType ?? '–'],
          [t('users.country'), user.country ?? '–'],
          [t('users.district'), user.district ?? '–'],
          [t('users.logins'), format.number(user.loginCount)],
          [t('users.lastLogin'), lastLogin],
          [t('users.created'), <Time key="created" value={user.createdAt} />],
        ]}
      />
    </Card>
  );
}

/** Shows the login history of a user. */
function UserLoginHistory({ userId: id }: { readonly userId: string }) {
  const api = useApi();
  return (
    <LoginHistory
      // Under the user, so that an act on them brings its entry.
      queryKey={[...queryKeys.users, id, 'login-history']}
      load={(query) => api.call(endpoints.account.loginHistoryOf, { params: { id }, query })}
    />
  );
}

/** Shows where a user is signed in, for administrators who may end that. */
function SessionsCard({ user }: { readonly user: UserDetail }) {
  const { t } = useText();
  const { may } = useRights();
  const fail = useFailedAct();
  const sessions = useUserSessions(user.id);
  const end = useEndUserSession(user.id);
  const mayEnd = may('users.write');
  return (
    <Card title={t('sessions.title')} description={t('sessions.text')}>
      <QueriedSessions
        query={sessions}
        {...(mayEnd
          ? {
              onEnd: ({ id }) =>
                end.mutateAsync(id).then(() => void notify.success(t('sessions.ended')), fail),
            }
          : {})}
      />
    </Card>
  );
}
