import type { DrmOverview } from '@prahari/contract';
import { useState } from 'react';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import { findReasonTextKey } from './licence-reasons.ts';
import { PersistenceCard } from './PersistenceCard.tsx';
import { describeTrouble } from './service-words.ts';
import { type TimeRange, timeRanges, useDrmOverview } from './use-key-systems.ts';
import { Waiting } from './Waiting.tsx';

/** Licence requests by key system and result, and what the services did wrong lately. */
export function LicenceResults() {
  const { t } = useText();
  const [range, setRange] = useState<TimeRange>('24h');
  const overview = useDrmOverview(range);
  return (
    <>
      <Card
        title={t('keySystems.results')}
        description={t('keySystems.resultsText')}
        actions={
          <Segmented
            label={t('keySystems.range')}
            value={range}
            options={timeRanges.map((value) => ({ value, label: t(`keySystems.range${value}`) }))}
            onChange={setRange}
          />
        }
        flush={overview.data !== undefined && overview.data.results.length > 0}
      >
        {overview.isPending ? <Waiting /> : null}
        {overview.isError ? (
          <ErrorState
            title={t('keySystems.errorTitle')}
            retryLabel={t('common.retry')}
            retrying={overview.isFetching}
            onRetry={() => void overview.refetch()}
          />
        ) : null}
        {overview.data ? <Results results={overview.data.results} /> : null}
      </Card>
      {overview.isError && !overview.data ? null : (
        <Card
          title={t('keySystems.failures')}
          flush={overview.data !== undefined && overview.data.failures.length > 0}
        >
          {overview.data ? <Failures failures={overview.data.failures} /> : <Waiting />}
        </Card>
      )}
      <PersistenceCard range={range} />
    </>
  );
}

function Results({ results }: Pick<DrmOverview, 'results'>) {
  const { t } = useText();
  const { number } = useFormat();
  const wordsOf = (reason: string) => {
    const key = findReasonTextKey(reason);
    return key === null ? reason : t(key);
  };
  if (results.length === 0) {
    return (
      <EmptyState small title={t('keySystems.noResults')} icon="lock-reset">
        {t('keySystems.noResultsText')}
      </EmptyState>
    );
  }
  return (
    <Table caption={t('keySystems.results')}>
      <thead>
        <tr>
          <HeaderCell>{t('keySystems.system')}</HeaderCell>
          <HeaderCell>{t('keySystems.outcome')}</HeaderCell>
          <HeaderCell>{t('keySystems.reason')}</HeaderCell>
          <HeaderCell numeric>{t('keySystems.count')}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {results.map(({ system, outcome, reason, count }) => (
          <tr key={`${system}/${outcome}/${reason}`}>
            <Cell>{t(`keySystems.${system}`)}</Cell>
            <Cell>{t(`keySystems.${outcome}`)}</Cell>
            <Cell>{reason === null ? '' : wordsOf(reason)}</Cell>
            <Cell numeric>{number(count)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Failures({ failures }: Pick<DrmOverview, 'failures'>) {
  const { t } = useText();
  if (failures.length === 0) {
    return (
      <EmptyState small title={t('keySystems.noFailures')} icon="check">
        {t('keySystems.noFailuresText')}
      </EmptyState>
    );
  }
  return (
    <Table caption={t('keySystems.failures')}>
      <thead>
        <tr>
          <HeaderCell>{t('keySystems.when')}</HeaderCell>
          <HeaderCell>{t('keySystems.system')}</HeaderCell>
          <HeaderCell>{t('keySystems.message')}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {failures.map(({ id, at, system, ...trouble }) => (
          <tr key={id}>
            <Cell unbroken>
              <Time value={at} show="day" />
            </Cell>
            <Cell>{t(`keySystems.${system}`)}</Cell>
            <Cell>{describeTrouble(t, trouble)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
