import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import styles from './Chart.module.css';
import {
  drawLine,
  findNearest,
  listGaps,
  listLone,
  listNamed,
  listTicks,
  stackUp,
} from './chart-scale.ts';
import { classNames } from './class-names.ts';

const cx = classNames(styles);

export interface ChartPoint {
  readonly key: string;
  /** As short as fits under an axis. */
  readonly label: string;
  /** In full. */
  readonly name: string;
  /** How round it is, zero for most: round points are named under the axis. */
  readonly rank?: number;
}

export interface ChartSeries {
  readonly key: string;
  readonly name: string;
  /** One for each point; null where nothing is known. */
  readonly values: readonly (number | null)[];
}

export interface ChartProps {
  /** Says what is drawn. */
  readonly label: string;
  /** `stack`: bars of parts that make up a whole. */
  readonly kind: 'line' | 'bars' | 'stack';
  readonly points: readonly ChartPoint[];
  /** At most five: more are not told apart. */
  readonly series: readonly ChartSeries[];
  /** Writes a value with its unit. */
  readonly format: (value: number) => string;
  /** Values that can't be parts, such as numbers of people. */
  readonly isWhole?: boolean;
  /** The axis reaches at least so far, so that small figures look small. */
  readonly atLeast?: number;
  /** What the shade over spans without any value means. */
  readonly gapName?: string;
  /** `low` where it stands beside what matters more. */
  readonly size?: keyof typeof HEIGHT;
}

const HEIGHT = { usual: 220, low: 132 } as const;
const TOP = 12;
const BOTTOM = 26;
const TICKS = 4;
/** Pixels that a name under the axis takes, and a character beside it. */
const NAME_WIDTH = 84;
const CHARACTER_WIDTH = 7;
/** Room for the figures of most axes, so that charts side by side have one time above the other. */
const LEAST_LEFT = 68;
/** Until it is measured, and where nothing is laid out. */
const FIRST_WIDTH = 640;

/**
 * Draws lines or bars over a common axis. A pointer or the arrow keys show the figures of a point,
 * which a screen reader reads as the value of a slider. Colours of blind people differ: lines also
 * differ in their dashes, and bars stand beside or on each other in the order of the legend.
 */
export function Chart(props: ChartProps) {
  const { label, kind, points, series, format, isWhole = false, atLeast = 0 } = props;
  const { size = 'usual', gapName } = props;
  const height = HEIGHT[size];
  const { frame, width } = useMeasuredWidth();
  const [shown, setShown] = useState<number | null>(null);
  const hint = useId();
  const values = series.map((one) => one.values);
  const bases = kind === 'stack' ? stackUp(values) : null;
  const reach = values.flatMap((all, of) =>
    all.map((one, at) => (one ?? 0) + (bases?.[of]?.[at] ?? 0)),
  );
  const most = Math.max(atLeast, ...reach);
  const gaps = kind === 'line' && gapName !== undefined ? listGaps(values) : [];
  const ticks = listTicks(most, TICKS, isWhole);
  const top = ticks.at(-1) ?? 1;
  const names = ticks.map(format);
  const left = Math.max(
    LEAST_LEFT,
    Math.max(...names.map((one) => one.length)) * CHARACTER_WIDTH + 10,
  );
  const across = Math.max(1, width - left - 6);
  const slot = across / Math.max(1, points.length);
  const findX = (at: number) => left + (at + 0.5) * slot;
  const findY = (value: number) => TOP + (1 - value / top) * (height - TOP - BOTTOM);
  const ranks = points.map(({ rank = 0 }) => rank);
  const named = listNamed(ranks, Math.floor(across / NAME_WIDTH));
  const isAtEnd = (at: number) => findX(at) > width - NAME_WIDTH / 2;
  // A name that were pushed aside would no longer stand at its round time.
  const areRound = [...named].every((at) => (ranks[at] ?? 0) > 0);
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
        aria-describedby={hint}
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
                x2={width - 6}
                y1={findY(tick)}
                y2={findY(tick)}
              />
              <text className={cx('tick')} x={left - 8} y={findY(tick) + 4} textAnchor="end">
                {names[at]}
              </text>
            </g>
          ))}
          {points.map((one, at) =>
            named.has(at) && !(areRound && isAtEnd(at)) ? (
              <text
                key={one.key}
                className={cx('tick')}
                x={Math.min(findX(at), width - 6)}
                y={height - 8}
                textAnchor={isAtEnd(at) ? 'end' : 'middle'}
              >
                {one.label}
              </text>
            ) : null,
          )}
          {active === null ? null : (
            <line
              className={cx('cursor')}
              x1={findX(active)}
              x2={findX(active)}
              y1={TOP}
              y2={findY(0)}
            />
          )}
          {series.map((one, at) => (
            <g key={one.key} className={cx(`series${at + 1}`)}>
              {kind === 'line' ? (
                <Line values={one.values} findX={findX} findY={findY} active={active} />
              ) : (
                <Bars
                  values={one.values}
                  bases={bases?.[at] ?? null}
                  findY={findY}
                  place={(index) =>
                    placeBar(
                      findX(index),
                      slot,
                      bases ? { at: 0, of: 1 } : { at, of: series.length },
                    )
                  }
                />
              )}
            </g>
          ))}
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
                <Key at={at} kind={kind} /> {one.name}
                <span className={cx('value')}>{writeValue(one.values[active], format)}</span>
              </p>
            ))}
          </div>
        )}
      </div>
      <ul id={hint} className={cx('legend', series.length === 1 && gaps.length === 0 && 'lone')}>
        {series.map((one, at) => (
          <li key={one.key}>
            <Key at={at} kind={kind} /> {one.name}
          </li>
        ))}
        {gaps.length > 0 ? (
          <li>
            <svg aria-hidden="true" className={cx('key')} width={20} height={10}>
              <rect className={cx('gap')} x={4} y={0} width={12} height={10} />
            </svg>{' '}
            {gapName}
          </li>
        ) : null}
      </ul>
    </div>
  );
}

interface LineProps {
  readonly values: ChartSeries['values'];
  readonly findX: (at: number) => number;
  readonly findY: (value: number) => number;
  readonly active: number | null;
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

interface BarsProps {
  readonly values: ChartSeries['values'];
  /** Where each begins; null where all stand on the axis. */
  readonly bases: readonly number[] | null;
  readonly findY: (value: number) => number;
  readonly place: (at: number) => { readonly x: number; readonly width: number };
}

/** One shape: a chart of days and districts has hundreds of bars. */
function Bars({ values, bases, findY, place }: BarsProps) {
  const boxes = values.map((value, at) => {
    if (value === null || value === 0) return '';
    const { x, width } = place(at);
    const foot = findY(bases?.[at] ?? 0);
    const height = Math.max(bases ? 0.5 : 2, foot - findY((bases?.[at] ?? 0) + value));
    return `M${x} ${foot}v${-height}h${width}v${height}z`;
  });
  return <path className={cx('bar')} d={boxes.join('')} />;
}

/** Bars of one point stand side by side, and take most of its room. */
function placeBar(center: number, slot: number, { at, of }: { at: number; of: number }) {
  const group = Math.min(slot * 0.8, 40 * of);
  const width = Math.max(1, group / of - (of > 1 ? 1 : 0));
  return { x: center - group / 2 + (at * group) / of, width };
}

/** How a series is drawn, beside its name. */
function Key({ at, kind }: { readonly at: number; readonly kind: ChartProps['kind'] }) {
  return (
    <svg aria-hidden="true" className={cx('key', `series${at + 1}`)} width={20} height={10}>
      {kind === 'line' ? (
        <path className={cx('line')} d="M0 5H20" />
      ) : (
        <rect className={cx('bar')} x={4} y={0} width={12} height={10} />
      )}
    </svg>
  );
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
