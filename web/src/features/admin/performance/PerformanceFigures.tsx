import {
  type PerformanceOverview,
  type PerformanceSeries,
  signInLimitsMs,
} from '@prahari/contract';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { type Figure, FigureBoard } from '../../../shared/tile/FigureBoard.tsx';
import { useAmounts } from './use-amounts.ts';

/** From here on a figure asks for a look; the rules of alerts wait for worse. */
const limits = { latencyMs: 1000, errorRatio: 0.01 } as const;

interface PerformanceFiguresProps {
  readonly overview: PerformanceOverview;
  readonly series: PerformanceSeries;
}

/** The figures of the range: what learners and jobs wait for, and what the server is busy with. */
export function PerformanceFigures({ overview, series }: PerformanceFiguresProps) {
  const { t } = useText();
  const describeFirst = useFirstFigures();
  const describeOthers = useOtherFigures();
  return (
    <FigureBoard
      first={describeFirst(overview, series)}
      others={describeOthers(overview)}
      title={t('performance.serverAndWork')}
    />
  );
}

function useFirstFigures() {
  const { t } = useText();
  const format = useFormat();
  const { latency, share, count } = useAmounts();
  const signInNote = ({ count: all, slow, critical }: PerformanceOverview['signIns']): Note => {
    if (all === 0) return { note: t('analytics.slowNone') };
    if (slow === 0) return { note: t('performance.signInsQuick') };
    const slowSeconds = signInLimitsMs.slow / 1000;
    if (critical === 0)
      return { alarm: t('performance.signInsSlow', { slow: count(slow), slowSeconds }) };
    return {
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
  ): readonly Figure[] => {
    const waiting = queue.reduce((sum, { ready }) => sum + ready, 0);
    const active = queue.reduce((sum, one) => sum + one.active, 0);
    const areLeft = waiting > 0 && active === 0 && isStuck(series);
    const above = (limit: string) => t('performance.above', { limit });
    return [
      {
        name: t('performance.latency'),
        value: latency(calls.p95Ms),
        note: t('performance.latencyNote', {
          half: latency(calls.p50Ms),
          most: latency(calls.p99Ms),
        }),
        alarm: (calls.p95Ms ?? 0) > limits.latencyMs ? above(latency(limits.latencyMs)) : null,
      },
      {
        name: t('performance.errors'),
        value: share(calls.errorRatio),
        note: t('performance.errorsNote'),
        alarm:
          (calls.errorRatio ?? 0) > limits.errorRatio
            ? above(format.percent(limits.errorRatio))
            : null,
      },
      {
        name: t('performance.signIns'),
        value: latency(signIns.p95Ms),
        ...signInNote(signIns),
      },
      {
        name: t('performance.queue'),
        value: count(waiting),
        ...(areLeft
          ? { alarm: t('performance.noneRuns') }
          : { note: t('performance.queueNote', { active: count(active) }) }),
      },
    ];
  };
}

type Note = Pick<Figure, 'note' | 'alarm'>;

/** Tells whether jobs waited and none ran in the whole last step: at one moment that is usual. */
function isStuck({ points }: PerformanceSeries): boolean {
  const last = points.filter(({ jobsReady }) => jobsReady !== null).at(-1);
  return last !== undefined && last.jobsReady !== 0 && last.jobsActive === 0;
}

function useOtherFigures() {
  const { t } = useText();
  const { latency, rate, share, bytes, count } = useAmounts();
  return ({ calls, segments, processes, transcoder }: PerformanceOverview): readonly Figure[] => {
    const highest = (of: (one: (typeof processes)[number]) => number) =>
      processes.length === 0 ? null : Math.max(...processes.map(of));
    return [
      {
        name: t('performance.throughput'),
        value: rate(calls.perSecond),
        note: t('performance.callsInAll', { count: calls.count }),
      },
      {
        name: t('performance.loop'),
        value: latency(highest((one) => one.loopDelayP99Ms)),
        note: t('performance.highestNote', { count: processes.length }),
      },
      {
        name: t('performance.memory'),
        value: bytes(highest((one) => one.memoryBytes)),
        note: t('performance.cpuNote', { share: share(highest((one) => one.cpuShare)) }),
      },
      {
        name: t('performance.pool'),
        value: count(highest((one) => one.poolBusy)),
        note: t('performance.poolNote', { waiting: count(highest((one) => one.poolWaiting)) }),
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
  };
}
