import { describe, expect, it } from 'vitest';
import { createProofCounts } from './proof-limits.rules.ts';

const limits = { ofDevice: 3, ofStrangers: 4, ofStrangersInNetwork: 2, ofAll: 8 };

/** Sends proofs one after the other; tells the status of each refusal. */
function send(counts: ReturnType<typeof createProofCounts>, present = 1) {
  return (deviceId: string, strangerIn: string | null): number => {
    try {
      counts.requireRoom({ deviceId, strangerIn }, present);
    } catch (error) {
      if (error instanceof Error && 'status' in error) return Number(error.status);
      throw error;
    }
    counts.add({ deviceId, strangerIn });
    return 200;
  };
}

describe('the room for proofs', () => {
  it('is limited for one device, and leaves that of others alone', () => {
    const from = send(createProofCounts(limits));
    expect([1, 2, 3, 4].map(() => from('a', null))).toEqual([200, 200, 200, 429]);
    expect(from('b', null)).toBe(200);
  });

  it('can be used up by strangers only in part, however many keys they make', () => {
    const from = send(createProofCounts(limits));
    const answers = Array.from({ length: 20 }, (_, i) => from(`stranger-${i}`, `network-${i}`));
    expect(answers.filter((status) => status === 200)).toHaveLength(limits.ofStrangers);
    expect(from('learner', null)).toBe(200);
  });

  it('is limited for strangers in one network, and leaves that of other networks alone', () => {
    const from = send(createProofCounts(limits));
    expect(['a', 'b', 'c'].map((device) => from(device, 'one'))).toEqual([200, 200, 429]);
    expect(from('d', 'other')).toBe(200);
    expect(from('e', null)).toBe(200);
  });

  it('ends for all together', () => {
    const from = send(createProofCounts(limits));
    const answers = Array.from({ length: 20 }, (_, i) => from(`learner-${i}`, null));
    expect(answers.filter((status) => status === 200)).toHaveLength(limits.ofAll);
    expect(answers.at(-1)).toBe(503);
  });

  it('is there again in the next window', () => {
    const counts = createProofCounts(limits);
    for (const _ of [1, 2, 3]) send(counts)('a', null);
    expect(send(counts)('a', null)).toBe(429);
    expect(send(counts, 2)('a', null)).toBe(200);
  });

  it('is not used up by a proof that is sent again and again', () => {
    const counts = createProofCounts(limits);
    for (let i = 0; i < 100; i += 1) counts.requireRoom({ deviceId: 'a', strangerIn: null }, 1);
    expect(send(counts)('a', null)).toBe(200);
  });
});
