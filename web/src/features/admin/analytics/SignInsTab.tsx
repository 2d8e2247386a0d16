import { type SignInAnalytics, signInLimitsMs } from '@prahari/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { ReportFrame } from '../../../domain/reports/ReportFrame.tsx';
import { useReportPoints } from '../../../domain/reports/use-report-points.ts';
import { ChartCard } from '../../../shared/chart/ChartCard.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Tile, Tiles } from '../../../shared/tile/Tile.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import styles from './Analytics.module.css';

const cx = classNames(styles);

interface SignInsTabProps {
  readonly query: UseQueryResult<SignInAnalytics>;
}

/** How users signed in: how often, why not, when, and how long it took. */
export function SignInsTab({ query }: SignInsTabProps) {
  const { t } = useText();
  return (
    <ReportFrame
      query={query}
      errorTitle={t('analytics.errorTitle')}
      errorNote={t('analytics.loadFailed')}
    >
      {(data) => <Figures signIns={data} />}
    </ReportFrame>
  );
}

interface FiguresProps {
  readonly signIns: SignInAnalytics;
}

function Figures({ signIns }: FiguresProps) {
  return (
    <div className={cx('page')}>
      <SignInTiles signIns={signIns} />
      <Charts signIns={signIns} />
      <ReasonsCard signIns={signIns} />
    </div>
  );
}

function SignInTiles({ signIns }: FiguresProps) {
  const { t } = useText();
  const format = useFormat();
  const { successes, failures, newDevices, duration } = signIns;
  const attempts = successes + failures;
  const inSeconds = (ms: number) => t('analytics.seconds', { value: format.number(ms / 1000, 2) });
  return (
    <Tiles>
      <Tile
        name={t('analytics.successes')}
        value={format.number(successes)}
        note={t('analytics.successesNote', {
          share: attempts === 0 ? '–' : format.percent(successes / attempts, 1),
        })}
        about={t('analytics.defineSuccesses')}
      />
      <Tile
        name={t('analytics.failures')}
        value={format.number(failures)}
        note={t('analytics.failuresNote', {
          share: attempts === 0 ? '–' : format.percent(failures / attempts, 1),
        })}
        about={t('analytics.defineFailures')}
      />
      <Tile
        name={t('analytics.newDevices')}
        value={format.number(newDevices)}
        note={t('analytics.newDevicesNote')}
        about={t('analytics.defineNewDevices')}
      />
      <Tile
        name={t('analytics.slow')}
        value={format.number(duration.slow)}
        note={
          duration.p95Ms === null
            ? t('analytics.slowNone')
            : t('analytics.slowNote', {
                critical: duration.critical,
                seconds: signInLimitsMs.critical / 1000,
                most: inSeconds(duration.p95Ms),
              })
        }
        about={t('analytics.defineSlow', {
          slow: signInLimitsMs.slow / 1000,
          critical: signInLimitsMs.critical / 1000,
        })}
      />
    </Tiles>
  );
}

/** Of the hours of a day, every sixth or third is named where not all can be. */
const rankHour = (hour: number) => (hour % 6 === 0 ? 2 : hour % 3 === 0 ? 1 : 0);

function Charts({ signIns }: FiguresProps) {
  const { t } = useText();
  const format = useFormat();
  const { points, hours, timeZone, stepLength, from, hoursFrom } = signIns;
  const makePoints = useReportPoints();
  const busiest = hours.reduce((most, one) => (one.successes > most.successes ? one : most));
  const hour = (at: number) => `${String(at).padStart(2, '0')}:00`;
  const listSeries = (of: readonly { readonly successes: number; readonly failures: number }[]) => [
    {
      key: 'successes',
      name: t('analytics.successes'),
      values: of.map(({ successes }) => successes),
    },
    { key: 'failures', name: t('analytics.failures'), values: of.map(({ failures }) => failures) },
  ];
  const common = {
    isWhole: true,
    format: (value: number) => format.number(value),
    none: t('analytics.noSignIns'),
  } as const;
  return (
    <div className={cx('pair')}>
      <ChartCard
        {...common}
        name="sign-ins"
        title={t('analytics.signInsOverTime')}
        description={t(`analytics.by_${stepLength}`, { zone: timeZone })}
        kind="line"
        pointsName={t('analytics.when')}
        points={makePoints(
          signIns,
          points.map(({ timestamp }) => timestamp),
        )}
        series={listSeries(points)}
      />
      <ChartCard
        {...common}
        name="sign-ins-by-hour"
        title={t(from < hoursFrom ? 'analytics.peakHoursOfWeek' : 'analytics.peakHours')}
        description={
          busiest.successes === 0
            ? timeZone
            : t('analytics.busiest', {
                from: hour(busiest.hour),
                to: hour((busiest.hour + 1) % 24),
                zone: timeZone,
              })
        }
        kind="bars"
        pointsName={t('analytics.hour')}
        points={hours.map((one) => {
          const name = hour(one.hour);
          return { key: `${one.hour}`, label: name, name, rank: rankHour(one.hour) };
        })}
        series={listSeries(hours)}
      />
    </div>
  );
}

function ReasonsCard({ signIns }: FiguresProps) {
  const { t } = useText();
  const format = useFormat();
  const { failures, failuresByReason } = signIns;
  const title = t('analytics.failuresByReason');
  return (
    <Card title={title} flush={failuresByReason.length > 0}>
      {failuresByReason.length === 0 ? (
        <p className={cx('note')}>{t('analytics.noFailures')}</p>
      ) : (
        <Table caption={title}>
          <thead>
            <tr>
              <HeaderCell>{t('analytics.reason')}</HeaderCell>
              <HeaderCell numeric>{t('analytics.failures')}</HeaderCell>
              <HeaderCell numeric>{t('analytics.share')}</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {failuresByReason.map(({ reason, count }) => (
              <tr key={reason}>
                <Cell>{t(`analytics.reason_${reason}`)}</Cell>
                <Cell numeric>{format.number(count)}</Cell>
                <Cell numeric>{format.percent(count / Math.max(1, failures), 1)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
