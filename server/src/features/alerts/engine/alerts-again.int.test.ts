import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { giveEvents } from '../../../testing/give-events.ts';
import {
  alertsOf,
  announceRuleChange,
  countsOf,
  db,
  failures,
  judgeAll,
  prepareWatching,
  queued,
  skipped,
  soon,
  watch,
} from './watched-events.fixture.ts';

prepareWatching();

it('opens an alert again after its end, and stays silent while that was asked for', async () => {
  const reader = await watch();
  await expect.poll(() => reader.lag().isReading, soon).toBe(true);
  const userId = uuidv7();
  const reuse = () => giveEvents(db, [{ name: 'session.refresh-reused', userId }]);
  const count = async () => (await countsOf('refresh_reused'))[userId];
  const set = (change: object) => db.updateTable('alerts').set(change).execute();
  await reuse();
  await expect.poll(count, soon).toBe(1);

  await set({ status: 'acknowledged', acknowledged_at: new Date(), acknowledged_as: 'Asha' });
  await reuse();
  await expect.poll(count, soon).toBe(2);
  expect((await alertsOf('refresh_reused'))[0]).toMatchObject({ status: 'acknowledged' });

  // Before any event that comes now.
  await set({ status: 'resolved', resolved_at: new Date(Date.now() - 1), resolution: 'done' });
  await reuse();
  await expect.poll(count, soon).toBe(3);
  expect((await alertsOf('refresh_reused'))[0]).toMatchObject({
    status: 'active',
    reopened: 1,
    resolved_at: null,
    acknowledged_as: null,
    trigger_count: '2',
  });

  const hour = 3_600_000;
  await set({ status: 'suppressed', suppressed_until: new Date(Date.now() + hour) });
  await reuse();
  await expect.poll(count, soon).toBe(4);
  expect((await alertsOf('refresh_reused'))[0]).toMatchObject({ status: 'suppressed' });
  await set({ suppressed_until: new Date(Date.now() - 1) });
  await reuse();
  await expect.poll(count, soon).toBe(5);
  expect((await alertsOf('refresh_reused'))[0]).toMatchObject({ status: 'active', reopened: 2 });
  const steps = await db.selectFrom('alert_steps').select('kind').orderBy('id').execute();
  expect(steps.map(({ kind }) => kind)).toEqual(['raised', 'reopened', 'reopened']);
  const actions = await db.selectFrom('alert_actions').select('occurrence').execute();
  expect(actions.map(({ occurrence }) => occurrence).sort()).toEqual([0, 1, 2]);
  expect(queued).toHaveLength(3);
});

it('tells of an open alert that comes back after a pause, and acts again where that has ended', async () => {
  const reader = await watch();
  await expect.poll(() => reader.lag().isReading, soon).toBe(true);
  await db
    .updateTable('alert_rules')
    .set({ actions: ['notify', 'suspend_playback'] })
    .where('key', '=', 'refresh_reused')
    .execute();
  announceRuleChange();
  const userId = uuidv7();
  const count = async () => (await countsOf('refresh_reused'))[userId];
  const hour = 3_600_000;
  const reuse = (agoMs: number) =>
    giveEvents(db, [{ name: 'session.refresh-reused', userId, at: new Date(Date.now() - agoMs) }]);
  const occurrences = async () => {
    const actions = db.selectFrom('alert_actions').select(['occurrence', 'kind']);
    const rows = await actions.orderBy('occurrence').orderBy('kind').execute();
    return rows.map(({ occurrence, kind }) => `${occurrence} ${kind}`);
  };
  const act = (ago: number) =>
    db
      .updateTable('alert_actions')
      .set({ state: 'done', done_at: new Date(Date.now() - ago) })
      .execute();
  await reuse(9 * hour);
  await expect.poll(count, soon).toBe(1);
  await act(9 * hour);
  await db.updateTable('alerts').set({ status: 'acknowledged' }).execute();
  await reuse(8.5 * hour);
  await reuse(6 * hour);
  await expect.poll(count, soon).toBe(3);
  expect((await alertsOf('refresh_reused'))[0]).toMatchObject({
    status: 'acknowledged',
    recurred: 1,
    trigger_count: '2',
  });
  expect(await occurrences()).toEqual(['0 notify', '0 suspend_playback', '1 notify']);
  await act(25 * hour);
  await reuse(1 * hour);
  await expect.poll(count, soon).toBe(4);
  expect((await occurrences()).slice(3)).toEqual(['2 notify', '2 suspend_playback']);
  const steps = await db.selectFrom('alert_steps').select('kind').orderBy('id').execute();
  expect(steps.map(({ kind }) => kind)).toEqual(['raised', 'recurred', 'recurred']);
});

it('does not reopen a resolved alert for events before its end', async () => {
  const reader = await watch();
  await expect.poll(() => reader.lag().isReading, soon).toBe(true);
  const userId = uuidv7();
  await giveEvents(db, failures(userId, 7));
  await expect.poll(() => countsOf('sign_ins_failed'), soon).toEqual({ [userId]: 3 });
  const [alert] = await alertsOf('sign_ins_failed');
  const at = new Date();
  await db
    .updateTable('alerts')
    .set({ status: 'resolved', resolved_at: at })
    .where('id', '=', alert!.id)
    .execute();
  const ruleId = alert!.rule_id;
  const data = { alertId: alert!.id, ruleId, subjectKind: 'user', subjectKey: userId };
  await giveEvents(db, [{ name: 'alert.resolved', data, at }]);
  await giveEvents(db, failures(userId, 4));
  await judgeAll();
  expect((await alertsOf('sign_ins_failed'))[0]).toMatchObject({ status: 'resolved', count: '3' });
  await giveEvents(db, failures(userId, 1));
  await expect.poll(() => countsOf('sign_ins_failed'), soon).toEqual({ [userId]: 4 });
  expect((await alertsOf('sign_ins_failed'))[0]).toMatchObject({ status: 'active', reopened: 1 });
});

it('skips an event that can’t be judged, and goes on with later ones', async () => {
  const reader = await watch();
  await expect.poll(() => reader.lag().isReading, soon).toBe(true);
  const [before, poison, behind] = [uuidv7(), uuidv7(), uuidv7()];
  // As a fault of ours would: the alert of one subject can't be written.
  await sql`ALTER TABLE alerts ADD CONSTRAINT poison CHECK (subject_key <> ${sql.lit(poison)})`.execute(
    db,
  );
  const reuse = (userId: string) => ({ name: 'session.refresh-reused', userId });
  await giveEvents(db, [reuse(before), reuse(poison), reuse(behind)]);
  await expect.poll(() => countsOf('refresh_reused'), soon).toEqual({ [before]: 1, [behind]: 1 });
  await giveEvents(db, [reuse(behind)]);
  await expect.poll(async () => (await countsOf('refresh_reused'))[behind], soon).toBe(2);
  expect(skipped).toBe(1);
});
