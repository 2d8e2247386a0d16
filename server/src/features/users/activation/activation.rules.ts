import { type Activation, activationCode } from '@prahari/contract';
import {
  generateReadableCode,
  hasSameBytes,
  normaliseCode,
  sha256,
} from '../../../platform/crypto/codes.ts';
import type { Actor } from '../users.policy.ts';

/** The ways in which this instance can send codes. */
export interface DeliveryWays {
  readonly sms: boolean;
  readonly email: boolean;
}

/** Returns the ways for which there are settings. */
export function findDeliveryWays(of: {
  readonly smsGateway: object | undefined;
  readonly mailServer: object | undefined;
}): DeliveryWays {
  return { sms: of.smsGateway !== undefined, email: of.mailServer !== undefined };
}

/**
 * Decides how a code is sent: by SMS where there is a gateway, else by e-mail to users who have an
 * address. Codes of the instance itself are always shown: the operator at the console must be able
 * to sign in even if neither works.
 */
export function chooseDelivery(
  actor: Actor,
  ways: DeliveryWays,
  email: string | null,
): Activation['delivery'] {
  if (actor.userId === null) return 'shown';
  if (ways.sms) return 'sms';
  return ways.email && email !== null ? 'email' : 'shown';
}

/**
 * Makes a new activation code and the form that is stored. A limit of attempts for each code would
 * only let others use it up.
 */
export function makeActivationCode(): { code: string; codeHash: Buffer } {
  const code = generateReadableCode(activationCode.length, activationCode.groupLength);
  return { code, codeHash: sha256(normaliseCode(code)) };
}

/** Tells whether what was typed is the code, and in time. */
export function isActivationGood(
  stored: { codeHash: Buffer; expiresAt: Date },
  typed: string,
  now: Date,
): boolean {
  const matches = hasSameBytes(sha256(normaliseCode(typed)), stored.codeHash);
  return matches && now < stored.expiresAt;
}
