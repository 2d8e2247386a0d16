import { ApiError, type IncidentReport, type ViolationStanding } from '@prahari/contract';
import { expect, test } from 'vitest';
import { createBackOff } from '../../../../shared/outbox/redelivery.ts';
import { createIncidentOutbox, MOST_STORED, openIncidentStore } from './incident-outbox.ts';

const learner = 'a learner';
const videoId = '0190a0a0-0000-7000-8000-000000000001';

function incident(number: number): IncidentReport {
  return {
    id: `0190a0a0-0000-7000-8000-${String(number).padStart(12, '0')}`,
    type: 'blocked_hotkey',
    confidence: 'high',
    playbackSessionId: null,
    videoId,
    occurredAt: '2026-11-21T10:00:00.000Z',
    message: 'F9 was pressed and prevented',
    warningCount: 0,
    url: `/watch/${videoId}`,
    metadata: {},
  };
}

function refusal(status: number, retryAfterSeconds: number | null = null): ApiError {
  const fields = {
    status,
    retryAfterSeconds,
    type: 'InternalError',
    code: 'INTERNAL_SERVER_ERROR',
  } as const;
  return new ApiError({ ...fields, message: '', details: {}, correlationId: null });
}

/** A browser whose network and storage the test holds in its hand. */
function browser() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const world = {
    userId: learner as string | null,
    failure: null as ApiError | null,
    batches: [] as string[][],
    parted: [] as string[],
    standings: [] as ViolationStanding[],
    tick: () => undefined as void,
    nowMs: 0,
    store: openIncidentStore(storage),
  };
  const numbersOf = (incidents: readonly IncidentReport[]) =>
    incidents.map(({ id }) => String(Number(id.slice(-12))));
  const open = () =>
    createIncidentOutbox({
      store: world.store,
      policy: { batchSize: 10, batchEveryMs: 5000 },
      userId: () => world.userId,
      async send(incidents) {
        if (world.failure) throw world.failure;
        world.batches.push(numbersOf(incidents));
        return new Map([[videoId, { count: world.batches.length, terminated: false }]]);
      },
      sendParting: (incidents) => void world.parted.push(...numbersOf(incidents)),
      backOff: createBackOff(
        () => world.nowMs,
        () => 1,
      ),
      onStanding: (standings) => world.standings.push(...standings.values()),
      every(ms, work) {
        expect(ms).toBe(5000);
        world.tick = work;
        return () => undefined;
      },
    });
  return { world, open };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('waiting incidents are sent every five seconds, and the answer gives the learner’s standing', async () => {
  const { world, open } = browser();
  const outbox = open();
  outbox.add(incident(1), false);
  outbox.add(incident(2), false);
  await settled();
  expect(world.batches).toEqual([]);
  world.tick();
  await settled();
  expect(world.batches).toEqual([['1', '2']]);
  expect(world.standings).toEqual([{ count: 1, terminated: false }]);
  expect(world.store.read()).toEqual([]);
});

test('ten go at once, never more in one call, and an urgent one does not wait', async () => {
  const { world, open } = browser();
  const outbox = open();
  for (let number = 1; number <= 23; number += 1) outbox.add(incident(number), false);
  await settled();
  expect(world.batches.every((batch) => batch.length <= 10)).toBe(true);
  outbox.add(incident(24), true);
  await settled();
  expect(world.batches.flat().map(Number)).toEqual(Array.from({ length: 24 }, (_, at) => at + 1));
});

test('offline they are kept, over a reload too, and go when the network is back', async () => {
  const { world, open } = browser();
  world.failure = refusal(0);
  open().add(incident(1), true);
  await settled();
  expect(world.batches).toEqual([]);
  const afterReload = open();
  await settled();
  world.failure = null;
  afterReload.add(incident(2), false);
  world.nowMs += 5000;
  world.tick();
  await settled();
  expect(world.batches).toEqual([['1', '2']]);
  expect(world.store.read()).toEqual([]);
});

test('the store is bounded: the oldest go', () => {
  const { world, open } = browser();
  world.failure = refusal(503);
  const outbox = open();
  for (let number = 1; number <= MOST_STORED + 5; number += 1) outbox.add(incident(number), false);
  const kept = world.store.read();
  expect(kept).toHaveLength(MOST_STORED);
  expect(kept[0]?.incident.id).toBe(incident(6).id);
});

test('refused incidents are not sent forever', async () => {
  const { world, open } = browser();
  world.failure = refusal(400);
  open().add(incident(1), true);
  await settled();
  expect(world.store.read()).toEqual([]);
});

test('a busy server is left alone as long as it asks, unless the network came back', async () => {
  const { world, open } = browser();
  world.failure = refusal(429, 30);
  const outbox = open();
  outbox.add(incident(1), true);
  await settled();
  world.failure = null;
  for (const nowMs of [5000, 29_999]) {
    world.nowMs = nowMs;
    world.tick();
    await settled();
  }
  expect(world.batches).toEqual([]);
  outbox.retry();
  await settled();
  expect(world.batches).toEqual([['1']]);
});

test('another learner on the same browser sends nothing of the first', async () => {
  const { world, open } = browser();
  world.failure = refusal(0);
  open().add(incident(1), true);
  await settled();
  world.failure = null;
  world.userId = 'somebody else';
  const outbox = open();
  outbox.add(incident(2), true);
  await settled();
  expect(world.batches).toEqual([['2']]);
});

test('a page that goes sends what waits, and keeps it until the server has said so', async () => {
  const { world, open } = browser();
  const outbox = open();
  outbox.add(incident(1), false);
  outbox.leave();
  expect(world.parted).toEqual(['1']);
  expect(world.store.read()).toHaveLength(1);
});

test('a storage with rubbish or none is no trouble', () => {
  for (const text of ['{', '[{"userId":1}]', 'null']) {
    const ignore = () => undefined;
    const store = openIncidentStore({ getItem: () => text, setItem: ignore, removeItem: ignore });
    expect(store.read()).toEqual([]);
  }
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const store = openIncidentStore({ getItem: denied, setItem: denied, removeItem: denied });
  store.write([]);
  expect(store.read()).toEqual([]);
});
