import { endpoints, type LoadRunView, type LoadTest, pageLoad } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import { LoadRunPanel } from './LoadRunPanel.tsx';
import { useAmounts } from './use-amounts.ts';
import { useLoadRun, useLoadTests } from './use-performance.ts';

const { performance: calls } = endpoints;

/** Reports of load tests, with the slowest kind of request of each; a small one starts here. */
export function LoadTestsCard() {
  const { t } = useText();
  const tests = useLoadTests();
  const { data, refetch } = useLoadRun();
  const run = data?.run ?? null;
  const { isSuperAdmin } = useRights();
  // The report of one that has just ended.
  const ended = run !== null && run.state !== 'running' ? run.id : null;
  const { refetch: listAgain } = tests;
  useEffect(() => {
    if (ended !== null) void listAgain();
  }, [ended, listAgain]);
  const ask = () => void refetch();
  return (
    <Card
      title={t('performance.loadTests')}
      description={isSuperAdmin && data?.lesson === null ? t('performance.noLesson') : undefined}
      actions={
        isSuperAdmin && data ? (
          <StartLoadTest lesson={data.lesson} isRunning={run?.state === 'running'} onChange={ask} />
        ) : null
      }
      flush
    >
      {run ? <LoadRunPanel run={run} onChange={ask} /> : null}
      <Content tests={tests} />
    </Card>
  );
}

interface StartLoadTestProps {
  readonly lesson: LoadRunView['lesson'];
  readonly isRunning: boolean;
  readonly onChange: () => void;
}

function StartLoadTest({ lesson, isRunning, onChange }: StartLoadTestProps) {
  const { t } = useText();
  const api = useApi();
  const errorText = useErrorText();
  const [asking, setAsking] = useState(false);
  const start = useMutation({
    mutationFn: () => api.call(calls.startLoadRun, { body: {} }),
    onError: (error) => notify.error(errorText(error).text),
    onSettled() {
      setAsking(false);
      onChange();
    },
  });
  return (
    <>
      <Button
        size="compact"
        icon="test"
        disabled={lesson === null || isRunning}
        onClick={() => setAsking(true)}
      >
        {t('performance.startLoadTest')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('performance.startLoadTest')}
        description={t('performance.startLoadTestText', {
          learners: pageLoad.learners,
          seconds: pageLoad.seconds,
          lesson: lesson?.title ?? '',
        })}
        confirmLabel={t('performance.startLoadTestNow')}
        cancelLabel={t('common.cancel')}
        loading={start.isPending}
        onConfirm={() => start.mutate()}
      />
    </>
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
