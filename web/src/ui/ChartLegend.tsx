import styles from './Chart.module.css';
import { ChartKey } from './ChartMarks.tsx';
import { type ChartKind, type ChartValues, findDrawnKind, listGaps } from './chart-shape.ts';
import { classNames } from './class-names.ts';

const cx = classNames(styles);

interface ChartLegendProps {
  /** As the chart names it. */
  readonly legendId: string;
  readonly kind: ChartKind;
  readonly series: readonly {
    readonly key: string;
    readonly name: string;
    readonly values: ChartValues;
  }[];
  /** Names spans in which no series knows a value, if there are any. */
  readonly gapName?: string;
}

/** Names what a chart draws. Only readers of the screen hear of a single series: the title names it. */
export function ChartLegend({ legendId, kind, series, gapName }: ChartLegendProps) {
  const all = series.map(({ values }) => values);
  const drawn = findDrawnKind(kind, all);
  return (
    <ul id={legendId} className={cx('legend')}>
      {series.map((one, at) => (
        <li key={one.key} className={cx(series.length === 1 ? 'lone' : 'entry')}>
          <ChartKey at={at} kind={drawn} /> {one.name}
        </li>
      ))}
      {gapName === undefined || listGaps(all).length === 0 ? null : (
        <li className={cx('entry')}>
          <span className={cx('swatch')} /> {gapName}
        </li>
      )}
    </ul>
  );
}
