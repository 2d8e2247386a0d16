import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Card } from '../../../../ui/Card.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../../ui/StateMessage.tsx';
import styles from './Learner.module.css';

const cx = classNames(styles);

interface ListCardProps<Item> {
  readonly title: string;
  readonly query: UseQueryResult<{ readonly items: readonly Item[]; readonly total: number }>;
  /** Said in place of nothing; without it, there is no card for nothing. */
  readonly empty?: string;
  /** Where the whole list is. */
  readonly more?: ReactNode;
  /** Beside each other rather than in rows. */
  readonly isFlowing?: boolean;
  readonly render: (item: Item) => ReactNode;
}

/** The latest of something, with the way to all of it. */
export function ListCard<Item>(props: ListCardProps<Item>) {
  const { title, query, empty, more, isFlowing = false, render } = props;
  const { t } = useText();
  const { data } = query;
  if (empty === undefined && (query.isPending || data?.total === 0)) return null;
  return (
    <Card title={title} actions={data && data.total > 0 ? more : null}>
      {query.isPending ? <Skeleton shape="block" /> : null}
      {query.isError ? (
        <ErrorState
          title={t('learner.partFailed')}
          retryLabel={t('common.retry')}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {data?.total === 0 ? <p className={cx('muted')}>{empty}</p> : null}
      {data && data.total > 0 ? (
        <ul className={cx(isFlowing ? 'flow' : 'rows')}>{data.items.map(render)}</ul>
      ) : null}
    </Card>
  );
}
