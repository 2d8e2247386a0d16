import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { alertCategories } from '@prahari/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock/clock.ts';
import { type GivenEvent, giveEvents } from '../../../testing/give-events.ts';
import { dryRunRule } from './dry-run.usecases.ts';
import { nobodyHides, nowhere } from './engine.fixture.ts';
import {
  alertsOf,
  announceRuleChange,
  countsOf,
  database,
  db,
  failures,
  judgeAll,
  looks,
  prepareWatching,
  queued,
  soon,
  watch,
} from './watched-events.fixture.ts';

prepareWatching();

it('raises one alert, counts it up, and has its actions carried out once', async () => {
  const reader = await watch();
  await expect.poll(() => reader.lag().isReading, soon).toBe(true);
  const userId = uuidv7();
  await giveEvents(db, failures(userId, 4));
  await judgeAll();
  expect(await alertsOf('sign_ins_failed')).toEqual([]);
  await giveEvents(db, failures(userId, 1));
  await expect.poll(() => countsOf('sign_ins_failed'), soon).toEqual({ [userId]: 1 });
  await giveEvents(db, failures(userId, 5));
  await expect.poll(() => countsOf('sign_ins_failed'), soon).toEqual({ [userId]: 6 });
  const [alert] = await alertsOf('sign_ins_failed');
  expect(alert).toMatchObject({
    status: 'active',
    severity: 'low',
    category: 'authentication_failure',
    user_id: userId,
    address: '203.0.113.7',
    message: 'Sign-ins failed 10 times within 10 minutes.',
    metadata: { metric: 'failed_sign_ins', value: 10, threshold: 5, timeWindow: 600_000 },
    trigger_count: '1',
  });
  const steps = await db.selectFrom('alert_steps').selectAll().execute();
  expect(steps.filter(({ alert_id }) => alert_id === alert?.id).map(({ kind }) => kind)).toEqual([
    'raised',
  ]);
  // The tenth was one too many for the rule of medium severity, whose alert is sent to somebody.
  const actions = await db.selectFrom('alert_actions').selectAll().execute();
  expect(actions).toMatchObject([{ kind: 'notify', state: 'waiting', occurrence: 0 }]);
  expect(queued).toEqual(actions.map(({ id }) => id));
});

it('raises alerts of every category', async () => {
  const reader = await watch();
  await expect.poll(() => reader.lag().isReading, soon).toBe(true);
  const [userId, sessionId] = [uuidv7(), uuidv7()];
  const one = (name: string, data = {}): GivenEvent => ({ name, userId, data });
  const load = { seconds: 10, failed: 0, limited: 0, loopDelayP99Ms: 10 };
  await giveEvents(db, [
    ...failures(userId, 5),
    one('account.guessed'),
    { name: 'playback.opened', userId, sessionId, country: 'IN' },
    { name: 'playback.opened', userId, sessionId, country: 'GB' },
    ...Array.from({ length: 3 }, () => one('device.refused')),
    one('call.limited', { route: '/videos', times: 20 }),
    one('session.refresh-reused'),
    { name: 'calls.measured', data: { ...load, calls: 60, p95Ms: 4000 } },
    one('playback.terminated', { videoId: uuidv7(), violations: 3 }),
    one('segments.raced', { mediaSeconds: 900, elapsedSeconds: 100 }),
    one('user.rights-changed', { added: ['users.write'], isSelf: false }),
  ]);
  const categories = async () => {
    const rows = await db.selectFrom('alerts').select('category').distinct().execute();
    return rows.map(({ category }) => category).sort();
  };
  await expect.poll(categories, soon).toEqual([...alertCategories].sort());
});

it('counts events of a transaction that commits after later ones', async () => {
  const reader = await watch();
  await expect.poll(() => reader.lag().isReading, soon).toBe(true);
  const [early, late] = [uuidv7(), uuidv7()];
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const slow = db.transaction().execute(async (trx) => {
    await giveEvents(trx, failures(early, 5));
    begun.resolve();
    await mayEnd.promise;
  });
  await begun.promise;
  await giveEvents(db, failures(late, 5));
  const before = looks;
  await expect.poll(() => looks - before, soon).toBeGreaterThan(2);
  mayEnd.resolve();
  await slow;
  await expect.poll(() => countsOf('sign_ins_failed'), soon).toEqual({ [early]: 1, [late]: 1 });
});

it('judges each event once with two processes over one database, also when one takes over', async () => {
  const [first, second] = [await watch(), await watch()];
  const users = Array.from({ length: 20 }, () => uuidv7());
  const burst = async (times: number) => {
    for (const userId of users) await giveEvents(db, failures(userId, times));
  };
  await expect.poll(() => first.lag().isReading !== second.lag().isReading, soon).toBe(true);
  await burst(8);
  const all = (count: number) => Object.fromEntries(users.sort().map((id) => [id, count]));
  await expect.poll(() => countsOf('sign_ins_failed'), soon).toEqual(all(4));
  const reading = first.lag().isReading ? first : second;
  const rest = burst(10);
  await reading.stop();
  await rest;
  await expect.poll(() => countsOf('sign_ins_failed'), soon).toEqual(all(14));
  expect(queued).toHaveLength(new Set(queued).size);
});

it('loses nothing and counts nothing twice when its process is killed in a burst', async () => {
  const users = Array.from({ length: 10 }, () => uuidv7());
  const script = path.join(import.meta.dirname, 'watch-events.fixture.ts');
  let given = 0;
  const countedLeast = async () => {
    const counts = Object.values(await countsOf('sign_ins_failed'));
    return counts.length < users.length ? 0 : Math.min(...counts);
  };
  for (let round = 0; round < 3; round += 1) {
    const child = spawn(process.execPath, [script, database.connectionString], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    for (let i = 0; i < 32; i += 1) {
      await giveEvents(
        db,
        users.flatMap((userId) => failures(userId, 5)),
      );
      given += 5;
      // In the middle: some of it is judged, some written, little saved.
      if (i === 20) await expect.poll(countedLeast, soon).toBeGreaterThan(given - 60);
      if (i === 27) child.kill('SIGKILL');
    }
  }
  const reader = await watch();
  await expect.poll(() => reader.lag().isReading, soon).toBe(true);
  const expected = Object.fromEntries(users.sort().map((id) => [id, given - 4]));
  await expect.poll(() => countsOf('sign_ins_failed'), soon).toEqual(expected);
  const steps = await db.selectFrom('alert_steps').select('alert_id').execute();
  const alerts = await db.selectFrom('alerts').select('id').execute();
  expect(steps).toHaveLength(alerts.length);
});

it('goes on from its checkpoint after a restart', async () => {
  const reader = await watch();
  await expect.poll(() => reader.lag().isReading, soon).toBe(true);
  const userId = uuidv7();
  await giveEvents(db, failures(userId, 4));
  // What comes later is judged later.
  await giveEvents(db, [{ name: 'session.refresh-reused', userId: uuidv7() }]);
  await expect.poll(async () => (await alertsOf('refresh_reused')).length, soon).toBe(1);
  await reader.stop();
  // Only the saved state knows of the four.
  await sql`TRUNCATE events`.execute(db);
  const next = await watch();
  await expect.poll(() => next.lag().isReading, soon).toBe(true);
  await giveEvents(db, failures(userId, 1));
  await expect.poll(() => countsOf('sign_ins_failed'), soon).toEqual({ [userId]: 1 });
});

it('reads on in another cluster, whose transaction ids start again', async () => {
  const reader = await watch();
  await expect.poll(() => reader.lag().isReading, soon).toBe(true);
  const userId = uuidv7();
  await giveEvents(db, failures(userId, 5));
  await expect.poll(() => countsOf('sign_ins_failed'), soon).toEqual({ [userId]: 1 });
  await reader.stop();
  // As restored: positions and events of a cluster that had counted further.
  const far = 4_000_000_000_000;
  await sql`UPDATE event_readers SET transaction_id = ${far}, written_transaction_id = ${far}`.execute(
    db,
  );
  await sql`UPDATE events SET transaction_id = ${far}`.execute(db);
  const next = await watch();
  await expect.poll(() => next.lag().isReading, soon).toBe(true);
  await giveEvents(db, failures(userId, 2));
  await expect.poll(() => countsOf('sign_ins_failed'), soon).toEqual({ [userId]: 3 });
});

it('judges by a changed rule at once, and by no rule that is switched off', async () => {
  const reader = await watch();
  await expect.poll(() => reader.lag().isReading, soon).toBe(true);
  await db
    .updateTable('alert_rules')
    .set({ value: 2, updated_by: uuidv7() })
    .where('key', '=', 'sign_ins_failed')
    .execute();
  await db
    .updateTable('alert_rules')
    .set({ enabled: false })
    .where('key', '=', 'refresh_reused')
    .execute();
  announceRuleChange();
  const userId = uuidv7();
  await giveEvents(db, [...failures(userId, 2), { name: 'session.refresh-reused', userId }]);
  await expect.poll(() => countsOf('sign_ins_failed'), soon).toEqual({ [userId]: 1 });
  expect(await alertsOf('refresh_reused')).toEqual([]);
  await reader.stop();
  // A start adds what is missing, and changes nothing of what was edited.
  await watch();
  const rule = db.selectFrom('alert_rules').select('value').where('key', '=', 'sign_ins_failed');
  expect(await rule.executeTakeFirst()).toEqual({ value: 2 });
});

it('raises alerts within seconds', async () => {
  const reader = await watch();
  await expect.poll(() => reader.lag().isReading, soon).toBe(true);
  const happened = new Map<string, number>();
  for (let i = 1; i <= 10; i += 1) {
    const userId = uuidv7();
    happened.set(userId, Date.now());
    await giveEvents(db, [{ name: 'session.refresh-reused', userId }]);
    await expect.poll(async () => (await alertsOf('refresh_reused')).length, soon).toBe(i);
  }
  const delays = (await alertsOf('refresh_reused')).map(
    ({ subject_key, created_at }) => created_at.getTime() - (happened.get(subject_key) ?? 0),
  );
  // How soon is measured by `bench -- alerts`; here it must only not wait for anything.
  expect(Math.max(...delays)).toBeLessThan(10_000);
});

it('lists what a rule would have raised, and writes nothing', async () => {
  const [often, seldom] = [uuidv7(), uuidv7()];
  const day = 86_400_000;
  const ago = (ms: number) => new Date(Date.now() - ms);
  await giveEvents(db, [
    ...failures(often, 7).map((event, i) => ({ ...event, at: ago(2 * day - i * 1000) })),
    ...failures(seldom, 7).map((event, i) => ({ ...event, at: ago((i + 1) * 3_600_000) })),
    ...failures(often, 9).map((event) => ({ ...event, at: ago(8 * day) })),
  ]);
  const rule = {
    subject: 'user',
    threshold: { metric: 'failed_sign_ins', operator: 'gte', value: 5, and: [] },
    timeWindow: 600_000,
  } as const;
  const deps = { db, clock: systemClock, locator: nowhere, anonymisers: nobodyHides };
  const before = await sql`SELECT count(*) FROM alerts`.execute(db);
  expect(await dryRunRule(deps, rule, { days: 7, visible: null })).toMatchObject({
    isComplete: true,
    events: 14,
    total: 1,
    alerts: [{ subject: { kind: 'user', key: often }, count: 3, value: 7 }],
  });
  const limits = { events: 4, ms: 10_000, page: 2, listed: 10 };
  expect(await dryRunRule(deps, rule, { days: 7, visible: null }, limits)).toMatchObject({
    isComplete: false,
    events: 4,
    total: 0,
  });
  expect((await sql`SELECT count(*) FROM alerts`.execute(db)).rows).toEqual(before.rows);
});
