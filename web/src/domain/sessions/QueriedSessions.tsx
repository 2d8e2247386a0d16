import type { SessionView } from '@prahari/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useText } from '../../shared/i18n/use-text.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/StateMessage.tsx';
import { SessionList, type SessionListProps } from './SessionList.tsx';

export interface QueriedSessionsProps extends Pick<SessionListProps, 'onEnd'> {
  readonly query: UseQueryResult<{ readonly items: readonly SessionView[] }>;
}

/** Live sessions, with their loading and error states. */
export function QueriedSessions({ query, ...rest }: QueriedSessionsProps) {
  const { t } = useText();
  return (
    <>
      {query.isPending ? <Skeleton shape="block" /> : null}
      {query.isError ? (
        <ErrorState
          title={t('sessions.errorTitle')}
          retryLabel={t('common.retry')}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {query.data ? <SessionList sessions={query.data.items} {...rest} /> : null}
    </>
  );
}
