import { randomBytes, randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../log/log.ts';
import { startValkey, type TestValkey } from '../../testing/start-valkey.ts';
import { findWindow } from './nonce.ts';
import { rememberInValkey } from './seen-in-valkey.ts';
import { describeSeenProofs } from './seen-proofs.test-suite.ts';

let valkey: TestValkey;
beforeAll(async () => {
  valkey = await startValkey();
});
afterAll(() => valkey.stop());

const instanceId = randomUUID();
const open = (lines: string[] = [], url = valkey.url) => {
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  return rememberInValkey({ url, instanceId, log });
};
const newId = () => randomBytes(16).toString('hex');
/** A machine under load may not let it answer in the two seconds that a call waits. */
const inTimeMs = 6000;

describeSeenProofs('in Valkey', { open: () => open(), isShared: true });

const newClient = () => createClient({ url: valkey.url });

async function withClient<T>(work: (client: ReturnType<typeof newClient>) => Promise<T>) {
  const client = newClient();
  await client.connect();
  try {
    return await work(client);
  } finally {
    client.destroy();
  }
}

describe('in Valkey', () => {
  it('what a restart may forget has another epoch, though its disk had kept it', async () => {
    const lines: string[] = [];
    const seen = await open(lines);
    const { epoch, nowMs } = await seen.read();
    const proof = { window: findWindow(nowMs), id: newId() };
    await seen.note(proof);
    await valkey.kill();
    await expect.poll(() => failure(seen.note(proof))).toBe('StoreUnavailable');
    await valkey.start();
    await expect.poll(() => failure(seen.read()), { timeout: inTimeMs }).toBeUndefined();
    expect((await seen.note(proof)).epoch).not.toBe(epoch);
    expect(lines.filter((line) => line.includes('calls are refused'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('again'))).toHaveLength(1);
    await seen.stop();
  });

  it('what a flush forgets has another epoch', async () => {
    const seen = await open();
    const { epoch, nowMs } = await seen.read();
    const proof = { window: findWindow(nowMs), id: newId() };
    await seen.note(proof);
    await withClient((client) => client.flushAll());
    expect((await seen.note(proof)).epoch).not.toBe(epoch);
    await seen.stop();
  });

  it('keys go by themselves once no nonce of their window is valid', async () => {
    const seen = await open();
    const { nowMs } = await seen.read();
    const id = newId();
    await seen.note({ window: findWindow(nowMs), id });
    const lifeMs = await withClient(async (client) => {
      const [key = ''] = await client.keys(`*${id}`);
      return client.pTTL(key);
    });
    // From the window before its own to the end of the one after it: three windows of 150 s.
    expect(lifeMs).toBeGreaterThan(450_000);
    expect(lifeMs).toBeLessThanOrEqual(600_000);
    await seen.stop();
  });

  it('a server that says nothing is given up in time, and is asked again when it wakes', async () => {
    const seen = await open();
    process.kill(valkey.pid(), 'SIGSTOP');
    const startedMs = performance.now();
    expect(await failure(seen.read())).toBe('StoreUnavailable');
    expect(performance.now() - startedMs).toBeLessThan(inTimeMs);
    process.kill(valkey.pid(), 'SIGCONT');
    await expect.poll(() => failure(seen.read()), { timeout: inTimeMs }).toBeUndefined();
    await seen.stop();
  });

  it('a server that takes no writes is as one that is away', async () => {
    const seen = await open();
    const { nowMs } = await seen.read();
    const note = () => failure(seen.note({ window: findWindow(nowMs), id: newId() }));
    // As a primary that became a replica of another.
    await withClient((client) => client.sendCommand(['REPLICAOF', '127.0.0.1', '1']));
    expect(await note()).toBe('StoreUnavailable');
    await withClient((client) => client.sendCommand(['REPLICAOF', 'NO', 'ONE']));
    await expect.poll(note, { timeout: inTimeMs }).toBeUndefined();
    await seen.stop();
  });

  it('a server that would drop keys before their time is refused, and one that is not there', async () => {
    await withClient((client) =>
      client.configSet({ maxmemory: '100mb', 'maxmemory-policy': 'volatile-lru' }),
    );
    await expect(open()).rejects.toThrow(/drops keys when its memory is full.*noeviction/);
    await withClient((client) => client.configSet('maxmemory-policy', 'noeviction'));
    await (await open()).stop();
    await expect(open([], 'redis://127.0.0.1:1')).rejects.toThrow(/Valkey can't be reached/);
  });
});

async function failure(asking: Promise<unknown>): Promise<string | undefined> {
  return asking.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
}
