import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/StateMessage.tsx';
import styles from './Analytics.module.css';

const cx = classNames(styles);

interface WhenLoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** Shows figures once they are there; older ones stay in sight while the server does not answer. */
export function WhenLoaded<Data>({ query, children }: WhenLoadedProps<Data>) {
  const { t } = useText();
  const errorText = useErrorText();
  const { data, error } = query;
  if (data !== undefined) {
    return (
      <>
        {error ? (
          <p className={cx('stale')} role="status">
            {t('analytics.stale')} {errorText(error).text}
          </p>
        ) : null}
        {children(data)}
      </>
    );
  }
  if (error) {
    const { text, reference } = errorText(error);
    return (
      <ErrorState
        title={t('analytics.errorTitle')}
        retryLabel={t('common.retry')}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      >
        {t('analytics.loadFailed')}
        <br />
        <span title={reference}>{text}</span>
      </ErrorState>
    );
  }
  return (
    <Loading label={t('common.loading')}>
      <div className={cx('page')}>
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
    </Loading>
  );
}
