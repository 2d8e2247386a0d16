import { endpoints } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readSubject } from '../../../domain/activity/activity-view.ts';
import { SubjectActivity } from '../../../domain/activity/SubjectActivity.tsx';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { useLocation } from '../../../shared/routing/use-address.ts';
import { getButtonClass } from '../../../ui/Button.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';

/** `/admin/activity?user=` or `?address=`: what a user or a network address did lately. */
export function ActivityPage() {
  const { t } = useText();
  const { search } = useLocation();
  const subject = readSubject(search);
  const back = <Link to="/admin/alerts">{t('alerts.title')}</Link>;
  if (subject === null) {
    return (
      <>
        <PageTitle text={t('activity.title')} />
        <EmptyState wholePage icon="activity" title={t('activity.whoTitle')} action={back}>
          {t('activity.whoText')}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {'user' in subject ? (
        <UserHeader id={subject.user} back={back} />
      ) : (
        <AddressHeader address={subject.address} back={back} />
      )}
      <SubjectActivity key={Object.values(subject).join()} subject={subject} />
    </>
  );
}

interface HeaderProps {
  readonly back: ReactNode;
}

function UserHeader({ id, back }: HeaderProps & { readonly id: string }) {
  const { t } = useText();
  const { may } = useRights();
  const api = useApi();
  const user = useQuery({
    queryKey: [...queryKeys.users, id],
    queryFn: () => api.call(endpoints.users.get, { params: { id } }),
    enabled: may('users.read'),
  });
  const title = user.data
    ? t('activity.titleOf', { name: user.data.name })
    : t('activity.titleOfUser');
  return (
    <>
      <PageTitle text={title} />
      <PageHeader
        title={title}
        eyebrow={back}
        description={t('activity.subtitleUser')}
        actions={
          user.data ? (
            <Link to={`/admin/users/${id}`} className={getButtonClass()}>
              {t('activity.openUser')}
            </Link>
          ) : null
        }
      />
    </>
  );
}

function AddressHeader({ address, back }: HeaderProps & { readonly address: string }) {
  const { t } = useText();
  const title = t('activity.titleOfAddress', { address });
  return (
    <>
      <PageTitle text={title} />
      <PageHeader title={title} eyebrow={back} description={t('activity.subtitleAddress')} />
    </>
  );
}
