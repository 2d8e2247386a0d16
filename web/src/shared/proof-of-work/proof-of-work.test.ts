import { createHash } from 'node:crypto';
import { ApiError, type ProofOfWork } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { doWork } from './do-work.ts';
import { withWork } from './with-work.ts';
import { createZeroBits } from './zero-bits.ts';

const challenge = '6.1930000000.AAAAAAAAAAAAAAAA.abc';
const order = { challenge, parts: 16, bits: 6 };

function refusal(details: Record<string, unknown> = { work: order }): ApiError {
  return new ApiError({
    status: 429,
    type: 'RateLimitError',
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'x',
    details: { reason: 'proof_of_work_required', ...details },
    correlationId: null,
  });
}

/** By Node, as the contract says it. */
function zeroBitsOf(seed: Uint8Array, part: number, number: number): number {
  const place = Buffer.alloc(8);
  place.writeUInt32BE(part, 0);
  place.writeUInt32BE(number, 4);
  return Math.clz32(createHash('sha256').update(seed).update(place).digest().readUInt32BE(0));
}

describe('the search', () => {
  test('hashes as SHA-256 does', () => {
    const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const word = fc.integer({ min: 0, max: 0xff_ff_ff_ff });
    fc.assert(
      fc.property(seeds, word, word, (seed, part, number) => {
        expect(createZeroBits(seed)(part, number)).toBe(zeroBitsOf(seed, part, number));
      }),
    );
  });

  test('finds a number for each part', async () => {
    const proof = await doWork(refusal(), undefined);
    expect(proof?.challenge).toBe(challenge);
    expect(proof?.numbers).toHaveLength(16);
    const seed = createHash('sha256').update(challenge).digest();
    for (const [part, number] of (proof?.numbers ?? []).entries()) {
      expect(zeroBitsOf(seed, part, number)).toBeGreaterThanOrEqual(6);
    }
  });

  test('continues in a hidden page', async () => {
    vi.stubGlobal('document', { hidden: true });
    expect((await doWork(refusal(), undefined))?.numbers).toHaveLength(16);
    vi.unstubAllGlobals();
  });

  test('keeps the page responsive, and ends when it is cancelled', async () => {
    const cancel = new AbortController();
    const hard = refusal({ work: { ...order, bits: 18 } });
    // A timer only runs when the search pauses.
    setTimeout(() => cancel.abort(), 30);
    await expect(doWork(hard, cancel.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });

  test.each([
    {},
    { work: 'much' },
    { work: { ...order, bits: 40 } },
    { work: { ...order, parts: 1e6 } },
  ])('does not begin with %j', async (details) => {
    expect(await doWork(refusal({ work: undefined, ...details }), undefined)).toBeNull();
  });
});

describe('a call with work', () => {
  test('is made again with what was asked for', async () => {
    const sent: (ProofOfWork | undefined)[] = [];
    let begun = 0;
    const answer = await withWork(
      async (proof) => {
        sent.push(proof);
        if (sent.length < 3) throw refusal();
        return 'in';
      },
      {
        onWork() {
          begun += 1;
        },
      },
    );
    expect(answer).toBe('in');
    expect(begun).toBe(2);
    expect(sent.map((proof) => proof?.numbers.length)).toEqual([undefined, 16, 16]);
  });

  test('ends with the refusal when work does not help, or is none that we know', async () => {
    let calls = 0;
    const asking = (details?: Record<string, unknown>) =>
      withWork(async () => {
        calls += 1;
        throw refusal(details);
      });
    await expect(asking()).rejects.toMatchObject({ status: 429 });
    expect(calls).toBe(3);
    await expect(asking({ work: null })).rejects.toMatchObject({ status: 429 });
    expect(calls).toBe(4);
  });

  test('is left alone where no work is asked for', async () => {
    const other = new Error('another');
    await expect(withWork(() => Promise.reject(other))).rejects.toBe(other);
  });
});
