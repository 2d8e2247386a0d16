import {
  builtInLimits,
  type PerformancePoint,
  type PerformanceSeries,
  signInLimitsMs,
} from '@prahari/contract';
import { ChartCard } from '../../../shared/chart/ChartCard.tsx';
import { makeTimePoints } from '../../../shared/chart/time-points.ts';
import { findLocale } from '../../../shared/i18n/language.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Performance.module.css';
import { targets } from './targets.ts';
import { useAmounts } from './use-amounts.ts';

const cx = classNames(styles);

type Figure = Exclude<keyof PerformancePoint, 'at'>;

export type ChartName =
  | 'latency'
  | 'throughput'
  | 'errors'
  | 'process'
  | 'memory'
  | 'pool'
  | 'delivery'
  | 'sign-ins';

interface ChartPlan {
  readonly name: ChartName;
  readonly title: string;
  readonly figures: readonly (readonly [figure: Figure, name: string])[];
  readonly format: (value: number) => string;
  readonly isWhole?: boolean;
  readonly atLeast?: number;
  /** What the verdict of the page is given by. */
  readonly target?: number;
}

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

interface PerformanceChartsProps {
  readonly series: PerformanceSeries;
  /** Those of missed targets. */
  readonly first: readonly ChartName[];
}

/** The same figures over time, a chart for each unit. */
export function PerformanceCharts({ series, first }: PerformanceChartsProps) {
  const { t } = useText();
  const { latency, rate, share, bytes, count } = useAmounts();
  const { points, steps } = useSteps(series);
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
  const rank = ({ name }: ChartPlan) => (first.includes(name) ? 0 : 1);
  return (
    <section className={cx('overTime')} aria-label={t('performance.overTime')}>
      <h2 className={cx('overTimeTitle')}>
        {t('performance.overTime')} <span className={cx('note')}>{steps}</span>
      </h2>
      <div className={cx('charts')}>
        {[...charts]
          .sort((one, other) => rank(one) - rank(other))
          .map(({ name, title, figures, format: write, target, ...axis }) => (
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
    </section>
  );
}

/** Names each step by its whole time, in the zone in which it begins and ends. */
function useSteps({ points, stepSeconds }: PerformanceSeries) {
  const { t, language } = useText();
  const locale = findLocale(language);
  const isDaily = stepSeconds >= DAY_SECONDS;
  // Days are those of UTC, as they are added up.
  const timeZone = isDaily ? 'UTC' : undefined;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone });
  const time = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  });
  const length = isDaily ? 'day' : stepSeconds >= HOUR_SECONDS ? 'hour' : 'minute';
  const writeName = (begin: Date) => {
    if (isDaily) return `${day.format(begin)} (UTC)`;
    if (length === 'minute') return time.format(begin);
    return time.formatRange(begin, new Date(begin.getTime() + stepSeconds * 1000));
  };
  return {
    points: makeTimePoints(
      points.map(({ at }) => at),
      { locale, timeZone, isDaily, writeName },
    ),
    steps: t(`performance.by_${length}`),
  };
}
