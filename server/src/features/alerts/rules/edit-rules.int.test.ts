import { endpoints, type NewAlertRule } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAlertAdmin } from '../../../testing/alert-admin.ts';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { giveEvents } from '../../../testing/give-events.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { builtInRules } from '../engine/built-in.rules.ts';
import { seedBuiltInRules } from '../engine/raise-alerts.repository.ts';

const { alerts, users } = endpoints;

let server: TestServer;
let root: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
});
afterAll(() => server.stop());

const newAdmin = (district: string | null) => newAlertAdmin(server, root, district);

describe('rules', () => {
  const rule: NewAlertRule = {
    name: 'Many failures',
    category: 'brute_force',
    severity: 'medium',
    enabled: true,
    subject: 'user',
    threshold: { metric: 'failed_sign_ins', operator: 'gte', value: 7, and: [] },
    timeWindow: 600_000,
    actions: [],
  };

  it('are created, changed, switched and deleted, each with an audit entry', async () => {
    const made = await root.call(alerts.createRule, { body: rule });
    expect(made).toMatchObject({ ...rule, key: null, triggerCount: 0 });
    const params = { id: made.id };
    const changed = await root.call(alerts.updateRule, {
      params,
      body: { rule: { ...rule, timeWindow: 60_000 }, version: made.version },
    });
    expect(changed.timeWindow).toBe(60_000);
    const stale = root.call(alerts.updateRule, { params, body: { rule, version: made.version } });
    expect(await catchRefusal(stale)).toMatchObject({ status: 409, reason: 'edited_meanwhile' });
    const off = await root.call(alerts.setRuleEnabled, { params, body: { enabled: false } });
    expect(off.enabled).toBe(false);
    const { items } = await root.call(alerts.rules, {});
    expect(items.find(({ id }) => id === made.id)).toEqual(off);
    await root.call(alerts.deleteRule, { params });
    expect((await catchRefusal(root.call(alerts.deleteRule, { params }))).status).toBe(404);
    const log = await root.call(users.auditLog, { query: {} });
    expect(log.items.slice(0, 4).map(({ action }) => action)).toEqual([
      'alert-rule.delete',
      'alert-rule.set-enabled',
      'alert-rule.update',
      'alert-rule.create',
    ]);
    expect(log.items[1]).toMatchObject({ before: { enabled: true }, after: { enabled: false } });
  });

  it.each<[string, object]>([
    ['a window of zero', { timeWindow: 0 }],
    ['an unknown metric', { threshold: { ...rule.threshold, metric: 'moon_phase' } }],
    ['a metric of other subjects', { subject: 'video' }],
    ['an unknown operator', { threshold: { ...rule.threshold, operator: 'about' } }],
    ['no name', { name: ' ' }],
    ['an action twice', { actions: ['notify', 'notify'] }],
    ['an unknown action', { actions: ['format_disk'] }],
    [
      'an action upon a user where it is about the system',
      { actions: ['block_user'], subject: 'system' },
    ],
    [
      'a limit for an address where it names none',
      { actions: ['tighten_rate_limits'], subject: 'system' },
    ],
  ])('refuses %s', async (_, part) => {
    const body = { ...rule, ...part } as NewAlertRule;
    expect(await catchRefusal(root.call(alerts.createRule, { body }))).toMatchObject({
      status: 400,
      type: 'ValidationError',
    });
  });

  it('keep the name that an administrator gives a built-in one', async () => {
    await seedBuiltInRules(server.instance.foundation.db, builtInRules, new Date());
    const { items } = await root.call(alerts.rules, {});
    const builtIn = items.find(({ key }) => key === 'roles_claimed');
    if (!builtIn) throw new Error('There is no such rule');
    const { id, version, name } = builtIn;
    const rename = (to: string, at: number) =>
      root.call(alerts.updateRule, {
        params: { id },
        body: { rule: { ...builtIn, name: to }, version: at },
      });
    expect(builtIn.isRenamed).toBe(false);
    const renamed = await rename('Night watch', version);
    expect(renamed).toMatchObject({ key: 'roles_claimed', isRenamed: true });
    expect((await rename(name, renamed.version)).isRenamed).toBe(false);
  });

  it('follow the product where they are built in and no administrator has edited them', async () => {
    const { db } = server.instance.foundation;
    await seedBuiltInRules(db, builtInRules, new Date());
    const keys = ['calls_failing', 'calls_slow', 'calls_very_slow'] as const;
    const read = async () => {
      const { items } = await root.call(alerts.rules, {});
      return keys.map((key) => items.find((known) => known.key === key)!);
    };
    const [asNow, edited] = await read();
    const params = { id: edited!.id };
    const body = { rule: { ...edited!, timeWindow: 60_000 }, version: edited!.version };
    const kept = await root.call(alerts.updateRule, { params, body });
    // As an earlier release had the first two.
    await db
      .updateTable('alert_rules')
      .set({ conditions: '[]', time_window_ms: 300_000, severity: 'low' })
      .where('key', 'in', keys.slice(0, 2))
      .execute();
    const [, , before] = await read();
    await seedBuiltInRules(db, builtInRules, new Date());
    const [followed, still, same] = await read();
    const { threshold, timeWindow, severity } = asNow!;
    expect(followed).toMatchObject({ threshold, timeWindow, severity });
    expect(followed?.version).toBe(asNow!.version + 1);
    expect(still).toMatchObject({ timeWindow: 300_000, severity: 'low', version: kept.version });
    expect(same).toEqual(before);
  });

  it('are changed only by administrators of every place', async () => {
    const admin = await newAdmin('Pune');
    expect(await catchRefusal(admin.call(alerts.createRule, { body: rule }))).toMatchObject({
      status: 403,
      reason: 'out_of_scope',
    });
    expect((await admin.call(alerts.rules, {})).items).toEqual(
      (await root.call(alerts.rules, {})).items,
    );
  });

  const findBuiltIn = async (key: string) => {
    await seedBuiltInRules(server.instance.foundation.db, builtInRules, new Date());
    const { items } = await root.call(alerts.rules, {});
    return items.find((one) => one.key === key)!;
  };
  const refused = { status: 403, reason: 'rule_of_super_admins' };

  it.each(['rights_granted', 'own_rights_changed', 'rows_exported', 'sign_in_after_guessing'])(
    'that watch administrators or act on them stay as super administrators left them: %s',
    async (key) => {
      const admin = await newAdmin(null);
      const found = await findBuiltIn(key);
      const { id, version } = found;
      expect(found.isForSuperAdmins).toBe(true);
      const params = { id };
      const off = admin.call(alerts.setRuleEnabled, { params, body: { enabled: false } });
      expect(await catchRefusal(off)).toMatchObject(refused);
      const mild = { ...found, threshold: { ...rule.threshold, value: 1_000_000 } };
      const weaker = admin.call(alerts.updateRule, { params, body: { rule: mild, version } });
      expect(await catchRefusal(weaker)).toMatchObject(refused);
      const gone = admin.call(alerts.deleteRule, { params });
      expect(await catchRefusal(gone)).toMatchObject(refused);
      expect(await findBuiltIn(key)).toEqual(found);
      await root.call(alerts.setRuleEnabled, { params, body: { enabled: false } });
      await root.call(alerts.setRuleEnabled, { params, body: { enabled: true } });
    },
  );

  it('of super administrators are guarded where they watch administrators, by any condition', async () => {
    const admin = await newAdmin(null);
    const watching: NewAlertRule = {
      ...rule,
      threshold: { ...rule.threshold, and: [{ metric: 'exports', operator: 'gte', value: 2 }] },
    };
    const theirs = await root.call(alerts.createRule, { body: watching });
    const acting = await root.call(alerts.createRule, {
      body: { ...rule, actions: ['revoke_sessions'] },
    });
    for (const { id } of [theirs, acting]) {
      const gone = admin.call(alerts.deleteRule, { params: { id } });
      expect(await catchRefusal(gone)).toMatchObject(refused);
    }
    const plain = await root.call(alerts.createRule, { body: rule });
    await admin.call(alerts.deleteRule, { params: { id: plain.id } });
    const own = await admin.call(alerts.createRule, { body: watching });
    expect(own.isForSuperAdmins).toBe(false);
    await admin.call(alerts.deleteRule, { params: { id: own.id } });
  });

  it('keep the writer of what they do when they are switched', async () => {
    const { db } = server.instance.foundation;
    const writerOf = async (id: string) =>
      (await db.selectFrom('alert_rules').select('updated_by').where('id', '=', id).execute())[0];
    const admin = await newAdmin(null);
    const builtIn = await findBuiltIn('refresh_reused');
    for (const enabled of [false, true]) {
      await admin.call(alerts.setRuleEnabled, { params: { id: builtIn.id }, body: { enabled } });
    }
    expect(await writerOf(builtIn.id)).toEqual({ updated_by: null });
    const body = { ...rule, actions: ['revoke_sessions' as const] };
    const { id } = await admin.call(alerts.createRule, { body });
    // Else a super administrator who stops it would make it reach administrators.
    for (const enabled of [false, true]) {
      await root.call(alerts.setRuleEnabled, { params: { id }, body: { enabled } });
    }
    expect(await writerOf(id)).toEqual({ updated_by: admin.userId });
  });

  it('restart the count for a subject whose alert was resolved, as an event tells', async () => {
    const { db } = server.instance.foundation;
    const { id } = await root.call(alerts.createRule, { body: rule });
    const at = new Date();
    const { category, severity, name: title } = rule;
    await db
      .insertInto('alerts')
      .values({
        id,
        rule_id: id,
        title,
        message: '',
        category,
        severity,
        subject_kind: 'address',
        subject_key: '203.0.113.7',
        first_seen_at: at,
        last_seen_at: at,
        created_at: at,
        updated_at: at,
      })
      .execute();
    const body = { resolvedBy: 'admin', resolution: 'Told the provider' };
    await root.call(alerts.resolve, { params: { id }, body });
    const { rows } = await sql`SELECT data, user_id IS NOT NULL AS "isOfSomebody" FROM events
      WHERE name = 'alert.resolved' AND data->>'alertId' = ${id}`.execute(db);
    const data = { ruleId: id, subjectKind: 'address', subjectKey: '203.0.113.7' };
    expect(rows).toMatchObject([{ data, isOfSomebody: true }]);
  });

  it('say to administrators of one place how often they opened an alert there, not elsewhere', async () => {
    const { db } = server.instance.foundation;
    const { id } = await root.call(alerts.createRule, { body: rule });
    await db.updateTable('alert_rules').set({ trigger_count: 5 }).where('id', '=', id).execute();
    const learner = await server.newUser();
    const { userId } = learner;
    await db.updateTable('users').set({ district: 'Pune' }).where('id', '=', userId).execute();
    const at = new Date();
    const seen = { first_seen_at: at, last_seen_at: at, created_at: at, updated_at: at };
    const subject = { subject_kind: 'user', subject_key: userId, user_id: userId } as const;
    const { category, severity, name: title } = rule;
    await db
      .insertInto('alerts')
      .values({
        id,
        rule_id: id,
        title,
        message: '',
        category,
        severity,
        reopened: 2,
        ...subject,
        ...seen,
      })
      .execute();
    const countFor = async (client: TestClient) => {
      const { items } = await client.call(alerts.rules, {});
      return items.find((one) => one.id === id)?.triggerCount;
    };
    expect(await countFor(root)).toBe(5);
    expect(await countFor(await newAdmin('Pune'))).toBe(3);
    expect(await countFor(await newAdmin('Satara'))).toBe(0);
  });

  it('say beforehand what they would have raised over the last 7 days', async () => {
    const { userId } = await server.newUser('LEARNER');
    await giveEvents(
      server.instance.foundation.db,
      Array.from({ length: 8 }, (_, i) => ({
        name: 'sign-in.refused',
        userId,
        at: new Date(Date.now() - 3 * 86_400_000 - i * 1000),
      })),
    );
    const before = await root.call(alerts.rules, {});
    const found = await root.call(alerts.dryRunRule, { body: { rule } });
    expect(found).toMatchObject({
      isComplete: true,
      total: 1,
      alerts: [{ subject: { kind: 'user', key: userId }, count: 2, value: 8 }],
    });
    const strict = { ...rule, threshold: { ...rule.threshold, value: 9 } };
    const nothing = await root.call(alerts.dryRunRule, { body: { rule: strict } });
    expect(nothing).toMatchObject({ isComplete: true, total: 0, alerts: [] });
    expect(await root.call(alerts.rules, {})).toEqual(before);
  });

  it.each<[string, object]>([
    ['a window of zero', { timeWindow: 0 }],
    ['an unknown metric', { threshold: { ...rule.threshold, metric: 'moon_phase' } }],
  ])('with %s are refused before anything is read', async (_, part) => {
    const body = { rule: { ...rule, ...part } as NewAlertRule };
    expect((await catchRefusal(root.call(alerts.dryRunRule, { body }))).status).toBe(400);
  });

  it('name to an administrator no other one whom they concern', async () => {
    const writer = await newAdmin(null);
    const superior = await server.newUser('SUPER_ADMIN');
    const colleague = await server.newUser('ADMIN');
    const learner = await server.newUser();
    const ofUsers: NewAlertRule = {
      ...rule,
      threshold: { metric: 'sign_ins', operator: 'gte', value: 1, and: [] },
    };
    const keysFor = async (client: TestClient, tried: NewAlertRule) => {
      const found = await client.call(alerts.dryRunRule, { body: { rule: tried } });
      expect(found.total).toBe(found.alerts.length);
      return found.alerts.map(({ subject }) => subject.key);
    };
    const all = [writer, superior, colleague, learner].map(({ userId }) => userId);
    expect(await keysFor(root, ofUsers)).toEqual(expect.arrayContaining(all));
    const seen = await keysFor(writer, ofUsers);
    expect(all.filter((id) => seen.includes(id))).toEqual([writer.userId, learner.userId]);
  });

  it('are tried out by administrators of every place, and seldom', async () => {
    const body = { rule };
    const local = await newAdmin('Pune');
    expect(await catchRefusal(local.call(alerts.dryRunRule, { body }))).toMatchObject({
      status: 403,
      reason: 'out_of_scope',
    });
    const admin = await newAdmin(null);
    for (let i = 0; i < 6; i += 1) await admin.call(alerts.dryRunRule, { body });
    expect((await catchRefusal(admin.call(alerts.dryRunRule, { body }))).status).toBe(429);
  });
});
