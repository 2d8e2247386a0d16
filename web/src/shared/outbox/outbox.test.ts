import { ApiError } from '@prahari/contract';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openStoredList } from '../storage/stored-list.ts';
import { createOutbox, type OutboxPorts } from './outbox.ts';
import { createBackOff } from './redelivery.ts';

const refusal = (status: number) =>
  new ApiError({ status, type: '', code: 'ACCESS_DENIED', message: '', correlationId: null });

/** The storage of a browser, of which each outbox is a tab. */
function aStorage() {
  const stored = new Map<string, string>();
  const getItem = (key: string) => stored.get(key) ?? null;
  const setItem = (key: string, value: string) => void stored.set(key, value);
  const removeItem = (key: string) => void stored.delete(key);
  const list = openStoredList({ getItem, setItem, removeItem }, 'prahari.test', z.string());
  return { list, stored };
}

function setUp(given: Partial<OutboxPorts<string>> = {}) {
  const world = { failure: null as unknown, sent: [] as string[][], nowMs: 0, flushed: 0 };
  const { list, stored } = aStorage();
  const open = () =>
    createOutbox<string>({
      mostWaiting: 5,
      batchSize: 2,
      backOff: createBackOff(
        () => world.nowMs,
        () => 1,
      ),
      async send(items) {
        if (world.failure) throw world.failure;
        world.sent.push([...items]);
      },
      store: { list, most: 3, keyOf: (item) => item },
      onFlushed: () => {
        world.flushed += 1;
      },
      ...given,
    });
  return { world, list, stored, open };
}

function addAll(outbox: { add(item: string): void }, items: string) {
  for (const item of items) outbox.add(item);
}

describe('an outbox', () => {
  test('sends in order, in batches, one at a time, and forgets what arrived', async () => {
    const { world, list, open } = setUp();
    const outbox = open();
    addAll(outbox, 'abc');
    const first = outbox.flush();
    outbox.add('d');
    expect(outbox.flush()).toBe(first);
    await first;
    expect(world).toMatchObject({
      sent: [
        ['a', 'b'],
        ['c', 'd'],
      ],
      flushed: 1,
    });
    expect([outbox.list(), list.read()]).toEqual([[], []]);
  });

  test('sends what is added at the end of a flush by the next one', async () => {
    const { world, open } = setUp({ onFlushed: () => undefined });
    const outbox = open();
    outbox.add('a');
    await outbox.flush().then(() => outbox.add('b'));
    await outbox.flush();
    expect(world.sent).toEqual([['a'], ['b']]);
  });

  test('keeps the newest, fewer of them over a reload', () => {
    const { open } = setUp();
    const outbox = open();
    addAll(outbox, 'abcdefg');
    expect(outbox.list()).toEqual(['c', 'd', 'e', 'f', 'g']);
    expect(open().list()).toEqual(['e', 'f', 'g']);
  });

  test('leaves nothing in the storage once all of it arrived', async () => {
    const { stored, open } = setUp();
    const outbox = open();
    outbox.add('a');
    expect(stored.size).toBe(1);
    await outbox.flush();
    expect(stored.size).toBe(0);
  });

  test('leaves in the storage what another tab added', async () => {
    const { list, open } = setUp();
    const [one, other] = [open(), open()];
    one.add('a');
    other.add('b');
    await one.flush();
    expect(list.read()).toEqual(['b']);
  });

  test('keeps what did not arrive, and tries again after a pause', async () => {
    const { world, open } = setUp();
    const outbox = open();
    addAll(outbox, 'abc');
    world.failure = refusal(503);
    await outbox.flush();
    world.failure = null;
    outbox.flushWhenDue();
    expect(world.sent).toEqual([]);
    world.nowMs = 1000;
    outbox.flushWhenDue();
    await outbox.flush();
    expect(world.sent).toEqual([['a', 'b'], ['c']]);
  });

  test('drops entries that are refused permanently, and continues after them', async () => {
    const failures: unknown[] = [];
    const { world, open } = setUp({ onFailure: (error) => void failures.push(error) });
    const outbox = open();
    addAll(outbox, 'abc');
    world.failure = refusal(400);
    await outbox.flush();
    expect(outbox.list()).toEqual([]);
    expect(failures).toEqual([world.failure, world.failure]);
  });

  test('lets wait what may not be sent now', async () => {
    const { world, open } = setUp({ maySend: (item) => item !== 'a' });
    const outbox = open();
    addAll(outbox, 'abc');
    await outbox.flush();
    expect([world.sent, outbox.list()]).toEqual([[['b', 'c']], ['a']]);
  });

  test('sends no more batches in a row than it is asked to', async () => {
    const { world, open } = setUp({ batchesPerFlush: 1 });
    const outbox = open();
    addAll(outbox, 'abc');
    await outbox.flush();
    expect([world.sent, outbox.list()]).toEqual([[['a', 'b']], ['c']]);
  });
});
