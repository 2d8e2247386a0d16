import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import styles from './Chart.module.css';
import { ChartKey, ChartMarks } from './ChartMarks.tsx';
import { findNearest, listNamed, listTicks } from './chart-scale.ts';
import {
  type ChartKind,
  type ChartValues,
  findDrawnKind,
  listGaps,
  stackValues,
} from './chart-shape.ts';
import { classNames } from './class-names.ts';

const cx = classNames(styles);

export interface ChartPoint {
  readonly key: string;
  /** As short as fits under an axis. */
  readonly label: string;
  /** In full. */
  readonly name: string;
  /** Higher ones are landmarks: where there is no room for every name, theirs remain. */
  readonly rank?: number;
}

export interface ChartSeries {
  readonly key: string;
  readonly name: string;
  readonly values: ChartValues;
}

export interface ChartProps {
  /** Says what is drawn. */
  readonly label: string;
  /** Lines of hardly any known points are drawn as bars. */
  readonly kind: ChartKind;
  readonly points: readonly ChartPoint[];
  /** At most five: more are not told apart. */
  readonly series: readonly ChartSeries[];
  /** Writes a value with its unit. */
  readonly format: (value: number) => string;
  /** Values that can't be parts, such as numbers of people. */
  readonly isWhole?: boolean;
  /** The axis reaches at least so far, so that small figures look small. */
  readonly atLeast?: number;
  /** A value that the figures should stay below; its line is named, and the axis reaches it. */
  readonly target?: { readonly value: number; readonly name: string } | undefined;
  /** The `ChartLegend` that names the series; it is not drawn with them. */
  readonly legendId: string;
  /** `low` where it stands beside what matters more. */
  readonly size?: keyof typeof HEIGHT;
}

const HEIGHT = { usual: 220, low: 132 } as const;
const STEPS = { usual: 5, low: 3 } as const;
const TOP = 12;
const BOTTOM = 26;
/** Pixels that a character takes beside the axis and under it, and a name at least. */
const TICK_CHARACTER = 7;
const NAME_CHARACTER = 6.2;
const NAME_WIDTH = 72;
const EDGE = 6;
const TICK_HEIGHT = 12;
/** Room beside the axis, so that charts in a row agree; less where a screen has none to give. */
const LEFT = 66;
const NARROW = 420;
/** Until it is measured, and where nothing is laid out. */
const FIRST_WIDTH = 640;

/**
 * Draws lines or bars over a common axis. A pointer or the arrow keys show the figures of a point,
 * which a screen reader reads as the value of a slider. Colours of blind people differ: lines also
 * differ in their dashes or weight, and bars stand in the order of the legend.
 */
export function Chart(props: ChartProps) {
  const { label, points, series, format, isWhole = false, atLeast = 0 } = props;
  const { size = 'usual', legendId, target } = props;
  const height = HEIGHT[size];
  const { frame, width } = useMeasuredWidth();
  const [shown, setShown] = useState<number | null>(null);
  const all = series.map(({ values }) => values);
  const kind = findDrawnKind(props.kind, all);
  const gaps = listGaps(all);
  const ticks = listTicks(Math.max(atLeast, target?.value ?? 0, findMost(all, kind)), {
    steps: STEPS[size],
    isWhole,
    format,
  });
  const top = ticks.at(-1) ?? 1;
  const names = ticks.map(format);
  const left = Math.max(
    width < NARROW ? 0 : LEFT,
    Math.max(...names.map((one) => one.length)) * TICK_CHARACTER + 10,
  );
  const { named, right } = planNames(points, width);
  const across = Math.max(1, right - left);
  const slot = across / Math.max(1, points.length);
  const findX = (at: number) => left + (at + 0.5) * slot;
  const findY = (value: number) => TOP + (1 - value / top) * (height - TOP - BOTTOM);
  // On whole pixels: a line between two is a pale one on both.
  const findLine = (value: number) => Math.round(findY(value)) + 0.5;
  const active = shown === null ? null : Math.min(shown, points.length - 1);
  const describe = (at: number) =>
    [
      points[at]?.name ?? '',
      ...series.map((one) => `${one.name}: ${writeValue(one.values[at], format)}`),
    ].join(', ');

  function point({ clientX, currentTarget }: PointerEvent<HTMLElement>) {
    const x = clientX - currentTarget.getBoundingClientRect().left - left;
    setShown(findNearest(x, points.length, across));
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') return setShown(null);
    const next = findNext(event.key, active ?? points.length - 1, points.length - 1);
    if (next === null) return;
    event.preventDefault();
    setShown(next);
  }

  return (
    <div ref={frame} className={cx('chart')}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, points.length - 1)}
        aria-valuenow={active ?? Math.max(0, points.length - 1)}
        aria-valuetext={describe(active ?? points.length - 1)}
        aria-describedby={legendId}
        className={cx('plot')}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setShown(null)}
        onFocus={() => setShown((before) => before ?? points.length - 1)}
        onBlur={() => setShown(null)}
        onKeyDown={press}
      >
        <svg
          aria-hidden="true"
          data-chart=""
          className={cx('drawing')}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
        >
          {gaps.map(([from, to]) => (
            <rect
              key={from}
              className={cx('gap')}
              x={findX(from) - slot / 2}
              y={TOP}
              width={(to - from + 1) * slot}
              height={findY(0) - TOP}
            />
          ))}
          {ticks.map((tick, at) => (
            <g key={tick}>
              <line
                className={cx(at === 0 ? 'axis' : 'grid')}
                x1={left}
                x2={right}
                y1={findLine(tick)}
                y2={findLine(tick)}
              />
              <text className={cx('tick')} x={left - 8} y={findY(tick) + 4} textAnchor="end">
                {names[at]}
              </text>
            </g>
          ))}
          {points.map((one, at) =>
            named.has(at) ? (
              <text
                key={one.key}
                className={cx('tick')}
                x={findX(at)}
                y={height - 8}
                textAnchor="middle"
              >
                {one.label}
              </text>
            ) : null,
          )}
          {target ? (
            <g>
              <line
                className={cx('target')}
                x1={left}
                x2={right}
                y1={findLine(target.value)}
                y2={findLine(target.value)}
              />
              <text
                className={cx('tick')}
                x={left + 6}
                // Within the drawing, also where the axis ends with it.
                y={findY(target.value) + (findY(target.value) < TOP + TICK_HEIGHT ? 14 : -5)}
                textAnchor="start"
              >
                {target.name}
              </text>
            </g>
          ) : null}
          {active === null ? null : (
            <line
              className={cx('cursor')}
              x1={findX(active)}
              x2={findX(active)}
              y1={TOP}
              y2={findY(0)}
            />
          )}
          <ChartMarks
            kind={kind}
            all={all}
            across={[left, right]}
            findX={findX}
            findY={findY}
            active={active}
            showsZero={kind !== props.kind}
          />
        </svg>
        {active === null ? null : (
          <div
            aria-hidden="true"
            className={cx('tooltip', findX(active) > width / 2 && 'before')}
            style={{ left: findX(active) }}
          >
            <p className={cx('when')}>{points[active]?.name}</p>
            {series.map((one, at) => (
              <p key={one.key} className={cx('figure')}>
                <ChartKey at={at} kind={kind} /> {one.name}
                <span className={cx('value')}>{writeValue(one.values[active], format)}</span>
              </p>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

function findMost(all: readonly ChartValues[], kind: ChartKind): number {
  if (kind !== 'stack')
    return Math.max(0, ...all.flatMap((values) => values.map((one) => one ?? 0)));
  return Math.max(0, ...stackValues(all).flatMap((parts) => parts.map((part) => part?.[1] ?? 0)));
}

/**
 * Chooses which points are named, and where the plot ends so that the last name is whole. All that
 * counts is the points and the width of the card: charts of the same points agree.
 */
function planNames(points: readonly ChartPoint[], width: number) {
  const nameWidth = Math.max(0, ...points.map((one) => one.label.length)) * NAME_CHARACTER;
  const plot = width - LEFT - EDGE;
  const room = Math.floor(plot / Math.max(NAME_WIDTH, nameWidth + 8));
  const named = listNamed(
    points.map(({ rank = 0 }) => rank),
    room,
  );
  const overhang = nameWidth / 2 - plot / Math.max(1, points.length) / 2;
  return { named, right: width - Math.max(EDGE, Math.round(overhang)) };
}

const writeValue = (value: number | null | undefined, format: ChartProps['format']) =>
  value === null || value === undefined ? '–' : format(value);

/** Where a key leads along the axis; null for keys of no meaning here. */
function findNext(key: string, from: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, from - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, from + 1);
    case 'PageDown':
      return Math.max(0, from - 10);
    case 'PageUp':
      return Math.min(last, from + 10);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

/** Texts keep their size on screens of any width, so the drawing is made for each. */
function useMeasuredWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    const box = frame.current;
    if (!box || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setWidth(Math.max(200, Math.floor(box.clientWidth))));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
}
