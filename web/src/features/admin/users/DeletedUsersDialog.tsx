import { endpoints } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { Phone } from '../../../shared/format/Phone.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Pager } from '../../../shared/table/Pager.tsx';
import { RestingTextField } from '../../../shared/table/RestingTextField.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import styles from './Users.module.css';
import { useRestoreUsers } from './use-bulk-act.ts';

const cx = classNames(styles);

/** Deleted users who can still be restored, the latest first. */
export function DeletedUsersDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const api = useApi();
  const errorText = useErrorText();
  const [query, setQuery] = useState({ page: 1, limit: 25, search: '' });
  const deleted = useQuery({
    queryKey: [...queryKeys.users, 'deleted', query],
    queryFn: () => api.call(endpoints.users.deleted, { query }),
    placeholderData: keepPreviousData,
  });
  const restore = useRestoreUsers();
  const { items = [], total = 0 } = deleted.data ?? {};
  const isShort = total <= items.length && query.search === '' && query.page === 1;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="drawer"
      title={t('bulk.deletedUsers')}
      description={t('bulk.deletedUsersText')}
      closeLabel={t('common.close')}
    >
      <div className={cx('stack')}>
        {isShort ? null : (
          <RestingTextField
            type="search"
            label={t('users.searchLabel')}
            labelHidden
            placeholder={t('users.searchPlaceholder')}
            maxLength={200}
            value={query.search}
            onRest={(search) => setQuery({ ...query, search, page: 1 })}
          />
        )}
        {deleted.isPending ? <Skeleton shape="block" /> : null}
        {deleted.isError && !deleted.data ? (
          <ErrorState
            title={t('users.errorTitle')}
            retryLabel={t('common.retry')}
            retrying={deleted.isFetching}
            onRetry={() => void deleted.refetch()}
          >
            {errorText(deleted.error).text}
          </ErrorState>
        ) : null}
        {deleted.data && total === 0 ? (
          <EmptyState title={t('bulk.noDeletedTitle')} icon="users">
            {t('bulk.noDeletedText')}
          </EmptyState>
        ) : null}
        <ul className={cx('refused')}>
          {items.map(({ id, name, contactNumber, restorableUntil }) => (
            <li key={id} className={cx('deletedUser')}>
              <span>
                <span className={cx('refusedName')}>{name}</span>
                <span className={cx('note')}>
                  <Phone value={contactNumber} /> · {t('bulk.restorableUntil')}{' '}
                  <Time value={restorableUntil} show="date" />
                </span>
              </span>
              <Button
                size="compact"
                icon="refresh"
                aria-label={t('bulk.restoreOne', { name })}
                loading={restore.isPending && restore.variables.includes(id)}
                onClick={() => restore.mutate([id])}
              >
                {t('bulk.restore')}
              </Button>
            </li>
          ))}
        </ul>
        {isShort ? null : (
          <Pager
            of={t('bulk.deletedUsers')}
            page={query.page}
            pageSize={query.limit}
            total={total}
            onPage={(page) => setQuery({ ...query, page })}
            onPageSize={(limit) => setQuery({ ...query, limit, page: 1 })}
          />
        )}
      </div>
    </Dialog>
  );
}
