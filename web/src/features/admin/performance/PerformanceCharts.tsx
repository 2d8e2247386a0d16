import {
  builtInLimits,
  type PerformancePoint,
  type PerformanceSeries,
  signInLimitsMs,
} from '@prahari/contract';
import { ChartCard } from '../../../shared/chart/ChartCard.tsx';
import { makeTimePoints } from '../../../shared/chart/time-points.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { findLocale } from '../../../shared/i18n/language.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Performance.module.css';
import { targets } from './targets.ts';
import { useAmounts } from './use-amounts.ts';

const cx = classNames(styles);

type Figure = Exclude<keyof PerformancePoint, 'at'>;

interface ChartPlan {
  readonly name: string;
  readonly title: string;
  readonly figures: readonly (readonly [figure: Figure, name: string])[];
  readonly format: (value: number) => string;
  readonly isWhole?: boolean;
  readonly atLeast?: number;
  /** What the verdict of the page is given by. */
  readonly target?: number;
}

const DAY_SECONDS = 86_400;

/** The same figures over time, a chart for each unit. */
export function PerformanceCharts({ series }: { readonly series: PerformanceSeries }) {
  const { t, language } = useText();
  const format = useFormat();
  const { latency, rate, share, bytes, count } = useAmounts();
  const isDaily = series.stepSeconds >= DAY_SECONDS;
  const points = makeTimePoints(
    series.points.map(({ at }) => at),
    {
      locale: findLocale(language),
      // Days are those of UTC, as they are added up.
      timeZone: isDaily ? 'UTC' : undefined,
      isDaily,
      writeName: format.dateTime,
    },
  );
  const charts: readonly ChartPlan[] = [
    {
      name: 'latency',
      title: t('performance.latencyChart'),
      figures: [
        ['p95Ms', t('performance.p95')],
        ['p50Ms', t('performance.p50')],
        ['p99Ms', t('performance.p99')],
      ],
      format: latency,
      target: targets.latencyMs,
    },
    {
      name: 'throughput',
      title: t('performance.throughputChart'),
      figures: [
        ['callsPerSecond', t('performance.calls')],
        ['segmentsPerSecond', t('performance.segments')],
      ],
      format: rate,
    },
    {
      name: 'errors',
      title: t('performance.errors'),
      figures: [['errorRatio', t('performance.errors')]],
      format: share,
      target: targets.errorRatio,
    },
    {
      name: 'process',
      title: t('performance.loopChart'),
      figures: [['loopDelayP99Ms', t('performance.loop')]],
      format: latency,
      target: builtInLimits.loopDelayMs,
    },
    {
      name: 'memory',
      title: t('performance.memory'),
      figures: [['memoryBytes', t('performance.memory')]],
      format: bytes,
    },
    {
      name: 'pool',
      title: t('performance.poolChart'),
      figures: [
        ['poolBusy', t('performance.poolBusy')],
        ['poolWaiting', t('performance.poolWaiting')],
        ['jobsReady', t('performance.jobsReady')],
        ['jobsActive', t('performance.jobsActive')],
      ],
      format: count,
      isWhole: true,
    },
    {
      name: 'delivery',
      title: t('performance.deliveryChart'),
      figures: [['segmentBytesPerSecond', t('performance.segments')]],
      atLeast: 1000,
      format: (value) => t('performance.bytesPerSecond', { amount: bytes(value) }),
    },
    {
      name: 'sign-ins',
      title: t('performance.signInChart'),
      figures: [['signInP95Ms', t('performance.p95')]],
      format: latency,
      target: signInLimitsMs.slow,
    },
  ];
  return (
    <div className={cx('charts')}>
      {charts.map(({ name, title, figures, format: write, target, ...axis }) => (
        <ChartCard
          key={name}
          name={`performance-${name}`}
          title={title}
          kind="line"
          {...axis}
          target={
            target === undefined
              ? undefined
              : { value: target, name: t('performance.target', { limit: write(target) }) }
          }
          pointsName={t('performance.when')}
          points={points}
          series={figures.map(([figure, figureName]) => ({
            key: figure,
            name: figureName,
            values: series.points.map((point) => point[figure]),
          }))}
          format={write}
        />
      ))}
    </div>
  );
}
