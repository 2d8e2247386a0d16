import { type PerformanceOverview, signInLimitsMs } from '@prahari/contract';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Performance.module.css';
import { useAmounts } from './use-amounts.ts';

const cx = classNames(styles);

/** The figures of the range in one row of tiles; each says how it is meant. */
export function PerformanceFigures({ overview }: { readonly overview: PerformanceOverview }) {
  const { t } = useText();
  const { latency, rate, share, bytes, count } = useAmounts();
  const { calls, segments, signIns, processes, queue, transcoder } = overview;
  const highest = (of: (one: (typeof processes)[number]) => number) =>
    processes.length === 0 ? null : Math.max(...processes.map(of));
  const waiting = queue.reduce((sum, { ready }) => sum + ready, 0);
  const active = queue.reduce((sum, one) => sum + one.active, 0);
  const tiles: readonly (readonly [name: string, value: string, note: string])[] = [
    [
      t('performance.latency'),
      latency(calls.p95Ms),
      t('performance.latencyNote', { half: latency(calls.p50Ms), most: latency(calls.p99Ms) }),
    ],
    [
      t('performance.throughput'),
      rate(calls.perSecond),
      t('performance.callsInAll', { count: calls.count }),
    ],
    [t('performance.errors'), share(calls.errorRatio), t('performance.errorsNote')],
    [
      t('performance.loop'),
      latency(highest((one) => one.loopDelayP99Ms)),
      t('performance.highestNote', { count: processes.length }),
    ],
    [
      t('performance.memory'),
      bytes(highest((one) => one.memoryBytes)),
      t('performance.cpuNote', { share: share(highest((one) => one.cpuShare)) }),
    ],
    [
      t('performance.pool'),
      count(highest((one) => one.poolBusy)),
      t('performance.poolNote', { waiting: count(highest((one) => one.poolWaiting)) }),
    ],
    [
      t('performance.segments'),
      t('performance.bytesPerSecond', {
        amount: bytes(
          segments.count === 0 ? 0 : (segments.bytes * segments.perSecond) / segments.count,
        ),
      }),
      segments.sentBy === 'nginx'
        ? t('performance.segmentsByNginx', { latency: latency(segments.p95Ms) })
        : t('performance.segmentsNote', {
            count: segments.count,
            latency: latency(segments.p95Ms),
          }),
    ],
    [
      t('performance.signIns'),
      latency(signIns.p95Ms),
      t('performance.signInsNote', {
        slow: count(signIns.slow),
        critical: count(signIns.critical),
        slowSeconds: signInLimitsMs.slow / 1000,
        criticalSeconds: signInLimitsMs.critical / 1000,
      }),
    ],
    [t('performance.queue'), count(waiting), t('performance.queueNote', { active: count(active) })],
    [
      t('performance.transcoder'),
      count(transcoder.active),
      t('performance.transcoderNote', { waiting: count(transcoder.waiting) }),
    ],
  ];
  return (
    <dl className={cx('tiles')}>
      {tiles.map(([name, value, note]) => (
        <div key={name} className={cx('tile')}>
          <dt className={cx('name')}>{name}</dt>
          <dd className={cx('value')}>{value}</dd>
          <dd className={cx('note')}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}
