import { hash, randomBytes } from 'node:crypto';
import { type ProofOfWork, type WorkOrder, workParts } from '@prahari/contract';
import { addSeconds } from '../../../platform/clock/clock.ts';
import { hasSameBytes, hmacSha256 } from '../../../platform/crypto/codes.ts';

/** Time for the slowest known device, over a bad connection. */
export const workSeconds = 180;

/** 16 parts of 13 bits are 131,000 hashes, a second of an old phone; of 16 bits 1,050,000. */
export const leastBits = 13;
/** An old phone makes 100,000 to 250,000 hashes a second in a page, so 4 to 10 s (decision 0042). */
export const mostBits = 16;
/** How many paid tries raise the price by half of the first step. */
const triesPerStep = 10;

/** The device and account that the work is done for: it is useless for others. */
export interface WorkFor {
  /** The number that was typed, whether or not it has an account. */
  readonly account: string;
  readonly deviceId: string;
}

/**
 * Decides how hard the next try is, by the number of tries with work so far: one bit more each time
 * they double.
 */
export function decideBits(tries: number): number {
  const more = Math.floor(Math.log2(1 + Math.max(0, tries) / triesPerStep));
  return Math.min(mostBits, leastBits + more);
}

/**
 * Creates a challenge without storing anything: it contains what is needed to check the work, under
 * a MAC.
 */
export function orderWork(key: Uint8Array, workFor: WorkFor, bits: number, now: Date): WorkOrder {
  const expires = Math.floor(addSeconds(now, workSeconds).getTime() / 1000);
  const claim = `${bits}.${expires}.${randomBytes(12).toString('base64url')}`;
  const challenge = `${claim}.${computeMac(key, claim, workFor).toString('base64url')}`;
  return { challenge, parts: workParts, bits };
}

/**
 * Returns the least work that is accepted, even if more is ordered now: a client that began just
 * before the price rose passes, one with a stock of cheap work does not.
 */
export function decideLeastBits(tries: number): number {
  return decideBits(tries) - 1;
}

/**
 * Returns how hard the work was if we ordered it for this purpose and it is in time and done; else
 * null. First use and sufficient difficulty are checked elsewhere.
 */
export function verifyWork(
  key: Uint8Array,
  { challenge, numbers }: ProofOfWork,
  workFor: WorkFor,
  now: Date,
): number | null {
  const [, claim, bits, expires, mac] = shape.exec(challenge) ?? [];
  if (!claim || !mac) return null;
  if (!hasSameBytes(Buffer.from(mac, 'base64url'), computeMac(key, claim, workFor))) return null;
  if (Number(expires) * 1000 <= now.getTime()) return null;
  const search = createWorkSearch(challenge);
  const isDone =
    numbers.length === workParts &&
    numbers.every((number, part) => search(part, number) >= Number(bits));
  return isDone ? Number(bits) : null;
}

const shape = /^((\d{1,2})\.(\d{1,12})\.[A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})$/;

function computeMac(key: Uint8Array, claim: string, { account, deviceId }: WorkFor): Buffer {
  return hmacSha256(key, `proof-of-work:${claim}|${account}|${deviceId}`);
}

/**
 * Counts the zero bits with which the hash of a number of a part begins (see `WorkOrder`), up to
 * 32.
 */
export function createWorkSearch(challenge: string): (part: number, number: number) => number {
  const bytes = Buffer.alloc(40);
  hash('sha256', challenge, 'buffer').copy(bytes);
  return (part, number) => {
    bytes.writeUInt32BE(part, 32);
    bytes.writeUInt32BE(number, 36);
    return Math.clz32(hash('sha256', bytes, 'buffer').readUInt32BE(0));
  };
}
