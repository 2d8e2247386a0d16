import type { LoadTest } from '@prahari/contract';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import { useAmounts } from './use-amounts.ts';
import { useLoadTests } from './use-performance.ts';

/** Reports of load tests, with the slowest kind of request of each. */
export function LoadTestsCard() {
  const { t } = useText();
  const tests = useLoadTests();
  return (
    <Card title={t('performance.loadTests')} flush>
      <Content tests={tests} />
    </Card>
  );
}

function Content({ tests }: { readonly tests: ReturnType<typeof useLoadTests> }) {
  const { t } = useText();
  const errorText = useErrorText();
  if (tests.isPending) return <Skeleton shape="block" />;
  if (!tests.data) {
    return (
      <ErrorState
        title={t('performance.loadFailed')}
        retryLabel={t('common.retry')}
        retrying={tests.isFetching}
        onRetry={() => void tests.refetch()}
      >
        {errorText(tests.error).text}
      </ErrorState>
    );
  }
  const { items } = tests.data;
  if (items.length === 0) {
    return (
      <EmptyState small title={t('performance.noLoadTests')} icon="test">
        {t('performance.noLoadTestsText')}
      </EmptyState>
    );
  }
  return (
    <Table caption={t('performance.loadTests')}>
      <thead>
        <tr>
          <HeaderCell>{t('performance.when')}</HeaderCell>
          <HeaderCell>{t('performance.profile')}</HeaderCell>
          <HeaderCell numeric>{t('performance.learners')}</HeaderCell>
          <HeaderCell numeric>{t('performance.throughput')}</HeaderCell>
          <HeaderCell numeric>{t('performance.errors')}</HeaderCell>
          <HeaderCell>{t('performance.slowestStep')}</HeaderCell>
          <HeaderCell>{t('performance.storedBy')}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {items.map((test) => (
          <LoadTestRow key={test.id} test={test} />
        ))}
      </tbody>
    </Table>
  );
}

function LoadTestRow({ test }: { readonly test: LoadTest }) {
  const { t } = useText();
  const format = useFormat();
  const { latency, rate, share } = useAmounts();
  const slowest = test.steps.reduce((a, b) => (b.p95Ms > a.p95Ms ? b : a));
  return (
    <tr>
      <Cell unbroken>
        <Time value={test.startedAt} />
      </Cell>
      <Cell>{t(`performance.profile_${test.profile}`)}</Cell>
      <Cell numeric>{format.number(test.learners)}</Cell>
      <Cell numeric>{rate(test.perSecond)}</Cell>
      <Cell numeric>{share(test.requests === 0 ? null : test.failed / test.requests)}</Cell>
      <Cell>
        {slowest.step}: {latency(slowest.p95Ms)}
      </Cell>
      <Cell>{test.storedBy}</Cell>
    </tr>
  );
}
