import type { ReactNode } from 'react';
import styles from './Chart.module.css';
import {
  type ChartKind,
  type ChartValues,
  drawLine,
  findGroupWidth,
  listLone,
  stackValues,
} from './chart-shape.ts';
import { classNames } from './class-names.ts';

const cx = classNames(styles);

interface MarksProps {
  readonly kind: ChartKind;
  readonly all: readonly ChartValues[];
  /** From the left end of the plot to its right. */
  readonly across: readonly [from: number, to: number];
  readonly findX: (at: number) => number;
  readonly findY: (value: number) => number;
  readonly active: number | null;
  /** Bars in place of lines show a zero: nothing at all would say that it isn't known. */
  readonly showsZero: boolean;
}

/** What is drawn of the values of each series. */
export function ChartMarks({ kind, all, active, findX, findY, ...rest }: MarksProps) {
  if (kind === 'line') {
    return all.map((values, at) => (
      <Series key={keyOf(at)} at={at}>
        <Line values={values} findX={findX} findY={findY} active={active} />
      </Series>
    ));
  }
  const { across, showsZero } = rest;
  const [left, right] = across;
  const columns = kind === 'stack' ? 1 : all.length;
  const slot = (right - left) / Math.max(1, all[0]?.length ?? 1);
  const group = findGroupWidth(all, slot, columns);
  const width = Math.max(1, group / columns - (columns > 1 ? 1 : 0));
  const boxes = kind === 'stack' ? stackValues(all) : all.map((values) => values.map(fromZero));
  // One shape for each series: a chart of days and districts has hundreds of bars.
  return boxes.map((series, at) => (
    <Series key={keyOf(at)} at={at}>
      <path
        className={cx('bar')}
        d={series
          .map((box, index) => {
            if (box === null || (box[0] === box[1] && !showsZero)) return '';
            const start = Math.min(right - group, Math.max(left, findX(index) - group / 2));
            const x = start + (kind === 'stack' ? 0 : (at * group) / columns);
            const height = findY(box[0]) - findY(box[1]);
            // A thread of the card between two parts: not every reader tells the colours apart.
            const shown = box[0] > 0 && height > 3 ? height - 1 : Math.max(2, height);
            return `M${x} ${findY(box[1]) + height - shown}h${width}v${shown}h${-width}z`;
          })
          .join('')}
      />
    </Series>
  ));
}

const fromZero = (value: number | null) => (value === null ? null : ([0, value] as const));

const keyOf = (at: number) => `series${at + 1}`;

function Series({ at, children }: { readonly at: number; readonly children: ReactNode }) {
  return <g className={cx(keyOf(at))}>{children}</g>;
}

interface LineProps extends Pick<MarksProps, 'findX' | 'findY' | 'active'> {
  readonly values: ChartValues;
}

function Line({ values, findX, findY, active }: LineProps) {
  const marked = new Set(listLone(values));
  if (active !== null) marked.add(active);
  return (
    <>
      <path
        className={cx('line')}
        d={drawLine(values.map((value, at) => (value === null ? null : [findX(at), findY(value)])))}
      />
      {[...marked].map((at) => {
        const value = values[at] ?? null;
        return value === null ? null : (
          <circle key={at} className={cx('dot')} cx={findX(at)} cy={findY(value)} r={3.5} />
        );
      })}
    </>
  );
}

/** How a series is drawn, beside its name. */
export function ChartKey({ at, kind }: { readonly at: number; readonly kind: ChartKind }) {
  return (
    <svg
      aria-hidden="true"
      className={cx('key', keyOf(at))}
      width={kind === 'line' ? 20 : 12}
      height={10}
    >
      {kind === 'line' ? (
        <path className={cx('line')} d="M0 5H20" />
      ) : (
        <rect className={cx('bar')} width={12} height={10} />
      )}
    </svg>
  );
}
