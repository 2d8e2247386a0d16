import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { AlertsDeps } from '../alerts.deps.ts';
import { createAlertStreams } from './alert-streams.adapter.ts';

let publish: (payload: string) => void;
let streams: ReturnType<typeof createAlertStreams>;
beforeEach(() => {
  vi.useFakeTimers();
  const notifications = {
    on: (_: string, listener: (payload: string) => void) => {
      publish = listener;
    },
    onConnect: () => undefined,
  };
  const log = { debug: () => undefined };
  streams = createAlertStreams({ notifications, log } as unknown as AlertsDeps);
});
afterEach(() => {
  streams.stop();
  vi.useRealTimers();
});

const caller = { userId: 'a', userType: 'SUPER_ADMIN' } as SessionCaller;
/** More than are told by name: no query is needed. */
const publishMany = () => {
  for (let n = 0; n < 201; n += 1) publish(JSON.stringify({ id: `alert-${n}` }));
};

describe('streams of alerts', () => {
  it('run one round at a time, however long it takes, and forget nothing meanwhile', async () => {
    let underWay = 0;
    let most = 0;
    let rounds = 0;
    const held = Promise.withResolvers<void>();
    const slowly = async () => {
      underWay += 1;
      rounds += 1;
      most = Math.max(most, underWay);
      await held.promise;
      underWay -= 1;
      return caller;
    };
    streams.open('a', slowly)?.resume();
    for (let n = 0; n < 10; n += 1) {
      publishMany();
      await vi.advanceTimersByTimeAsync(250);
    }
    expect(rounds).toBe(1);
    held.resolve();
    await vi.advanceTimersByTimeAsync(10_000);
    expect({ rounds, most }).toEqual({ rounds: 2, most: 1 });
  });

  it('leave room for other administrators', () => {
    const open = (userId: string) => streams.open(userId, async () => caller);
    const opened = Array.from({ length: 11 }, () => open('a'));
    expect(opened.filter((stream) => stream !== undefined)).toHaveLength(10);
    expect(open('b')).toBeDefined();
  });
});
