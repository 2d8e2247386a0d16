import {
  alertCategories,
  alertMetrics,
  newAlertRuleSchema,
  severityOfEvent,
} from '@prahari/contract';
import { describe, expect, it } from 'vitest';
import { builtInRules, isRenamed } from './built-in.rules.ts';
import { describeFact, flatEarth } from './engine.fixture.ts';
import { createEngine } from './engine.rules.ts';
import type { Fact } from './fact.rules.ts';
import type { Geography } from './history.rules.ts';
import { meters } from './meters.rules.ts';
import { makeQuietWeek } from './quiet-week.fixture.ts';

const later = Number.MAX_SAFE_INTEGER;
const dayMs = 86_400_000;
const travelling: Geography = {
  ...flatEarth,
  isAnonymising: (address) => address === '192.0.2.9',
  measureTravel: (from, to) => (from === to ? undefined : { km: 6711, kmPerHour: 1342 }),
};

/** The keys of the rules that some events meet. */
function meet(facts: readonly Fact[]): Set<string> {
  const engine = createEngine(travelling);
  engine.setRules(builtInRules.map((rule) => ({ ...rule, id: rule.key })));
  return new Set(engine.judge(facts, later).map(({ ruleId }) => ruleId));
}

const repeat = (times: number, make: (i: number) => Fact) =>
  Array.from({ length: times }, (_, i) => make(i));
const user = { userId: 'u', deviceId: 'd', address: '203.0.113.7', sessionId: 's', country: 'IN' };
const one = (name: string, data: Record<string, unknown> = {}, over: Partial<Fact> = {}) =>
  describeFact(name, 1000, { ...user, data, ...over });
const signIn = (day: number, over: Partial<Fact> = {}) =>
  describeFact('session.opened', day * dayMs, { ...user, ...over });
const osOf = (i: number) => ['Android', 'Windows', 'macOS'][i % 3];
const failure = (i: number, over: Partial<Fact> = {}) =>
  describeFact('sign-in.refused', 1000 + i, { ...user, ...over });
const measured = (calls: number, over: Record<string, unknown> = {}) =>
  one('calls.measured', {
    seconds: 10,
    calls,
    failed: 0,
    limited: 0,
    p95Ms: 20,
    loopDelayP99Ms: 12,
    ...over,
  });

/** For each rule: so many times are needed, and what happens then. */
const attacks: Record<string, readonly [needed: number, make: (times: number) => Fact[]]> = {
  sign_ins_failed: [5, (n) => repeat(n, (i) => failure(i))],
  sign_ins_failed_often: [10, (n) => repeat(n, (i) => failure(i))],
  sign_ins_failing: [
    20,
    (n) => [
      ...[0, 1, 2].flatMap((day) => repeat(90, (i) => signIn(day, { userId: `u${i}` }))),
      ...repeat(30, (i) => signIn(3, { userId: `u${i}` })),
      ...repeat(n, (i) => describeFact('sign-in.refused', 3 * dayMs + i, { userId: `u${i}` })),
    ],
  ],
  proofs_refused: [5, (n) => repeat(n, () => one('proof.refused', { reason: 'forged' }))],
  account_guessed: [30, (n) => repeat(n, (i) => failure(i))],
  accounts_stuffed: [
    25,
    (n) => repeat(n, (i) => failure(i, { userId: `u${i}`, address: `203.0.113.${i}` })),
  ],
  passwords_sprayed: [15, (n) => repeat(n, (i) => failure(i, { userId: `u${i % 5}` }))],
  account_guessed_from_many: [
    10,
    (n) => repeat(n, (i) => failure(i, { address: `198.51.100.${i % 5}` })),
  ],
  passwords_sprayed_from_many: [
    25,
    (n) => repeat(n, (i) => failure(i, { userId: `u${i % 8}`, address: `198.51.100.${i % 5}` })),
  ],
  attempts_used_up: [1, (n) => repeat(n, () => one('account.guessed'))],
  accounts_locked: [25, (n) => repeat(n, (i) => one('account.guessed', {}, { userId: `u${i}` }))],
  country_new: [
    1,
    (n) => [
      ...repeat(10, (i) => signIn(i / 100)),
      ...repeat(n, () => signIn(1, { country: 'GB' })),
    ],
  ],
  travel_impossible: [
    1,
    (n) => [
      ...repeat(3, (i) => signIn(i / 100)),
      ...repeat(n, () => signIn(1, { address: '198.51.100.1' })),
    ],
  ],
  network_anonymous: [1, (n) => repeat(n, () => signIn(0, { address: '192.0.2.9' }))],
  countries_at_once: [2, (n) => repeat(n, (i) => one('playback.opened', {}, { country: `A${i}` }))],
  device_new: [1, (n) => [signIn(0), ...repeat(n, () => signIn(7, { deviceId: 'other' }))]],
  device_refused: [3, (n) => repeat(n, () => one('device.refused'))],
  devices_many: [4, (n) => repeat(n, (i) => one('device.refused', {}, { deviceId: `d${i}` }))],
  device_shared: [4, (n) => repeat(n, (i) => signIn(0, { userId: `u${i}` }))],
  device_systems: [
    2,
    (n) =>
      repeat(n, (i) => one(i % 2 ? 'session.opened' : 'video-access.opened', { system: osOf(i) })),
  ],
  calls_limited: [20, (n) => [one('call.limited', { times: n })]],
  address_limited: [200, (n) => [one('call.limited', { times: n }, { userId: null })]],
  calls_limited_everywhere: [50, (n) => [measured(1000, { limited: n })]],
  sign_in_after_guessing: [
    10,
    (n) => [
      signIn(0),
      ...repeat(n, (i) =>
        describeFact('sign-in.refused', 8 * dayMs + i, { ...user, deviceId: `x${i % 3}` }),
      ),
      signIn(8.01, { deviceId: 'x0' }),
    ],
  ],
  refresh_reused: [1, (n) => repeat(n, () => one('session.refresh-reused'))],
  session_key_changed: [1, (n) => repeat(n, () => one('session.key-mismatch'))],
  device_copied: [1, (n) => repeat(n, () => one('device.copied', { confidence: 'high' }))],
  changes_after_reset: [
    1,
    (n) => [
      signIn(0),
      describeFact('device.reset', dayMs, user),
      signIn(1.1, { deviceId: 'other' }),
      ...repeat(n, () => describeFact('second-factor.disabled', 1.2 * dayMs, user)),
    ],
  ],
  sessions_parallel: [
    3,
    (n) => repeat(n, (i) => signIn(0, { sessionId: `s${i}`, address: `10.${i}.0.1` })),
  ],
  calls_failing: [36, (n) => [measured(500, { failed: n })]],
  calls_failing_for_hours: [90, (n) => [measured(3000, { failed: n })]],
  calls_slow: [3000, (n) => [measured(50, { p95Ms: n })]],
  calls_very_slow: [10_000, (n) => [measured(50, { p95Ms: n })]],
  process_busy: [200, (n) => [measured(200, { loopDelayP99Ms: n })]],
  playback_failing: [
    4,
    (n) => [
      ...repeat(20, () => one('playback.opened', { videoId: 'v' })),
      ...repeat(n, () => one('playback.failed', { videoId: 'v', code: 3016 })),
    ],
  ],
  playback_terminated: [1, (n) => repeat(n, () => one('playback.terminated'))],
  violations_repeated: [
    3,
    (n) =>
      repeat(n, (i) =>
        one('incident.reported', {
          confidence: 'high',
          severity: 'high',
          videoId: i === 0 ? 'first' : 'second',
        }),
      ),
  ],
  licences_refused: [5, (n) => repeat(n, () => one('licence.refused'))],
  segments_forged: [3, (n) => [one('segment.refused', { reason: 'forged', times: n })]],
  segments_after_end: [30, (n) => [one('segment.refused', { reason: 'ended', times: n })]],
  proofs_forged: [20, (n) => [one('proof.refused', { reason: 'forged', times: n })]],
  calls_probed: [500, (n) => [one('call.refused', { times: n, route: '/x', userType: 'LEARNER' })]],
  scripts_blocked: [
    10,
    (n) =>
      repeat(n, (i) =>
        one('script.blocked', { times: 1 }, { address: `192.0.2.${i % 3}`, userId: null }),
      ),
  ],
  clock_jumped: [1, (n) => repeat(n, () => one('clock.jumped', { seconds: -90 }))],
  segments_raced: [1, (n) => repeat(n, () => one('segments.raced'))],
  reports_silent: [1, (n) => repeat(n, () => one('playback.unreported'))],
  segments_bare: [20, (n) => [one('segments.bare', { requests: n })]],
  recording_traced: [1, (n) => repeat(n, () => one('watermark.traced'))],
  videos_many: [
    25,
    (n) =>
      repeat(n, (i) =>
        one(i % 2 === 0 ? 'playback.opened' : 'offline.copied', { videoId: `v${i}` }),
      ),
  ],
  rows_exported: [5000, (n) => [one('list.exported', { rows: n })]],
  exports_many: [10, (n) => repeat(n, () => one('list.exported', { rows: 1 }))],
  admin_calls_refused: [
    5,
    (n) => [one('call.refused', { times: n, isAdminRoute: true, userType: 'LEARNER' })],
  ],
  ids_guessed: [10, (n) => repeat(n, (i) => one('object.not-found', { ids: `id-${i}`, times: 5 }))],
  rights_granted: [
    1,
    (n) => repeat(n, () => one('user.rights-changed', { added: ['users.write'], isSelf: false })),
  ],
  own_rights_changed: [
    1,
    (n) => repeat(n, () => one('user.rights-changed', { added: [], isSelf: true })),
  ],
  rules_weakened: [1, (n) => repeat(n, () => one('alert-rule.weakened', { change: 'deleted' }))],
  roles_claimed: [1, (n) => repeat(n, () => one('role.claimed', { header: 'x-super-admin' }))],
};

describe('the built-in rules', () => {
  it('are known by their names, which clients translate, until they are renamed', () => {
    expect(builtInRules.filter(({ key, name }) => isRenamed(key, name))).toEqual([]);
    expect(isRenamed('roles_claimed', 'Night watch')).toBe(true);
    expect(isRenamed('of_another_version', 'Night watch')).toBe(true);
  });

  it('are such as an administrator could write', () => {
    for (const rule of builtInRules) {
      const { name, category, severity, subject, threshold, timeWindow, actions } = rule;
      const written = { name, category, severity, subject, threshold, timeWindow, actions };
      expect(newAlertRuleSchema.safeParse({ ...written, enabled: true }).error, rule.key).toBe(
        undefined,
      );
    }
    expect(new Set(builtInRules.map(({ key }) => key)).size).toBe(builtInRules.length);
    expect(new Set(builtInRules.map(({ category }) => category))).toEqual(new Set(alertCategories));
  });

  it('measure what events say', () => {
    for (const { threshold } of builtInRules) {
      for (const { metric } of [threshold, ...threshold.and]) {
        if (metric === 'forgotten_subjects') continue;
        expect(Object.keys(meters[metric]), metric).not.toEqual([]);
        expect(alertMetrics[metric]).toBeDefined();
      }
    }
  });

  it('take from events that are recorded', () => {
    const names = Object.values(meters).flatMap((each) => Object.keys(each));
    expect(names.filter((name) => !Object.hasOwn(severityOfEvent, name))).toEqual([]);
  });

  it('count events that are too frequent for rows of their own', () => {
    const crowd = { of: 'call.refused', times: 500 };
    expect(meet([one('events.crowded', crowd, { userId: null })])).toContain('calls_probed');
    expect(meet([one('events.crowded', { ...crowd, of: 'call.limited' })])).not.toContain(
      'calls_probed',
    );
  });

  it('sign out no user on a known device while others guess the password', () => {
    const guessing = repeat(30, (i) =>
      describeFact('sign-in.refused', 8 * dayMs + i, { ...user, deviceId: `x${i % 3}` }),
    );
    const found = meet([signIn(0), ...guessing, signIn(8.01)]);
    expect(found).not.toContain('sign_in_after_guessing');
    const acting = builtInRules.filter(({ actions }) => actions.includes('revoke_sessions'));
    expect(acting.filter(({ key }) => found.has(key))).toEqual([]);
  });

  it('do not count violations in one lesson as violations in several', () => {
    const sure = { confidence: 'high', severity: 'high', videoId: 'only' };
    expect(meet(repeat(9, () => one('incident.reported', sure)))).not.toContain(
      'violations_repeated',
    );
  });

  it('raise no alert about one slow moment of a process with few calls', () => {
    expect(meet([measured(1, { loopDelayP99Ms: 4000 })])).not.toContain('process_busy');
  });

  it('call calls failing while they fail, not for the rest of the hour', () => {
    const engine = createEngine(flatEarth);
    engine.setRules(builtInRules.map((rule) => ({ ...rule, id: rule.key })));
    const judge = (atMs: number, failed: number) => {
      const data = { seconds: 10, calls: 1000, failed };
      const found = engine.judge([describeFact('calls.measured', atMs, { data })], later);
      return found.map(({ ruleId }) => ruleId);
    };
    const minuteMs = 60_000;
    expect(judge(0, 300)).toContain('calls_failing');
    expect(judge(7 * minuteMs, 0)).not.toContain('calls_failing');
    expect(judge(14 * minuteMs, 300)).toContain('calls_failing');
    for (let i = 3; i < 7; i += 1) judge(i * 7 * minuteMs, 0);
    expect(judge(60 * minuteMs, 0)).not.toContain('calls_failing_for_hours');
    expect(judge(61 * minuteMs, 200)).toContain('calls_failing_for_hours');
  });

  it('call no share of failed sign-ins unusual that other days have too', () => {
    const morning = (day: number, [right, wrong]: readonly [number, number]) => [
      ...repeat(right, (i) => signIn(day, { userId: `u${i}` })),
      ...repeat(wrong, (i) =>
        describeFact('sign-in.refused', day * dayMs + i, { userId: `u${i}` }),
      ),
    ];
    const days = (count: number, kind: readonly [number, number]) =>
      Array.from({ length: count }, (_, day) => morning(day, kind)).flat();
    const today: readonly [number, number] = [30, 70];
    expect(meet([...days(3, [75, 25]), ...morning(3, today)])).not.toContain('sign_ins_failing');
    expect(meet([...days(3, [90, 10]), ...morning(3, today)])).toContain('sign_ins_failing');
    expect(meet([...days(2, [90, 10]), ...morning(2, today)])).not.toContain('sign_ins_failing');
  });

  it('call no device copied whose browser asked for desktop pages', () => {
    const said = (...systems: string[]) =>
      meet(systems.map((system) => one('session.opened', { system })));
    expect(said('Android', 'Linux', 'ChromeOS', '')).not.toContain('device_systems');
    expect(said('iPhone', 'macOS', 'LG TV')).not.toContain('device_systems');
    expect(said('iPhone', 'Linux')).toContain('device_systems');
  });

  it('do not call one page’s repeated requests guesses', () => {
    const stale = repeat(50, (i) => one('object.not-found', { ids: `id-${i % 9}`, times: 100 }));
    expect(meet(stale)).not.toContain('ids_guessed');
  });

  it('call nothing forged that was signed for another network', () => {
    const moved = one('segment.refused', { reason: 'other-network', times: 50 });
    expect(meet([moved])).not.toContain('segments_forged');
  });

  const tried = builtInRules.filter(({ key }) => key !== 'subjects_forgotten');
  it.each(tried.map(({ key }) => key))('%s is met by enough and by more, not by less', (key) => {
    const [needed, make] = attacks[key]!;
    expect(meet(make(needed - 1)), 'less').not.toContain(key);
    expect(meet(make(needed)), 'enough').toContain(key);
    expect(meet(make(needed + 1)), 'more').toContain(key);
  });

  it('raise nothing serious in a quiet week of 1,000 learners', () => {
    const facts = makeQuietWeek({ seed: 17, learners: 1000 });
    expect(facts.length).toBeGreaterThan(50_000);
    const engine = createEngine(flatEarth);
    engine.setRules(builtInRules.map((rule) => ({ ...rule, id: rule.key })));
    const alerts = new Set(engine.judge(facts, later).map(({ ruleId, key }) => `${ruleId} ${key}`));
    const severity = new Map(builtInRules.map((rule) => [rule.key, rule.severity]));
    const bySeverity = Map.groupBy(alerts, (alert) => severity.get(alert.split(' ')[0]!));
    expect([...(bySeverity.get('high') ?? []), ...(bySeverity.get('critical') ?? [])]).toEqual([]);
    // So that administrators still look at what is raised.
    expect(bySeverity.get('medium')?.length ?? 0).toBeLessThan(20);
  });

  it('raise something serious when the same week has an attack in it', () => {
    const quiet = makeQuietWeek({ seed: 17, learners: 200 });
    const at = quiet[Math.floor(quiet.length / 2)]?.atMs ?? 0;
    const attack = repeat(60, (i) =>
      describeFact('sign-in.refused', at + i * 100, {
        address: '198.51.100.66',
        deviceId: `bot${i}`,
        userId: `learner-${i}`,
      }),
    );
    const facts = [...quiet, ...attack].sort((a, b) => a.atMs - b.atMs);
    expect(meet(facts)).toContain('accounts_stuffed');
  });
});
