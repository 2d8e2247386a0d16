import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { systemClock } from '../../server/src/platform/clock/clock.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { watchDatabase } from '../../server/src/platform/db/watch.ts';
import { createEventRow, type EventRow } from '../../server/src/platform/events/event-row.ts';
import { insertEventsSql } from '../../server/src/platform/events/record-event.ts';
import { runWithOrigin } from '../../server/src/platform/events/request-origin.ts';
import { type EventSpool, openEventSpool } from '../../server/src/platform/events/spool.ts';
import { createLog } from '../../server/src/platform/log/log.ts';
import {
  type EventPlan,
  eventPlanSchema,
  failuresEvery,
  failuresOfOne,
} from '../load/event-plan.ts';

/** As many as the spool inserts with one statement. */
const batchSize = 500;
/** As many as the spool holds after a part of the half second between two deliveries. */
const shippedAtOnce = 2000;
const tickMs = 10;
const learners = 100_003;
const log = createLog('info');

/** Who takes what happens. */
type Recorder = Pick<EventSpool, 'add'>;
type Act = (recorder: Recorder, ids: ReturnType<typeof nameIds>) => Promise<void>;

const acts: readonly Act[] = [
  (recorder, { userId, sessionId, deviceId }) =>
    recorder.add('session.opened', { userId, sessionId, deviceId, system: 'Android' }),
  (recorder, { userId, videoId, playbackSessionId }) =>
    recorder.add('playback.opened', { userId, videoId, playbackSessionId }),
  (recorder, { userId, videoId, playbackSessionId }) => {
    const system = 'org.w3.clearkey';
    return recorder.add('licence.issued', { userId, videoId, playbackSessionId, system, keys: 3 });
  },
  (recorder, { userId, videoId, playbackSessionId }) =>
    recorder.add('lesson.completed', { userId, videoId, playbackSessionId }),
  (recorder, { userId, sessionId }) =>
    recorder.add('video-access.opened', { userId, sessionId, system: 'Android' }),
  (recorder, { userId, sessionId }) =>
    recorder.add('session.ended', { userId, sessionId, cause: 'expired' }),
  (recorder, { userId, videoId, playbackSessionId }) =>
    recorder.add('playback.moved', { userId, videoId, playbackSessionId }),
];

const idOf = (kind: number, number: number) =>
  `${String(kind).padStart(8, '0')}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

function nameIds(number: number) {
  const learner = number % learners;
  return {
    userId: idOf(1, learner),
    sessionId: idOf(2, learner),
    playbackSessionId: idOf(3, number),
    videoId: idOf(4, number % 20),
    deviceId: `device-${learner}`,
    address: `10.${number % 97}.${number % 89}.${number % 251}`,
  };
}

/** What happens follows from its number: learners at work, and among them failed sign-ins. */
function happen(recorder: Recorder, number: number): Promise<void> {
  const ids = nameIds(number);
  const { userId, sessionId, deviceId, address } = ids;
  if (number % failuresEvery === 0) {
    const account = Math.floor(number / (failuresEvery * failuresOfOne));
    const refused = { userId: idOf(5, account), deviceId, address, reason: 'password' } as const;
    return recorder.add('sign-in.refused', refused);
  }
  const act = acts[number % acts.length] ?? acts[0];
  const origin = { userId, sessionId, deviceId, address, country: 'IN' };
  return act ? runWithOrigin(origin, () => act(recorder, ids)) : Promise.resolve();
}

async function recordAll(message: unknown): Promise<{ events: number; seconds: number }> {
  const plan = z.parse(eventPlanSchema, message);
  const { connectionString, folder, lastUserId } = plan;
  const watch = watchDatabase(connectionString, log);
  const { db, pool } = openDatabase(connectionString, {
    poolSize: 2,
    watch,
    statementLimitMs: undefined,
  });
  const begun = performance.now();
  let events: number;
  if (folder === undefined) {
    const insert = async (rows: readonly EventRow[]) => {
      await insertEventsSql(rows).execute(db);
    };
    events = await insertPlain(plan, insert);
  } else {
    const spool = await openEventSpool({ db, clock: systemClock, log, folder });
    events = plan.perSecond
      ? await addPaced(plan, spool, plan.perSecond)
      : await addFast(plan, spool);
    if (lastUserId !== undefined) {
      const last = { userId: lastUserId, sessionId: idOf(6, 0), deviceId: 'device' };
      await spool.add('session.refresh-reused', last);
    }
    await spool.stop();
  }
  const seconds = (performance.now() - begun) / 1000;
  await pool.end();
  return { events, seconds };
}

async function addPaced(plan: EventPlan, spool: EventSpool, perSecond: number): Promise<number> {
  const begun = performance.now();
  const total = plan.seconds * perSecond;
  let events = 0;
  while (events < total) {
    const elapsedMs = performance.now() - begun;
    const due = Math.min(total, Math.floor((elapsedMs * perSecond) / 1000));
    const written: Promise<void>[] = [];
    for (; events < due; events += 1) written.push(happen(spool, plan.from + events));
    await Promise.all(written);
    await delay(tickMs);
  }
  return events;
}

/** The next ones are written to the file while those before go to the database. */
async function addFast(plan: EventPlan, spool: EventSpool): Promise<number> {
  const endMs = performance.now() + plan.seconds * 1000;
  let events = 0;
  while (performance.now() < endMs) {
    const shipped = spool.flush();
    const written: Promise<void>[] = [];
    for (let i = 0; i < shippedAtOnce; i += 1, events += 1) {
      written.push(happen(spool, plan.from + events));
    }
    await Promise.all(written);
    await shipped;
  }
  return events;
}

async function insertPlain(
  plan: EventPlan,
  insert: (rows: readonly EventRow[]) => Promise<void>,
): Promise<number> {
  const endMs = performance.now() + plan.seconds * 1000;
  let events = 0;
  while (performance.now() < endMs) {
    const rows: EventRow[] = [];
    const recorder: Recorder = {
      async add(name, data) {
        rows.push(createEventRow(name, data, systemClock.now()));
      },
    };
    for (let i = 0; i < batchSize; i += 1, events += 1) void happen(recorder, plan.from + events);
    await insert(rows);
  }
  return events;
}

process.on('message', (message) => {
  recordAll(message).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
