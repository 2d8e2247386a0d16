import { randomBytes } from 'node:crypto';
import {
  isAdministrator,
  type SecondStepWay,
  secondStepWays,
  type UserType,
} from '@prahari/contract';
import { Secret, TOTP } from 'otpauth';

/**
 * RFC 6238, sections 4 and 5.2: values that every authenticator app supports; one step of drift
 * each way.
 */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const window = 1;
/** RFC 4226, section 4, R6: 160 bits. */
const secretBytes = 20;
const issuer = 'Prahari';

/** Creates a secret for an authenticator app, as long as RFC 4226 recommends. */
export function createTotpSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** Parses six digits, which people also type with a space in the middle; null for anything else. */
export function parseTotpCode(typed: string): string | null {
  const plain = typed.replace(/\s/g, '');
  return /^\d{6}$/.test(plain) ? plain : null;
}

/**
 * Returns the time step whose code this is; null when it is not now ± one step, or not later than
 * the latest accepted one, so that an observed code can't be used (RFC 6238, section 5.2).
 */
export function findAcceptedStep(
  secret: Uint8Array,
  code: string,
  now: Date,
  lastStep: number,
): number | null {
  const timestamp = now.getTime();
  const of = { ...parameters, secret: createSecret(secret), timestamp };
  const delta = TOTP.validate({ ...of, token: code, window });
  if (delta === null) return null;
  const step = TOTP.counter(of) + delta;
  return step > lastStep ? step : null;
}

/**
 * Describes what an authenticator app needs: the secret in Base32, and an address for a QR code.
 */
export function describeTotp(
  secret: Uint8Array,
  label: string,
): { secret: string; otpauthUri: string } {
  const totp = new TOTP({ ...parameters, issuer, label, secret: createSecret(secret) });
  return { secret: totp.secret.base32, otpauthUri: totp.toString() };
}

/** Tells whether a password alone does not sign in. */
export function hasSecondFactor(standing: { hasApp: boolean; passkeys: number }): boolean {
  return standing.hasApp || standing.passkeys > 0;
}

/** Lists the ways to take the second step, the best first. */
export function listSecondStepWays(standing: {
  hasApp: boolean;
  passkeys: number;
  recoveryCodes: number;
}): SecondStepWay[] {
  const has = {
    passkey: standing.passkeys > 0,
    app: standing.hasApp,
    recovery: standing.recoveryCodes > 0,
  };
  return secondStepWays.filter((way) => has[way]);
}

/** Tells whether this administrator must set up a second factor before anything else. */
export function isEnrolmentDue(
  user: { readonly userType: UserType; readonly hasSecondFactor: boolean },
  isRequired: boolean,
): boolean {
  return isRequired && isAdministrator(user.userType) && !user.hasSecondFactor;
}

/** Copies the bytes: small buffers share their memory with others. */
function createSecret(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}
