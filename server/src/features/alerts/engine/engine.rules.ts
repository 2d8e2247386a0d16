import type {
  AlertCondition,
  AlertMetricKind,
  AlertMetricName,
  AlertSubjectKind,
} from '@prahari/contract';
import { alertMetrics } from '@prahari/contract';
import { holds } from './conditions.rules.ts';
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
import { createRecencyMap, type RecencyMap } from './recency-map.rules.ts';
import {
  createRestarts,
  nameOwnWindow,
  type Restart,
  readRestart,
  type SavedRestarts,
} from './restarts.rules.ts';
import { createUsual, type SavedUsual } from './usual.rules.ts';
import {
  addSample,
  cutWindow,
  findPart,
  openWindow,
  partsOfEnd,
  readWindow,
  restoreWindow,
  type Sample,
  type SavedWindow,
  saveWindow,
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

/** An event met a rule. */
export interface Signal {
  readonly ruleId: string;
  readonly subject: AlertSubjectKind;
  readonly key: string;
  readonly fact: Fact;
  readonly value: number;
}

/** The windows of one metric for all subjects of one kind. */
interface Series {
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

interface Step {
  readonly metric: AlertMetricName;
  readonly meter: Meter;
  readonly series: readonly Series[];
}

/** What the engine knows, in pieces that JSON keeps. */
export interface EngineState {
  readonly part: string;
  readonly text: string;
}

export interface EngineLimits {
  /** Subjects in one series, and users that are remembered. */
  readonly subjects: number;
  readonly histories: number;
}

const usualLimits: EngineLimits = { subjects: 50_000, histories: 100_000 };
/** So that no piece takes long to write as text. */
const entriesInPiece = 2000;
/** Not an event: what the engine itself has to say while it judges one. */
const forgottenStep = 'forgotten';

/**
 * Judges events, one after the other, by rules about time windows. Deterministic: the same events
 * in the same order give the same signals, in whatever batches, also across `save` and `load`.
 * Each event costs a constant number of steps for each rule that its name concerns.
 */
export function createEngine(
  geography: Geography,
  { subjects: mostSubjects, histories: mostHistories }: EngineLimits = usualLimits,
) {
  let series = new Map<string, Series>();
  let plan = new Map<string, Step[]>();
  const histories = createRecencyMap<History>();
  const restarts = createRestarts(mostSubjects);
  const usual = createUsual();
  let latestMs = 0;

  const oldestOf = ({ cut, parts }: Series) => findPart(cut, latestMs) - parts + 1;

  function setRules(rules: readonly JudgedRule[]): void {
    const next = new Map<string, Series>();
    const open = (metric: AlertMetricName, rule: JudgedRule) => {
      const { subject, timeWindow } = rule;
      const name = nameSeries(metric, rule);
      const known = next.get(name);
      if (known) {
        known.askedBy.add(rule.id);
        return known;
      }
      const { kind, isOfEnd = false } = alertMetrics[metric];
      const cut = cutWindow(timeWindow);
      const opened: Series = {
        metric,
        kind,
        subject,
        cut,
        parts: isOfEnd ? Math.min(partsOfEnd, cut.parts) : cut.parts,
        windows: series.get(name)?.windows ?? createRecencyMap<Window>(),
        rules: [],
        askedBy: new Set([rule.id]),
      };
      next.set(name, opened);
      return opened;
    };
    for (const rule of rules) {
      open(rule.threshold.metric, rule).rules.push(rule);
      for (const { metric } of rule.threshold.and) open(metric, rule);
    }
    series = next;
    plan = buildPlan(next);
  }

  function insightOf(fact: Fact): Insight | undefined {
    const usualFailures = usual.observe(fact);
    const insight = insightOfUser(fact);
    return usualFailures === undefined ? insight : { ...noInsight, ...insight, usualFailures };
  }

  function insightOfUser(fact: Fact): Insight | undefined {
    const { userId } = fact;
    if (userId === null || !rememberedNames.has(fact.name)) return undefined;
    const history = histories.get(userId) ?? openHistory(fact.atMs);
    histories.set(userId, history);
    if (histories.size > mostHistories) histories.delete(histories.oldest()?.[0] ?? userId);
    return observe(history, fact, geography);
  }

  /** @returns how many subjects that still counted had to make room */
  function add(one: Series, key: string, sample: Sample, atMs: number): number {
    if (one.kind === 'event') return 0;
    const window = one.windows.get(key) ?? openWindow(one.kind === 'distinct');
    const oldest = oldestOf(one);
    const at = findPart(one.cut, atMs);
    if (at < oldest) return 0;
    addSample(window, sample, { at, oldest, isMax: one.kind === 'max' });
    one.windows.set(key, window);
    let forgotten = 0;
    // Two at a time: more go than come.
    for (let i = 0; i < 2; i += 1) {
      const first = one.windows.oldest();
      if (!first) break;
      const isOver = first[1].newest < oldest;
      if (!isOver && one.windows.size <= mostSubjects) break;
      one.windows.delete(first[0]);
      if (!isOver) forgotten += 1;
    }
    return forgotten;
  }

  /** Adds what a rule that counts from zero again for this subject counts for itself. */
  function addToOwn(one: Series, key: string, sample: Sample, atMs: number): number {
    const restarted = restarts.find(one.subject, key);
    if (!restarted) return 0;
    let forgotten = 0;
    for (const [ruleId, sinceMs] of restarted) {
      if (!one.askedBy.has(ruleId) || atMs <= sinceMs) continue;
      forgotten += add(one, nameOwnWindow(key, ruleId), sample, atMs);
    }
    return forgotten;
  }

  /** Names the windows by which a rule judges a subject. */
  function findWindow(one: Series, key: string, { id }: JudgedRule): string {
    const sinceMs = restarts.find(one.subject, key)?.get(id);
    if (sinceMs === undefined) return key;
    // Of its whole window, also where it asks only about the end of it.
    const oldest = findPart(one.cut, latestMs) - one.cut.parts + 1;
    if (findPart(one.cut, sinceMs) >= oldest) return nameOwnWindow(key, id);
    restarts.end(one.subject, key, id);
    return key;
  }

  function restart(one: Restart): void {
    restarts.begin(one);
    const own = nameOwnWindow(one.key, one.ruleId);
    for (const { askedBy, windows } of series.values()) {
      if (askedBy.has(one.ruleId)) windows.delete(own);
    }
  }

  function read(one: Series | undefined, key: string, sample?: Sample): number | undefined {
    if (!one) return undefined;
    if (one.kind === 'event') return sample?.x;
    const window = one.windows.get(key);
    if (!window) return one.kind === 'ratio' || one.kind === 'max' ? undefined : 0;
    const { x, y, max } = readWindow(window, oldestOf(one));
    if (one.kind === 'ratio') return y > 0 ? x / y : undefined;
    if (one.kind === 'max') return Number.isFinite(max) ? max : undefined;
    return x;
  }

  function judgeSteps(
    fact: Fact,
    steps: readonly Step[],
    insight: Insight | undefined,
    signals: Signal[],
  ): void {
    const met: { one: Series; key: string; sample: Sample }[] = [];
    const samples = new Map<AlertMetricName, Sample>();
    let forgotten = 0;
    for (const step of steps) {
      const sample = step.meter(fact, insight);
      if (!sample) continue;
      samples.set(step.metric, sample);
      for (const one of step.series) {
        const key = findSubject(fact, one.subject, geography.networkOf);
        if (key === undefined) continue;
        forgotten += add(one, key, sample, fact.atMs);
        forgotten += addToOwn(one, key, sample, fact.atMs);
        if (one.rules.length > 0) met.push({ one, key, sample });
      }
    }
    // All that the event says is counted before it is judged.
    for (const { one, key, sample } of met) {
      for (const rule of one.rules) {
        const window = findWindow(one, key, rule);
        const value = read(one, window, sample);
        if (value === undefined || !holds(value, rule.threshold)) continue;
        const isMet = rule.threshold.and.every((condition) => {
          const other = series.get(nameSeries(condition.metric, rule));
          const found = read(other, window, samples.get(condition.metric));
          return found !== undefined && holds(found, condition);
        });
        if (isMet) signals.push({ ruleId: rule.id, subject: rule.subject, key, fact, value });
      }
    }
    if (forgotten > 0) judgeForgotten(fact, forgotten, signals);
  }

  function judgeForgotten(fact: Fact, count: number, signals: Signal[]): void {
    const steps = plan.get(forgottenStep);
    if (!steps) return;
    const meter = () => ({ x: count });
    const own = steps.map((step) => ({ ...step, meter }));
    judgeSteps(fact, own, undefined, signals);
  }

  return {
    setRules,
    /** @param nowMs what claims to be later happened now: a clock that runs ahead */
    judge(facts: readonly Fact[], nowMs: number): Signal[] {
      const signals: Signal[] = [];
      // A clock that ran ahead and was set back must not make all that follows too late.
      latestMs = Math.min(latestMs, nowMs);
      for (const given of facts) {
        if (isArranged(given)) continue;
        const fact = given.atMs > nowMs ? { ...given, atMs: nowMs } : given;
        latestMs = Math.max(latestMs, fact.atMs);
        const begun = readRestart(fact);
        if (begun) restart(begun);
        const insight = insightOf(fact);
        const steps = plan.get(fact.name);
        if (steps) judgeSteps(fact, steps, insight, signals);
      }
      return signals;
    },
    /** The state in pieces, to be written one after the other while nothing is judged. */
    *save(): Generator<EngineState> {
      yield { part: 'clock', text: JSON.stringify(latestMs) };
      yield { part: 'restarts', text: JSON.stringify(restarts.save()) };
      yield { part: 'usual', text: JSON.stringify(usual.save()) };
      yield* cutIntoPieces('histories', histories, (history) => history);
      for (const [name, { windows }] of series) {
        yield* cutIntoPieces(`windows ${name}`, windows, saveWindow);
      }
    },
    /** Takes the place of all that was known; the rules stay as they are. */
    load(pieces: Iterable<EngineState>): void {
      latestMs = 0;
      histories.clear();
      restarts.load([]);
      usual.load([]);
      for (const { windows } of series.values()) windows.clear();
      for (const { part, text } of pieces) {
        const name = part.slice(0, part.lastIndexOf('#'));
        if (part === 'clock') latestMs = readJson<number>(text);
        else if (part === 'restarts') restarts.load(readJson<SavedRestarts[]>(text));
        else if (part === 'usual') usual.load(readJson<SavedUsual>(text));
        else if (name === 'histories') {
          for (const [id, history] of readJson<[string, History][]>(text)) {
            histories.set(id, history);
          }
        } else {
          const windows = series.get(name.slice('windows '.length))?.windows;
          if (!windows) continue;
          for (const [key, saved] of readJson<[string, SavedWindow][]>(text)) {
            windows.set(key, restoreWindow(saved));
          }
        }
      }
    },
    /** How much it keeps, for those who watch over it. */
    size: () => ({
      histories: histories.size,
      windows: [...series.values()].reduce((sum, { windows }) => sum + windows.size, 0),
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

function nameSeries(metric: AlertMetricName, { subject, timeWindow }: JudgedRule): string {
  return `${metric} ${subject} ${timeWindow}`;
}

function* cutIntoPieces<Value>(
  name: string,
  map: Iterable<[string, Value]>,
  save: (value: Value) => unknown,
): Generator<EngineState> {
  let piece: [string, unknown][] = [];
  let at = 0;
  for (const [key, value] of map) {
    piece.push([key, save(value)]);
    if (piece.length < entriesInPiece) continue;
    yield { part: `${name}#${String(at).padStart(6, '0')}`, text: JSON.stringify(piece) };
    piece = [];
    at += 1;
  }
  if (piece.length > 0) {
    yield { part: `${name}#${String(at).padStart(6, '0')}`, text: JSON.stringify(piece) };
  }
}

/** Reads what `save` wrote. */
function readJson<Value>(text: string): Value {
  const value: Value = JSON.parse(text);
  return value;
}
