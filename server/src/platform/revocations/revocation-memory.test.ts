import { describe, expect, it, vi } from 'vitest';
import { createRevocationMemory, formatMessages, type Revoked } from './revocation-memory.ts';

/** A memory of things that can be used for an hour, and the connection that informs it. */
function open(
  stored: { revoked: readonly Revoked[] },
  { usableMs = 3_600_000, isLasting = true } = {},
) {
  const asked: Date[] = [];
  const channels = new Map<string, (message: string) => void>();
  const reconnections: (() => unknown)[] = [];
  const lasting = {
    usableMs,
    most: 100,
    async findRevoked(since: Date) {
      asked.push(since);
      return stored.revoked;
    },
  };
  const memory = createRevocationMemory(
    { channel: 'ended', ...(isLasting ? { lasting } : {}) },
    {
      clock: { now: () => new Date('2026-11-20T10:00:00Z') },
      notifications: {
        on: (channel, listener) => void channels.set(channel, listener),
        onConnect: (listener) => void reconnections.push(listener),
      },
    },
  );
  const told: string[] = [];
  memory.onRevoked((id, below) => void told.push(`${id}.${below}`));
  const tell = (message: string) => channels.get('ended')?.(message);
  const reconnect = () => Promise.all(reconnections.map((listener) => listener()));
  return { memory, told, tell, reconnect, asked };
}

describe('a revocation memory', () => {
  it('learns revocations from before its start that still matter', async () => {
    const { memory, asked } = open({ revoked: [{ id: 'a' }] });
    expect(memory.isRevoked('a')).toBe(false);
    await memory.read();
    expect([memory.isRevoked('a'), memory.isRevoked('b')]).toEqual([true, false]);
    expect(asked).toEqual([new Date('2026-11-20T09:00:00Z')]);
  });

  it('is updated by messages, which may name several', () => {
    const { memory, told, tell } = open({ revoked: [] });
    tell('a b');
    expect([memory.isRevoked('a'), memory.isRevoked('b')]).toEqual([true, true]);
    expect(told).toEqual(['a.1', 'b.1']);
  });

  it('understands what is published for many at once, which fits into messages of PostgreSQL', () => {
    const { told, tell } = open({ revoked: [] });
    const ids = Array.from({ length: 90 }, (_, at) => `${at}`.padStart(36, '0'));
    const revoked = ids.map((id, at) => (at % 2 === 0 ? { id } : { id, below: 2_147_483_647 }));
    const messages = formatMessages([...revoked, ...revoked]);
    expect(messages).toHaveLength(2);
    for (const message of messages) {
      expect(Buffer.byteLength(message)).toBeLessThan(8000);
      tell(message);
    }
    expect(told).toEqual(revoked.map(({ id, below = 1 }) => `${id}.${below}`));
  });

  it('revokes the versions below one, and never takes that back', () => {
    const { memory, told, tell } = open({ revoked: [] });
    tell('v.2');
    tell('v.1');
    expect([1, 2, 3].map((version) => memory.isRevoked('v', version))).toEqual([
      true,
      false,
      false,
    ]);
    tell('v.3');
    expect(memory.isRevoked('v', 2)).toBe(true);
    expect(told).toEqual(['v.2', 'v.3']);
  });

  it('reads what it missed when the connection comes back', async () => {
    const stored: { revoked: readonly Revoked[] } = { revoked: [] };
    const { memory, reconnect } = open(stored);
    stored.revoked = [{ id: 'missed' }];
    await reconnect();
    expect(memory.isRevoked('missed')).toBe(true);
  });

  it('says that it could not, to be asked again, and continues', async () => {
    const stored = {
      get revoked(): readonly Revoked[] {
        throw new Error('the database is away');
      },
    };
    const { memory, reconnect, tell } = open(stored);
    await expect(reconnect()).rejects.toThrow('the database is away');
    tell('a');
    expect(memory.isRevoked('a')).toBe(true);
  });

  it('notifies a listener once of each, and a late one of those still kept', () => {
    const { memory, told, tell } = open({ revoked: [] });
    memory.note({ id: 'own' });
    tell('own');
    expect(told).toEqual(['own.1']);
    const late: string[] = [];
    memory.onRevoked((id) => void late.push(id));
    tell('other');
    expect(late).toEqual(['own', 'other']);
  });

  it('keeps the latest of more than it has room for', () => {
    const { memory } = open({ revoked: [] });
    for (let at = 0; at <= 100; at += 1) memory.note({ id: `${at}` });
    expect(['0', '1', '100'].map((id) => memory.isRevoked(id))).toEqual([false, true, true]);
  });

  it('forgets after the time in which it could be used', async () => {
    const { memory } = open({ revoked: [] }, { usableMs: 40 });
    memory.note({ id: 'a' });
    expect(memory.isRevoked('a')).toBe(true);
    await vi.waitFor(() => expect(memory.isRevoked('a')).toBe(false), 20_000);
  });

  it('passes on every revocation without a duration, and stores none', async () => {
    const { memory, told, tell, asked } = open({ revoked: [{ id: 'a' }] }, { isLasting: false });
    await memory.read();
    const before = memory.count();
    tell('user');
    tell('user');
    memory.note({ id: 'user' });
    expect(memory.count() - before).toBe(3);
    expect(told).toEqual(['user.1', 'user.1', 'user.1']);
    expect([memory.isRevoked('user'), asked.length]).toEqual([false, 0]);
  });
});
