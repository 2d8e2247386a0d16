import {
  builtInLimits,
  type PerformanceOverview,
  type PerformanceSeries,
  signInLimitsMs,
} from '@prahari/contract';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { type Figure, FigureBoard } from '../../../shared/tile/FigureBoard.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { Verdict } from '../../../ui/Verdict.tsx';
import styles from './Performance.module.css';
import { type ChartName, PerformanceCharts } from './PerformanceCharts.tsx';
import { targets } from './targets.ts';
import { useAmounts } from './use-amounts.ts';

const cx = classNames(styles);

interface PerformanceFiguresProps {
  readonly overview: PerformanceOverview;
  readonly series: PerformanceSeries;
}

interface TargetFigure extends Figure {
  /** Says in plain words that its target is missed. */
  readonly trouble?: string;
  /** The chart that shows it over time. */
  readonly chart?: ChartName;
}

const isMissed = ({ alarm }: Figure) => typeof alarm === 'string';

/** What learners and jobs wait for, and in plain words whether that is as it should be. */
export function PerformanceFigures({ overview, series }: PerformanceFiguresProps) {
  const { t } = useText();
  const describeFirst = useFirstFigures();
  const { describeServer } = useOtherFigures();
  const first = describeFirst(overview, series);
  const server = describeServer(overview);
  const missed = [...first, ...server].filter(isMissed);
  const isMet = (figure: Figure) => !isMissed(figure);
  return (
    <>
      <div className={cx('leading')}>
        <TargetsVerdict figures={[...first, ...server]} />
        <FigureBoard
          first={[...missed, ...first.filter(isMet)]}
          others={server.filter(isMet).map(({ name, value, note = '', goal }) => ({
            name,
            value,
            note: goal ?? note,
          }))}
          title={t('performance.serverUse')}
        />
      </div>
      <PerformanceCharts
        series={series}
        first={missed.flatMap(({ chart }) => (chart === undefined ? [] : [chart]))}
      />
    </>
  );
}

/** What is asked of the server. */
export function WorkCard({ overview }: Pick<PerformanceFiguresProps, 'overview'>) {
  const { t } = useText();
  const { describeWork } = useOtherFigures();
  return (
    <Card title={t('performance.work')}>
      <div className={cx('work')}>
        <Facts facts={describeWork(overview).map(({ name, value, note }) => [name, value, note])} />
      </div>
    </Card>
  );
}

function TargetsVerdict({ figures }: { readonly figures: readonly TargetFigure[] }) {
  const { t } = useText();
  const missed = figures.filter(isMissed);
  const met = figures.filter(({ goal }) => typeof goal === 'string');
  if (missed.length + met.length === 0) return null;
  if (missed.length === 0)
    return <Verdict tone="good">{t('performance.allMet', { count: met.length })}</Verdict>;
  return (
    <Verdict tone="poor">{missed.map(({ name, trouble = name }) => trouble).join(' ')}</Verdict>
  );
}

function useFirstFigures() {
  const { t } = useText();
  const format = useFormat();
  const { latency, share, count } = useAmounts();
  const within = (limit: string) => t('performance.within', { limit });
  /** Says on which side of a limit a figure is; nothing of one that is not known. */
  const judge = (value: number | null, limit: number, written: string): Note => {
    if (value === null) return {};
    return value > limit
      ? { alarm: t('performance.above', { limit: written }) }
      : { goal: within(written) };
  };
  /** Single slow ones are said; many, or one that hardly came, are trouble. */
  const signInNote = (signIns: PerformanceOverview['signIns']): Note => {
    const { count: all, slow, critical, p95Ms } = signIns;
    if (all === 0) return { note: t('analytics.slowNone') };
    const note = t('performance.signInsInAll', { count: all });
    const goal = within(latency(signInLimitsMs.slow));
    if (slow === 0) return { note, goal };
    const slowSeconds = signInLimitsMs.slow / 1000;
    const slowOnes = t('performance.signInsSlow', { slow: count(slow), slowSeconds });
    const areFew = p95Ms !== null && p95Ms <= signInLimitsMs.slow;
    if (critical === 0)
      return areFew ? { note: `${slowOnes} · ${note}`, goal } : { note, alarm: slowOnes };
    return {
      note,
      alarm: t('performance.signInsNote', {
        slow: count(slow),
        critical: count(critical),
        slowSeconds,
        criticalSeconds: signInLimitsMs.critical / 1000,
      }),
    };
  };
  return (
    { calls, signIns, queue }: PerformanceOverview,
    series: PerformanceSeries,
  ): readonly TargetFigure[] => {
    const waiting = queue.reduce((sum, { ready }) => sum + ready, 0);
    const active = queue.reduce((sum, one) => sum + one.active, 0);
    const areLeft = waiting > 0 && active === 0 && isStuck(series);
    return [
      {
        name: t('performance.latency'),
        trouble: t('performance.slowRequests'),
        chart: 'latency',
        value: latency(calls.p95Ms),
        note: t('performance.latencyNote', {
          half: latency(calls.p50Ms),
          most: latency(calls.p99Ms),
        }),
        ...judge(calls.p95Ms, targets.latencyMs, latency(targets.latencyMs)),
      },
      {
        name: t('performance.errors'),
        trouble: t('performance.failedRequests'),
        chart: 'errors',
        value: share(calls.errorRatio),
        note: t('performance.errorsNote'),
        ...judge(calls.errorRatio, targets.errorRatio, format.percent(targets.errorRatio)),
      },
      {
        name: t('performance.signIns'),
        trouble: t('performance.slowSignIns'),
        chart: 'sign-ins',
        value: latency(signIns.p95Ms),
        ...signInNote(signIns),
      },
      {
        name: t('performance.queue'),
        trouble: t('performance.stuckJobs'),
        chart: 'pool',
        value: count(waiting),
        note: t('performance.queueNote', { active: count(active) }),
        ...(areLeft ? { alarm: t('performance.noneRuns') } : { goal: t('performance.noneStuck') }),
      },
    ];
  };
}

type Note = Pick<Figure, 'note' | 'alarm' | 'goal'>;

/** Tells whether jobs waited and none ran in the whole last step: at one moment that is usual. */
function isStuck({ points }: PerformanceSeries): boolean {
  const last = points.filter(({ jobsReady }) => jobsReady !== null).at(-1);
  return last !== undefined && last.jobsReady !== 0 && last.jobsActive === 0;
}

function useOtherFigures() {
  const { t } = useText();
  const { latency, rate, share, bytes, count } = useAmounts();
  const judgeLoop = (loop: number | null): Note => {
    if (loop === null) return {};
    const limit = latency(builtInLimits.loopDelayMs);
    return loop < builtInLimits.loopDelayMs
      ? { goal: t('performance.within', { limit }) }
      : { alarm: t('performance.above', { limit }) };
  };
  const describeServer = ({ processes }: PerformanceOverview): readonly TargetFigure[] => {
    const highest = (of: (one: (typeof processes)[number]) => number) =>
      processes.length === 0 ? null : Math.max(...processes.map(of));
    const loop = highest((one) => one.loopDelayP99Ms);
    return [
      {
        name: t('performance.loop'),
        trouble: t('performance.busyServer'),
        chart: 'process',
        value: latency(loop),
        ...judgeLoop(loop),
      },
      {
        name: t('performance.memory'),
        value: bytes(highest((one) => one.memoryBytes)),
        note: t('performance.highestNote', { count: processes.length }),
      },
      {
        name: t('performance.cpu'),
        value: share(highest((one) => one.cpuShare)),
        note: t('performance.cpuNote'),
      },
      {
        name: t('performance.pool'),
        value: count(highest((one) => one.poolBusy)),
        note: t('performance.poolNote', { waiting: count(highest((one) => one.poolWaiting)) }),
      },
    ];
  };
  const describeWork = ({
    calls,
    segments,
    transcoder,
  }: PerformanceOverview): readonly Figure[] => [
    {
      name: t('performance.throughput'),
      value: rate(calls.perSecond),
      note: t('performance.callsInAll', { count: calls.count }),
    },
    {
      name: t('performance.segments'),
      value: t('performance.bytesPerSecond', {
        amount: bytes(
          segments.count === 0 ? 0 : (segments.bytes * segments.perSecond) / segments.count,
        ),
      }),
      note:
        segments.sentBy === 'nginx'
          ? t('performance.segmentsByNginx', { latency: latency(segments.p95Ms) })
          : t('performance.segmentsNote', {
              count: segments.count,
              latency: latency(segments.p95Ms),
            }),
    },
    {
      name: t('performance.transcoder'),
      value: count(transcoder.active),
      note: t('performance.transcoderNote', { waiting: count(transcoder.waiting) }),
    },
  ];
  return { describeServer, describeWork };
}
