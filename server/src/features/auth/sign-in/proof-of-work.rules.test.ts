import { type ProofOfWork, type WorkOrder, workParts } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doWork } from '../../../testing/do-work.ts';
import {
  createWorkSearch,
  decideBits,
  decideLeastBits,
  leastBits,
  mostBits,
  orderWork,
  verifyWork,
  workSeconds,
} from './proof-of-work.rules.ts';

const key = Buffer.alloc(32, 7);
const owner = { account: '+919800000000', deviceId: 'the thumbprint of a key' };
const now = new Date('2031-01-01T10:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

const order = (bits = 3): WorkOrder => orderWork(key, owner, bits, now);
const judge = (proof: ProofOfWork, workFor = owner, at = now) =>
  verifyWork(key, proof, workFor, at) !== null;

describe('work', () => {
  it('is valid when it is done, until the order expires', () => {
    const proof = doWork(order());
    expect(verifyWork(key, proof, owner, now)).toBe(3);
    expect(judge(proof, owner, later(workSeconds - 2))).toBe(true);
    expect(judge(proof, owner, later(workSeconds + 1))).toBe(false);
  });

  it('serves no other account, no other device and no other key', () => {
    const proof = doWork(order());
    expect(judge(proof, { ...owner, account: '+919800000001' })).toBe(false);
    expect(judge(proof, { ...owner, deviceId: 'of another' })).toBe(false);
    expect(verifyWork(Buffer.alloc(32, 8), proof, owner, now)).toBeNull();
  });

  it('is judged by the order, not by what the client writes into it', () => {
    const { challenge } = order(12);
    const easy = challenge.replace(/^12\./, '1.');
    expect(judge(doWork({ challenge: easy, parts: workParts, bits: 1 }))).toBe(false);
    expect(judge(doWork({ challenge, parts: workParts, bits: 1 }))).toBe(false);
    const [bits = '', expires = '', ...rest] = challenge.split('.');
    const longer = [bits, `${Number(expires) + 600}`, ...rest].join('.');
    expect(judge(doWork({ challenge: longer, parts: workParts, bits: 12 }))).toBe(false);
  });

  it('is done only when each part is', () => {
    const { challenge, numbers } = doWork(order(6));
    expect(judge({ challenge, numbers: numbers.slice(1) })).toBe(false);
    expect(judge({ challenge, numbers: [...numbers, 0] })).toBe(false);
    const zeroBits = createWorkSearch(challenge);
    const wrong = Array.from({ length: 1000 }, (_, n) => n).find((n) => zeroBits(15, n) < 6) ?? 0;
    expect(judge({ challenge, numbers: [...numbers.slice(0, 15), wrong] })).toBe(false);
  });

  it('forged or malformed challenges are refused, in any form', () => {
    const text = fc.oneof(fc.string({ maxLength: 256 }), fc.constant('13.9999999999.a.b'));
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 16 }), (challenge, numbers) => {
        expect(judge({ challenge, numbers })).toBe(false);
      }),
    );
  });

  it('each order is another', () => {
    expect(order().challenge).not.toBe(order().challenge);
  });
});

describe('the price', () => {
  it('never falls with more tries, and stays within the power of an old phone', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), (tries, more) => {
        const bits = decideBits(tries);
        expect(bits).toBeGreaterThanOrEqual(leastBits);
        expect(decideBits(tries + more)).toBeGreaterThanOrEqual(bits);
        expect(decideBits(tries + more)).toBeLessThanOrEqual(mostBits);
      }),
    );
    // 10 s of a phone that makes 105,000 hashes a second.
    expect(workParts * 2 ** mostBits).toBeLessThanOrEqual(1_050_000);
  });

  it('doubles at 10, 30 and 70 tries', () => {
    expect([0, 9, 10, 29, 30, 69, 70, 300].map(decideBits)).toEqual([
      13, 13, 14, 14, 15, 15, 16, 16,
    ]);
  });

  it('is accepted from one price rise before, but no earlier', () => {
    expect([0, 10, 30, 70].map(decideLeastBits)).toEqual([12, 13, 14, 15]);
  });
});
