import { limits } from '@prahari/contract';
import type { PhoneNumber } from '../../shared/phone/phone-number.ts';

/** The data that a learner needs to choose a first password. */
export interface HandedOver {
  /** E.164 */
  readonly contactNumber: string;
  readonly code: string;
}

export function activationAddress(origin: string): string {
  return `${origin}/activate`;
}

/**
 * Makes the link of a QR code: the address with number and code behind a `#`, which browsers send to
 * no server and name in no `Referer`.
 */
export function formatActivationLink(origin: string, { contactNumber, code }: HandedOver): string {
  const filled = new URLSearchParams({ number: contactNumber, code });
  return `${activationAddress(origin)}#${filled}`;
}

/** Reads the values of such a link; empty if the address has none. */
export function readActivationLink(hash: string): { phone: PhoneNumber; code: string } {
  const filled = new URLSearchParams(hash.replace(/^#/, ''));
  const number = (filled.get('number') ?? '').slice(0, 32);
  const { defaultCountryCode: countryCode } = limits;
  const isUsual = number.startsWith(countryCode);
  const contactNumber = isUsual ? number.slice(countryCode.length) : number;
  return { phone: { countryCode, contactNumber }, code: (filled.get('code') ?? '').slice(0, 64) };
}
