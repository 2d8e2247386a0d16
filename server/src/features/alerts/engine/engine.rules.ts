import { type AlertMetricName, type AlertSubjectKind, alertMetrics } from '@prahari/contract';
import { holds } from './conditions.rules.ts';
import {
  type EngineMemory,
  type EngineState,
  loadMemory,
  saveMemory,
} from './engine-state.rules.ts';
import { type Fact, isArranged } from './fact.rules.ts';
import {
  type Geography,
  type History,
  type Insight,
  noInsight,
  observe,
  openHistory,
  rememberedNames,
} from './history.rules.ts';
import { findSubject, type Meter, meters } from './meters.rules.ts';
import { createRecencyMap } from './recency-map.rules.ts';
import { createRestarts, nameOwnWindow, type Restart, readRestart } from './restarts.rules.ts';
import {
  addToSeries,
  createSeriesOf,
  type JudgedRule,
  nameSeries,
  readSeries,
  type Series,
} from './series.rules.ts';
import { createUsual } from './usual.rules.ts';
import { findPart, type Sample } from './window.rules.ts';

/** An event met a rule. */
export interface Signal {
  readonly ruleId: string;
  readonly subject: AlertSubjectKind;
  readonly key: string;
  readonly fact: Fact;
  readonly value: number;
}

interface Step {
  readonly metric: AlertMetricName;
  readonly meter: Meter;
  readonly series: readonly Series[];
}

interface EngineLimits {
  /** Subjects in one series, and users that are remembered. */
  readonly subjects: number;
  readonly histories: number;
}

interface Engine extends EngineMemory {
  /** What to measure, by the name of an event. */
  plan: ReadonlyMap<string, readonly Step[]>;
  readonly geography: Geography;
  readonly limits: EngineLimits;
}

const usualLimits: EngineLimits = { subjects: 50_000, histories: 100_000 };
/** Not an event: what the engine itself has to say while it judges one. */
const forgottenStep = 'forgotten';

/**
 * Judges events, one after the other, by rules about time windows. Deterministic: the same events
 * in the same order give the same signals, in whatever batches, also across `save` and `load`.
 * Each event costs a constant number of steps for each rule that its name concerns.
 */
export function createEngine(geography: Geography, limits: EngineLimits = usualLimits) {
  const engine: Engine = {
    series: new Map(),
    plan: new Map(),
    histories: createRecencyMap<History>(),
    restarts: createRestarts(limits.subjects),
    usual: createUsual(),
    latestMs: 0,
    geography,
    limits,
  };
  return {
    setRules(rules: readonly JudgedRule[]): void {
      engine.series = createSeriesOf(rules, engine.series);
      engine.plan = buildPlan(engine.series);
    },
    /** @param nowMs what claims to be later happened now: a clock that runs ahead */
    judge(facts: readonly Fact[], nowMs: number): Signal[] {
      // A clock that ran ahead and was set back must not make all that follows too late.
      engine.latestMs = Math.min(engine.latestMs, nowMs);
      return facts.flatMap((given) => {
        if (isArranged(given)) return [];
        return judgeFact(engine, given.atMs > nowMs ? { ...given, atMs: nowMs } : given);
      });
    },
    /** Writes the state in pieces, one after the other, while nothing is judged. */
    save: (): Generator<EngineState> => saveMemory(engine),
    /** Replaces all that was known; the rules stay as they are. */
    load: (pieces: Iterable<EngineState>): void => loadMemory(engine, pieces),
    /** Counts what it keeps, for metrics. */
    size: () => ({
      histories: engine.histories.size,
      windows: [...engine.series.values()].reduce((sum, { windows }) => sum + windows.size, 0),
    }),
  };
}

/** Lists the names of the events that rules need, with those that a user is remembered by. */
export function listEventNames(rules: readonly JudgedRule[]): string[] {
  const metrics = rules.flatMap(({ threshold }) => [threshold, ...threshold.and]);
  const names = metrics.flatMap(({ metric }) => Object.keys(meters[metric]));
  const isAboutHistory = metrics.some(({ metric }) => alertMetrics[metric].kind === 'event');
  return [...new Set(isAboutHistory ? [...names, ...rememberedNames] : names)];
}

function buildPlan(series: ReadonlyMap<string, Series>): Map<string, Step[]> {
  const byMetric = Map.groupBy(series.values(), ({ metric }) => metric);
  const plan = new Map<string, Step[]>();
  for (const [metric, all] of byMetric) {
    const ofEvents =
      metric === 'forgotten_subjects'
        ? [[forgottenStep, () => undefined] as const]
        : Object.entries(meters[metric]);
    for (const [name, meter] of ofEvents) {
      const steps = plan.get(name) ?? [];
      steps.push({ metric, meter, series: all });
      plan.set(name, steps);
    }
  }
  return plan;
}

function judgeFact(engine: Engine, fact: Fact): Signal[] {
  engine.latestMs = Math.max(engine.latestMs, fact.atMs);
  const begun = readRestart(fact);
  if (begun) beginRestart(engine, begun);
  const insight = findInsight(engine, fact);
  const steps = engine.plan.get(fact.name);
  return steps ? judgeSteps(engine, fact, steps, insight) : [];
}

function findInsight(engine: Engine, fact: Fact): Insight | undefined {
  const usualFailures = engine.usual.observe(fact);
  const insight = observeUser(engine, fact);
  return usualFailures === undefined ? insight : { ...noInsight, ...insight, usualFailures };
}

function observeUser({ histories, limits, geography }: Engine, fact: Fact): Insight | undefined {
  const { userId } = fact;
  if (userId === null || !rememberedNames.has(fact.name)) return undefined;
  const history = histories.get(userId) ?? openHistory(fact.atMs);
  histories.set(userId, history);
  if (histories.size > limits.histories) histories.delete(histories.oldest()?.[0] ?? userId);
  return observe(history, fact, geography);
}

function judgeSteps(
  engine: Engine,
  fact: Fact,
  steps: readonly Step[],
  insight: Insight | undefined,
): Signal[] {
  const { networkOf } = engine.geography;
  const met: { series: Series; key: string }[] = [];
  const samples = new Map<AlertMetricName, Sample>();
  let forgotten = 0;
  for (const step of steps) {
    const sample = step.meter(fact, insight);
    if (!sample) continue;
    samples.set(step.metric, sample);
    for (const series of step.series) {
      const key = findSubject(fact, series.subject, networkOf);
      if (key === undefined) continue;
      forgotten += addForAllRules(engine, series, key, { sample, atMs: fact.atMs });
      if (series.rules.length > 0) met.push({ series, key });
    }
  }
  // All that the event says is counted before it is judged.
  const signals = met.flatMap(({ series, key }) =>
    series.rules.flatMap((rule): Signal[] => {
      const value = judgeRule(engine, rule, { series, key, samples });
      if (value === undefined) return [];
      return [{ ruleId: rule.id, subject: rule.subject, key, fact, value }];
    }),
  );
  return forgotten > 0 ? [...signals, ...judgeForgotten(engine, fact, forgotten)] : signals;
}

/** Adds a sample to the window that rules share, and to those of rules that count for themselves. */
function addForAllRules(
  { restarts, latestMs, limits }: Engine,
  series: Series,
  key: string,
  { sample, atMs }: { readonly sample: Sample; readonly atMs: number },
): number {
  const times = { atMs, latestMs, mostSubjects: limits.subjects };
  let forgotten = addToSeries(series, key, sample, times);
  for (const [ruleId, sinceMs] of restarts.find(series.subject, key) ?? []) {
    if (!series.askedBy.has(ruleId) || atMs <= sinceMs) continue;
    forgotten += addToSeries(series, nameOwnWindow(key, ruleId), sample, times);
  }
  return forgotten;
}

/** @returns the value that meets the rule, with all its further conditions; undefined where none does */
function judgeRule(
  engine: Engine,
  rule: JudgedRule,
  {
    series,
    key,
    samples,
  }: {
    readonly series: Series;
    readonly key: string;
    /** Of the event that is judged, by metric. */
    readonly samples: ReadonlyMap<AlertMetricName, Sample>;
  },
): number | undefined {
  const { latestMs } = engine;
  const window = findWindow(engine, series, key, rule);
  const value = readSeries(series, window, latestMs, samples.get(series.metric));
  if (value === undefined || !holds(value, rule.threshold)) return undefined;
  const isMet = rule.threshold.and.every((condition) => {
    const other = engine.series.get(nameSeries(condition.metric, rule));
    const found = readSeries(other, window, latestMs, samples.get(condition.metric));
    return found !== undefined && holds(found, condition);
  });
  return isMet ? value : undefined;
}

/** Judges that subjects were forgotten which still counted: more were seen than are remembered. */
function judgeForgotten(engine: Engine, fact: Fact, count: number): Signal[] {
  const steps = engine.plan.get(forgottenStep);
  if (!steps) return [];
  const meter = () => ({ x: count });
  const own = steps.map((step) => ({ ...step, meter }));
  return judgeSteps(engine, fact, own, undefined);
}

function beginRestart({ restarts, series }: Engine, restart: Restart): void {
  restarts.begin(restart);
  const own = nameOwnWindow(restart.key, restart.ruleId);
  for (const { askedBy, windows } of series.values()) {
    if (askedBy.has(restart.ruleId)) windows.delete(own);
  }
}

/** Names the windows by which a rule judges a subject. */
function findWindow(
  { restarts, latestMs }: Engine,
  { subject, cut }: Series,
  key: string,
  { id }: JudgedRule,
): string {
  const sinceMs = restarts.find(subject, key)?.get(id);
  if (sinceMs === undefined) return key;
  // Of its whole window, also where it asks only about the end of it.
  const oldest = findPart(cut, latestMs) - cut.parts + 1;
  if (findPart(cut, sinceMs) >= oldest) return nameOwnWindow(key, id);
  restarts.end(subject, key, id);
  return key;
}
