import {
  type AlertCondition,
  type AlertMetricKind,
  type AlertMetricName,
  type AlertSubjectKind,
  alertMetrics,
} from '@prahari/contract';
import { createRecencyMap, type RecencyMap } from './recency-map.rules.ts';
import {
  addSample,
  cutWindow,
  findPart,
  openWindow,
  partsOfEnd,
  readWindow,
  type Sample,
  type Window,
  type WindowCut,
} from './window.rules.ts';

/** A rule as the engine judges it. */
export interface JudgedRule {
  readonly id: string;
  readonly subject: AlertSubjectKind;
  readonly threshold: AlertCondition & { readonly and: readonly AlertCondition[] };
  readonly timeWindow: number;
}

/** The windows of one metric for all subjects of one kind. */
export interface Series {
  readonly metric: AlertMetricName;
  readonly kind: AlertMetricKind;
  readonly subject: AlertSubjectKind;
  readonly cut: WindowCut;
  /** How many parts of it count. */
  readonly parts: number;
  readonly windows: RecencyMap<Window>;
  /** Those that are judged by it, and all that ask it, also for a further condition. */
  rules: JudgedRule[];
  readonly askedBy: Set<string>;
}

/**
 * Makes the series that rules need, by their names. Rules with the same metric, subject and window
 * share one.
 * @param before the series so far: what they counted is kept
 */
export function createSeriesOf(
  rules: readonly JudgedRule[],
  before: ReadonlyMap<string, Series>,
): Map<string, Series> {
  const all = new Map<string, Series>();
  const findOrCreate = (metric: AlertMetricName, rule: JudgedRule): Series => {
    const name = nameSeries(metric, rule);
    const series = all.get(name) ?? createSeries(metric, rule, before.get(name)?.windows);
    all.set(name, series);
    series.askedBy.add(rule.id);
    return series;
  };
  for (const rule of rules) {
    findOrCreate(rule.threshold.metric, rule).rules.push(rule);
    for (const { metric } of rule.threshold.and) findOrCreate(metric, rule);
  }
  return all;
}

function createSeries(
  metric: AlertMetricName,
  { subject, timeWindow }: JudgedRule,
  windows: RecencyMap<Window> = createRecencyMap<Window>(),
): Series {
  const { kind, isOfEnd = false } = alertMetrics[metric];
  const cut = cutWindow(timeWindow);
  const parts = isOfEnd ? Math.min(partsOfEnd, cut.parts) : cut.parts;
  return { metric, kind, subject, cut, parts, windows, rules: [], askedBy: new Set() };
}

export function nameSeries(metric: AlertMetricName, { subject, timeWindow }: JudgedRule): string {
  return `${metric} ${subject} ${timeWindow}`;
}

/**
 * Adds a sample to the window of a subject, and forgets the subjects that were heard of the longest
 * ago.
 * @param latestMs the time of the latest event
 * @param mostSubjects how many subjects are remembered
 * @returns how many subjects that still counted were forgotten
 */
export function addToSeries(
  series: Series,
  key: string,
  sample: Sample,
  {
    atMs,
    latestMs,
    mostSubjects,
  }: { readonly atMs: number; readonly latestMs: number; readonly mostSubjects: number },
): number {
  const { kind, cut, windows } = series;
  if (kind === 'event') return 0;
  const window = windows.get(key) ?? openWindow(kind === 'distinct');
  const oldest = findOldestPart(series, latestMs);
  const at = findPart(cut, atMs);
  if (at < oldest) return 0;
  addSample(window, sample, { at, oldest, isMax: kind === 'max' });
  windows.set(key, window);
  let forgotten = 0;
  // Two at a time: more go than come.
  for (let i = 0; i < 2; i += 1) {
    const first = windows.oldest();
    if (!first) break;
    const isOver = first[1].newest < oldest;
    if (!isOver && windows.size <= mostSubjects) break;
    windows.delete(first[0]);
    if (!isOver) forgotten += 1;
  }
  return forgotten;
}

/**
 * Reads what a series measured for a subject.
 * @param sample of the event that is judged: metrics of single events have no window
 * @returns undefined where nothing was measured that could be compared
 */
export function readSeries(
  series: Series | undefined,
  key: string,
  latestMs: number,
  sample?: Sample,
): number | undefined {
  if (!series) return undefined;
  const { kind, windows } = series;
  if (kind === 'event') return sample?.x;
  const window = windows.get(key);
  if (!window) return kind === 'ratio' || kind === 'max' ? undefined : 0;
  const { x, y, max } = readWindow(window, findOldestPart(series, latestMs));
  if (kind === 'ratio') return y > 0 ? x / y : undefined;
  if (kind === 'max') return Number.isFinite(max) ? max : undefined;
  return x;
}

function findOldestPart({ cut, parts }: Series, latestMs: number): number {
  return findPart(cut, latestMs) - parts + 1;
}
