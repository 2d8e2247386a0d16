import type { AlertMetricName } from '@prahari/contract';
import { alertMetrics } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brief, describeFact, describeRule, flatEarth } from './engine.fixture.ts';
import { createEngine } from './engine.rules.ts';
import type { Fact } from './fact.rules.ts';
import { findSubject, meters } from './meters.rules.ts';
import type { JudgedRule } from './series.rules.ts';
import { cutWindow, findPart } from './window.rules.ts';

const later = Number.MAX_SAFE_INTEGER;

function judge(rules: readonly JudgedRule[], facts: readonly Fact[], nowMs = later): string[] {
  const engine = createEngine(flatEarth);
  engine.setRules(rules);
  return brief(engine.judge(facts, nowMs));
}

/** The same, computed for each event from all events before it. */
function judgeNaively(rules: readonly JudgedRule[], facts: readonly Fact[]): string[] {
  return facts.flatMap((fact, i) => {
    const upToHere = facts.slice(0, i + 1);
    const latestMs = Math.max(...upToHere.map(({ atMs }) => atMs));
    const measure = (metric: AlertMetricName, rule: JudgedRule, key: string) => {
      const cut = cutWindow(rule.timeWindow);
      const oldest = findPart(cut, latestMs) - cut.parts + 1;
      // Its alert was resolved: nothing from before counts while that is within the window.
      const restart = upToHere.findLastIndex(
        ({ name, data }) =>
          name === 'alert.resolved' && data['ruleId'] === rule.id && data['subjectKey'] === key,
      );
      const sinceMs = upToHere[restart]?.atMs ?? 0;
      const isCut = restart >= 0 && findPart(cut, sinceMs) >= oldest;
      const samples = upToHere.flatMap((each, at) => {
        if (isCut && (at < restart || each.atMs <= sinceMs)) return [];
        const sample = meters[metric][each.name]?.(each, undefined);
        const isMeant = findSubject(each, rule.subject, flatEarth.networkOf) === key;
        return sample && isMeant && findPart(cut, each.atMs) >= oldest ? [sample] : [];
      });
      const x = samples.reduce((sum, sample) => sum + sample.x, 0);
      const y = samples.reduce((sum, sample) => sum + (sample.y ?? 0), 0);
      switch (alertMetrics[metric].kind) {
        case 'distinct':
          return new Set(samples.flatMap(({ value }) => (value === undefined ? [] : [value]))).size;
        case 'ratio':
          return y > 0 ? x / y : undefined;
        case 'max':
          return samples.length > 0 ? Math.max(...samples.map((sample) => sample.x)) : undefined;
        default:
          return x;
      }
    };
    return rules.flatMap((rule) => {
      const key = findSubject(fact, rule.subject, flatEarth.networkOf);
      const counts = meters[rule.threshold.metric][fact.name]?.(fact, undefined);
      if (key === undefined || !counts) return [];
      // Too late for its window: it is not counted, but the rest is judged.
      const all = [rule.threshold, ...rule.threshold.and].map((one) => ({
        ...one,
        found: measure(one.metric, rule, key),
      }));
      const isMet = all.every(({ found, operator, value }) => {
        if (found === undefined) return false;
        return operator === 'gte' ? found >= value : operator === 'lte' ? found <= value : false;
      });
      return isMet ? [`${rule.id} ${key} ${fact.id} ${all[0]?.found}`] : [];
    });
  });
}

const names = ['sign-in.refused', 'session.opened', 'device.refused', 'segments.raced'];
const anEnd = fc
  .record({
    atMs: fc.integer({ min: 0, max: 120_000 }),
    ruleId: fc.constantFrom('rule-0', 'rule-1'),
    subject: fc.constantFrom(['user', 'a'], ['address', '203.0.113.1']),
  })
  .map(({ atMs, ruleId, subject: [subjectKind, subjectKey] }) =>
    describeFact('alert.resolved', atMs, { data: { ruleId, subjectKind, subjectKey } }),
  );
const anAct = fc
  .record({
    name: fc.constantFrom(...names),
    atMs: fc.integer({ min: 0, max: 120_000 }),
    userId: fc.constantFrom('a', 'b', null),
    deviceId: fc.constantFrom('d1', 'd2', 'd3'),
    address: fc.constantFrom('203.0.113.1', '203.0.113.2', '198.51.100.1'),
    mediaSeconds: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ name, atMs, mediaSeconds, ...over }) =>
    describeFact(name, atMs, { ...over, data: { mediaSeconds, elapsedSeconds: 1 } }),
  );
const aFact = fc.oneof({ weight: 9, arbitrary: anAct }, { weight: 1, arbitrary: anEnd });
const aCondition = fc.record({
  metric: fc.constantFrom<AlertMetricName>(
    'failed_sign_ins',
    'sign_in_attempts',
    'failed_sign_in_ratio',
    'accounts_tried',
    'devices',
    'fetch_pace',
  ),
  operator: fc.constantFrom('gte' as const, 'lte' as const),
  value: fc.constantFrom(0.4, 1, 2, 3, 5),
});
const someRules = fc
  .array(
    fc.record({
      subject: fc.constantFrom('user' as const, 'address' as const, 'network' as const),
      timeWindow: fc.constantFrom(1000, 7000, 30_000, 60_000),
      threshold: fc
        .tuple(aCondition, fc.array(aCondition, { maxLength: 2 }))
        .map(([first, and]) => ({ ...first, and })),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) => all.map((rule, i) => describeRule(`rule-${i}`, rule)));

describe('the engine', () => {
  it('finds the same as a search of all events at each event', () => {
    fc.assert(
      fc.property(someRules, fc.array(aFact, { maxLength: 60 }), (rules, facts) => {
        expect(judge(rules, facts).sort()).toEqual(judgeNaively(rules, facts).sort());
      }),
      { numRuns: 300 },
    );
  });

  it('finds the same with any batches, and when saved and restored in between', () => {
    const batches = fc.array(fc.array(aFact, { maxLength: 20 }), { maxLength: 6 });
    fc.assert(
      fc.property(someRules, batches, (rules, all) => {
        let engine = createEngine(flatEarth);
        engine.setRules(rules);
        const found: string[] = [];
        for (const facts of all) {
          found.push(...brief(engine.judge(facts, later)));
          const saved = [...engine.save()];
          engine = createEngine(flatEarth);
          engine.setRules(rules);
          engine.load(saved);
        }
        expect(found).toEqual(judge(rules, all.flat()));
      }),
      { numRuns: 200 },
    );
  });

  const five = describeRule('five', {
    threshold: { metric: 'failed_sign_ins', operator: 'gte', value: 5 },
  });
  const fail = (atMs: number, over: Partial<Fact> = {}) =>
    describeFact('sign-in.refused', atMs, { userId: 'a', ...over });

  it('is met by the fifth event of five, not by the fourth, and again by the sixth', () => {
    const facts = [0, 1, 2, 3, 4, 5].map((i) => fail(i * 1000));
    const values = judge([five], facts).map((text) => Number(text.split(' ').at(-1)));
    expect(values).toEqual([5, 6]);
  });

  it('forgets events before the time window', () => {
    const facts = [0, 1, 2, 3].map((i) => fail(i));
    expect(judge([five], [...facts, fail(600_000)])).toHaveLength(1);
    expect(judge([five], [...facts, fail(631_000)])).toEqual([]);
  });

  it('counts late events, and those of a clock that runs ahead as of now', () => {
    const facts = [fail(600_000), fail(1000), fail(2000), fail(500_000)];
    expect(judge([five], [...facts, fail(300_000)])).toHaveLength(1);
    const ahead = fail(86_400_000);
    expect(judge([five], [ahead, ...facts], 601_000)).toHaveLength(1);
  });

  it('goes on when a clock that ran ahead for a moment is set back', () => {
    const engine = createEngine(flatEarth);
    engine.setRules([five]);
    const dayAheadMs = 86_400_000;
    engine.judge([fail(dayAheadMs, { userId: 'b' })], dayAheadMs);
    const facts = [1, 2, 3, 4, 5].map((i) => fail(i * 1000));
    expect(engine.judge(facts, 10_000)).toHaveLength(1);
  });

  it('leaves out events that tests and audits of the platform caused', () => {
    const facts = [1, 2, 3, 4, 5].map((i) => fail(i, i === 3 ? { data: { isTest: true } } : {}));
    expect(judge([five], facts)).toEqual([]);
  });

  it('judges an event by its other conditions, too', () => {
    const rule = describeRule('spread', {
      threshold: {
        metric: 'failed_sign_ins',
        operator: 'gte',
        value: 2,
        and: [{ metric: 'failed_sign_in_devices', operator: 'gte', value: 2 }],
      },
    });
    const one = (deviceId: string) => fail(0, { deviceId });
    expect(judge([rule], [one('x'), one('x'), one('x')])).toEqual([]);
    expect(judge([rule], [one('x'), one('y')])).toHaveLength(1);
  });

  it('restarts the count for a subject whose alert was resolved, and for no other', () => {
    const spread = describeRule('spread', {
      threshold: {
        metric: 'failed_sign_ins',
        operator: 'gte',
        value: 5,
        and: [{ metric: 'failed_sign_in_devices', operator: 'gte', value: 2 }],
      },
    });
    const several = (from: number, times: number, over: Partial<Fact> = {}) =>
      Array.from({ length: times }, (_, i) => fail(from + i, { deviceId: `d${i}`, ...over }));
    const resolved = describeFact('alert.resolved', 100, {
      data: { ruleId: 'five', subjectKind: 'user', subjectKey: 'a' },
    });
    const before = several(0, 5);
    expect(judge([five], [...before, resolved, ...several(101, 4)])).toHaveLength(1);
    // Too late to count: it happened before the end.
    expect(judge([five], [...before, resolved, fail(99), ...several(101, 4)])).toHaveLength(1);
    expect(judge([five], [...before, resolved, ...several(101, 5)])).toHaveLength(2);
    const again = { ...resolved, atMs: 200 };
    const twice = [...before, resolved, ...several(101, 4), again, fail(201)];
    expect(judge([five], twice)).toHaveLength(1);
    const ofOther = [...several(0, 4, { userId: 'b' }), resolved, fail(101, { userId: 'b' })];
    expect(judge([five], ofOther)).toHaveLength(1);
    const both = judge([five, spread], [...before, resolved, fail(101)]);
    expect(both.filter((text) => text.startsWith('spread'))).toHaveLength(2);
    expect(both.filter((text) => text.startsWith('five'))).toHaveLength(1);
  });

  it('counts the addresses of one IPv6 host together, and no IPv4 address twice', () => {
    const byAddress: JudgedRule = { ...five, subject: 'address' };
    const from = (addresses: readonly string[]) =>
      judge(
        [byAddress],
        addresses.map((address) => fail(0, { address })),
      );
    const rotating = [1, 2, 3, 4, 5].map((n) => `2001:db8:1:2::${n}`);
    expect(from(rotating)).toEqual([expect.stringMatching(/^five 2001:db8:1:2::\/64 /)]);
    expect(from([...rotating.slice(1), '2001:db8:1:3::1'])).toEqual([]);
    const mapped = ['203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.1'];
    expect(from([...mapped, '::ffff:203.0.113.1'])).toHaveLength(1);
  });

  it('counts distinct values up to a thousand', () => {
    const rule = describeRule('accounts', {
      subject: 'address',
      threshold: { metric: 'accounts_tried', operator: 'gte', value: 1000 },
    });
    const facts = Array.from({ length: 1500 }, () =>
      describeFact('sign-in.refused', 0, { address: '203.0.113.1' }),
    );
    const found = judge([rule], facts);
    expect(found).toHaveLength(501);
    expect(found.at(-1)).toMatch(/ 1000$/);
  });

  it('forgets the least recent subjects when there are too many, and says so', () => {
    const engine = createEngine(flatEarth, { subjects: 3, histories: 3 });
    const overflow = describeRule('overflow', {
      subject: 'system',
      threshold: { metric: 'forgotten_subjects', operator: 'gte', value: 2 },
    });
    engine.setRules([five, overflow]);
    const facts = ['a', 'b', 'c', 'd'].map((userId) => fail(0, { userId }));
    expect(engine.judge(facts, later)).toEqual([]);
    expect(brief(engine.judge([fail(0, { userId: 'e' })], later))).toHaveLength(1);
    expect(engine.size().windows).toBe(4);
    // Those that no longer count go without a word.
    expect(engine.judge([fail(9_000_000, { userId: 'f' })], later)).toEqual([]);
  });

  it('keeps what it counted while its rules are changed', () => {
    const engine = createEngine(flatEarth);
    engine.setRules([five]);
    engine.judge([fail(0), fail(1)], later);
    engine.setRules([
      describeRule('three', {
        threshold: { metric: 'failed_sign_ins', operator: 'gte', value: 3 },
      }),
    ]);
    expect(engine.judge([fail(2)], later)).toHaveLength(1);
  });

  it('needs the same time for an event after many events of its subject', () => {
    const engine = createEngine(flatEarth);
    engine.setRules([five]);
    const facts = Array.from({ length: 20_000 }, (_, i) => fail(i));
    const begun = performance.now();
    expect(engine.judge(facts, later)).toHaveLength(19_996);
    // Adding all events up for each would take minutes.
    expect(performance.now() - begun).toBeLessThan(5000);
  });
});
