import type { SystemHealth } from '@prahari/contract';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { FreshControls } from '../../../shared/refresh/FreshControls.tsx';
import { RefreshSelect } from '../../../shared/refresh/RefreshSelect.tsx';
import { useRefreshMode } from '../../../shared/refresh/refresh-modes.ts';
import { Updated } from '../../../shared/refresh/Updated.tsx';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import { Verdict } from '../../../ui/Verdict.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './Performance.module.css';
import { useAmounts } from './use-amounts.ts';
import { useSystemHealth } from './use-performance.ts';

const cx = classNames(styles);

const TONES = { ok: 'success', degraded: 'warning', failed: 'danger' } as const;
const VERDICTS = { ok: 'good', degraded: 'poor', failed: 'bad' } as const;

/** `/admin/health`: each part of the system, what is wrong with it, and what to do. */
export function SystemHealthPage() {
  const { t } = useText();
  const refresh = useRefreshMode('health');
  const health = useSystemHealth(refresh.intervalMs);
  return (
    <>
      <PageTitle text={t('health.title')} />
      <PageHeader
        title={t('health.title')}
        description={t('health.subtitle')}
        actions={
          <FreshControls fresh={health.data ? <Updated at={health.data.at} /> : null}>
            <RefreshSelect mode={refresh.mode} onChange={refresh.choose} />
          </FreshControls>
        }
      />
      <Content health={health} />
    </>
  );
}

function Content({ health }: { readonly health: ReturnType<typeof useSystemHealth> }) {
  const { t } = useText();
  const errorText = useErrorText();
  if (health.isPending) {
    return (
      <Loading label={t('common.loading')}>
        <Skeleton shape="block" />
      </Loading>
    );
  }
  if (!health.data) {
    const { text, reference } = errorText(health.error);
    return (
      <ErrorState
        title={t('health.loadFailed')}
        retryLabel={t('common.retry')}
        retrying={health.isFetching}
        onRetry={() => void health.refetch()}
      >
        <span title={reference}>{text}</span>
      </ErrorState>
    );
  }
  return (
    <div className={cx('page')}>
      {health.isError ? (
        <p className={cx('stale')} role="status">
          {t('performance.stale')} {errorText(health.error).text}
        </p>
      ) : null}
      <div className={cx('leading')}>
        <Verdict tone={VERDICTS[health.data.status]}>
          {t(`health.all_${health.data.status}`)}
        </Verdict>
        <Parts health={health.data} />
      </div>
      <Processes processes={health.data.processes} />
    </div>
  );
}

function Parts({ health }: { readonly health: SystemHealth }) {
  const { t } = useText();
  const format = useFormat();
  const { latency } = useAmounts();
  const { diskFreeRatio } = health;
  const writeEvidence = (name: SystemHealth['components'][number]['name']) =>
    name === 'disk' && diskFreeRatio !== null
      ? t('health.diskFree', { share: format.percent(diskFreeRatio) })
      : t(`health.means_${name}`);
  return (
    <Card
      title={t('health.parts')}
      description={t('health.about', {
        version: health.version,
        time: format.span(health.uptimeSeconds),
      })}
      flush
    >
      <ul className={cx('parts')}>
        {health.components.map(({ name, status, durationMs, message }) => (
          <li key={name} className={cx('part')}>
            <details open={status !== 'ok'}>
              <summary className={cx('head')}>
                {/* What is well is quiet, so that what is not stands out. */}
                <span className={cx('mark', status)}>
                  <Icon name={status === 'ok' ? 'check' : 'warning'} size={16} />
                  {status === 'ok' ? (
                    <VisuallyHidden>{t('health.status_ok')}</VisuallyHidden>
                  ) : null}
                </span>
                <span className={cx('partName')}>{t(`health.part_${name}`)}</span>
                <span className={cx('note', 'evidence')}>
                  {status === 'ok' ? writeEvidence(name) : null}
                </span>
                {status === 'ok' ? null : (
                  <StatusBadge tone={TONES[status]}>{t(`health.status_${status}`)}</StatusBadge>
                )}
              </summary>
              {message === null ? null : (
                <p lang="en" className={cx('cause')}>
                  {message}
                </p>
              )}
              {status === 'ok' ? null : <p className={cx('note')}>{t(`health.advice_${name}`)}</p>}
              <p className={cx('note')}>{t('health.checkTook', { time: latency(durationMs) })}</p>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Processes({ processes }: { readonly processes: SystemHealth['processes'] }) {
  const { t } = useText();
  const { latency, bytes, share, count } = useAmounts();
  return (
    <Card title={t('health.processes')} flush>
      {processes.length === 0 ? (
        <EmptyState small title={t('health.noProcesses')} icon="gauge" />
      ) : (
        <Table caption={t('health.processes')}>
          <thead>
            <tr>
              <HeaderCell>{t('health.role')}</HeaderCell>
              <HeaderCell>{t('health.process')}</HeaderCell>
              <HeaderCell numeric>{t('performance.memory')}</HeaderCell>
              <HeaderCell numeric>{t('health.cpu')}</HeaderCell>
              <HeaderCell numeric>{t('performance.loop')}</HeaderCell>
              <HeaderCell numeric>{t('performance.poolBusy')}</HeaderCell>
              <HeaderCell>{t('performance.measured')}</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {processes.map((one) => (
              <tr key={one.process}>
                <Cell>{t(`health.role_${one.role}`)}</Cell>
                <Cell>
                  <span className={cx('note')}>{one.process}</span>
                </Cell>
                <Cell numeric>{bytes(one.memoryBytes)}</Cell>
                <Cell numeric>{share(one.cpuShare)}</Cell>
                <Cell numeric>{latency(one.loopDelayP99Ms)}</Cell>
                <Cell numeric>{count(one.poolBusy)}</Cell>
                <Cell unbroken>
                  <Time value={one.at} show="relative" />
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
