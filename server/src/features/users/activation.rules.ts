import type { Activation } from '@prahari/contract';
import { normaliseCode, readableCode, sameBytes, sha256 } from '../../platform/crypto/codes.ts';
import type { Actor } from './users.policy.ts';

/**
 * 16 signs are about 79 bits: out of reach of guessing. A limit of attempts a code would only let
 * strangers use it up.
 */
const codeLength = 16;

/**
 * By SMS where there is a gateway, but never for what the instance does by itself: the operator at
 * the console must come in also where the gateway does not answer.
 */
export function deliveryOf(actor: Actor, hasGateway: boolean): Activation['delivery'] {
  return hasGateway && actor.userId !== null ? 'sms' : 'shown';
}

/** A new activation code and the form that is stored. */
export function makeActivationCode(): { code: string; codeHash: Buffer } {
  const code = readableCode(codeLength);
  return { code, codeHash: sha256(normaliseCode(code)) };
}

/** Whether what was typed is the code, and in time. */
export function isActivationGood(
  stored: { codeHash: Buffer; expiresAt: Date },
  typed: string,
  now: Date,
): boolean {
  const matches = sameBytes(sha256(normaliseCode(typed)), stored.codeHash);
  return matches && now < stored.expiresAt;
}
