import type { Activation } from '@prahari/contract';
import { normaliseCode, readableCode, sameBytes, sha256 } from '../../../platform/crypto/codes.ts';
import type { Actor } from '../users.policy.ts';

/**
 * 16 signs are about 79 bits: out of reach of guessing. A limit of attempts a code would only let
 * strangers use it up.
 */
const codeLength = 16;

/** By which ways this instance can send codes. */
export interface DeliveryWays {
  readonly sms: boolean;
  readonly email: boolean;
}

/**
 * Decides how a code is sent: by SMS where there is a gateway, else by e-mail to users who have an
 * address; but never for codes of the instance itself: the operator at the console must be able to
 * sign in also where neither works.
 */
export function deliveryOf(
  actor: Actor,
  ways: DeliveryWays,
  email: string | null,
): Activation['delivery'] {
  if (actor.userId === null) return 'shown';
  if (ways.sms) return 'sms';
  return ways.email && email !== null ? 'email' : 'shown';
}

/** Makes a new activation code and the form that is stored. */
export function makeActivationCode(): { code: string; codeHash: Buffer } {
  const code = readableCode(codeLength);
  return { code, codeHash: sha256(normaliseCode(code)) };
}

/** Tells whether what was typed is the code, and in time. */
export function isActivationGood(
  stored: { codeHash: Buffer; expiresAt: Date },
  typed: string,
  now: Date,
): boolean {
  const matches = sameBytes(sha256(normaliseCode(typed)), stored.codeHash);
  return matches && now < stored.expiresAt;
}
