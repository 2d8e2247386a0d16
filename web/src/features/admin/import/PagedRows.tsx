import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Pager } from '../../../shared/table/Pager.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/StateMessage.tsx';
import { Table } from '../../../ui/Table.tsx';
import styles from './Import.module.css';
import { useImportErrorText } from './use-import-error-text.ts';

const cx = classNames(styles);

export interface Paging {
  readonly page: number;
  readonly limit: number;
}

export interface PagedRowsProps<Item> {
  readonly caption: string;
  readonly errorTitle: string;
  readonly query: UseQueryResult<{ readonly items: readonly Item[]; readonly total: number }>;
  readonly paging: Paging;
  readonly onPaging: (paging: Paging) => void;
  /** The cells of the header row. */
  readonly head: ReactNode;
  /** Instead of the table where there is nothing at all. */
  readonly empty?: ReactNode;
  readonly children: (item: Item) => ReactNode;
}

/** A plain list that is read a page at a time, with what is shown before, without and instead of it. */
export function PagedRows<Item>(props: PagedRowsProps<Item>) {
  const { caption, errorTitle, query, paging, onPaging, head, empty, children } = props;
  const { t } = useText();
  const errorText = useImportErrorText();
  if (query.isPending) {
    return (
      <Loading label={t('common.loading')} padded>
        <Skeleton />
        <Skeleton width="70%" />
      </Loading>
    );
  }
  if (!query.data) {
    return (
      <ErrorState
        title={errorTitle}
        retryLabel={t('common.retry')}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      >
        {errorText(query.error).text}
      </ErrorState>
    );
  }
  const { items, total } = query.data;
  if (total === 0 && empty) return empty;
  return (
    <>
      <Table caption={caption}>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{items.map(children)}</tbody>
      </Table>
      <div className={cx('foot')}>
        <Pager
          of={caption}
          page={paging.page}
          pageSize={paging.limit}
          total={total}
          onPage={(page) => onPaging({ ...paging, page })}
          onPageSize={(limit) => onPaging({ page: 1, limit })}
        />
      </div>
    </>
  );
}
