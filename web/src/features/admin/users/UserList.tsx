import { useState } from 'react';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import type { IssuedCode } from './ActivationCodeDialog.tsx';
import { Paging } from './Paging.tsx';
import styles from './Users.module.css';
import { UserTable } from './UserTable.tsx';
import { useUsers } from './use-users.ts';

const cx = classNames(styles);
const SKELETONS = ['a', 'b', 'c', 'd', 'e'];

export interface UserListProps {
  readonly search: string;
  readonly onIssued: (issued: IssuedCode) => void;
  readonly onCreate: () => void;
}

export function UserList({ search, onIssued, onCreate }: UserListProps) {
  const { t } = useText();
  const [page, setPage] = useState(1);
  const users = useUsers({ page, search });
  const errorText = useErrorText();

  if (users.isPending) {
    return (
      <div
        className={cx('skeleton')}
        role="status"
        aria-busy="true"
        aria-label={t('common.loading')}
      >
        {SKELETONS.map((key) => (
          <Skeleton key={key} />
        ))}
      </div>
    );
  }
  if (!users.data) {
    const { text, reference } = errorText(users.error);
    return (
      <ErrorState
        title={t('users.errorTitle')}
        retryLabel={t('common.retry')}
        retrying={users.isFetching}
        onRetry={() => void users.refetch()}
      >
        <span title={reference}>{text}</span>
      </ErrorState>
    );
  }
  const { items, limit, total } = users.data;
  if (total === 0 && search !== '') {
    return (
      <EmptyState title={t('users.noMatchTitle', { search })} icon="users">
        {t('users.noMatchText')}
      </EmptyState>
    );
  }
  if (total === 0) {
    return (
      <EmptyState
        title={t('users.emptyTitle')}
        icon="users"
        action={
          <Button variant="primary" icon="person-add" onClick={onCreate}>
            {t('users.createLearner')}
          </Button>
        }
      >
        {t('users.emptyText')}
      </EmptyState>
    );
  }
  return (
    <div className={cx(users.isPlaceholderData && 'stale')} aria-busy={users.isPlaceholderData}>
      <UserTable users={items} onIssued={onIssued} />
      <Paging page={page} limit={limit} total={total} onChange={setPage} />
    </div>
  );
}
