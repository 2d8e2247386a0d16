import { hmacSha256 } from '../../../platform/crypto/codes.ts';
import { findClientNetwork, findSite } from './client-network.rules.ts';
import { workSeconds } from './proof-of-work.rules.ts';

export interface SignInAttempt {
  readonly address: string;
  /** The number that was typed, in E.164 where it is one. */
  readonly account: string;
  readonly deviceId: string;
  /** A device that signed in to this account before has its own count. */
  readonly isKnownDevice: boolean;
}

/** How many attempts are allowed within which time. */
export interface Allowance {
  readonly points: number;
  /** In seconds. */
  readonly duration: number;
}

/** How often a password or a code may be tried, for each kind of count; the adapter refuses. */
export const signInAllowances = {
  /** An account is one person's: of passwords, by one device that is new to it or by the one in use. */
  perAccount: { points: 10, duration: 300 },
  /** Of one account, by all new devices of one network together. */
  perNetwork: { points: 20, duration: 300 },
  /**
   * Of one account, by all new devices of all networks. It takes more than two networks to use it
   * up; 50 in five minutes are 14,400 a day, and a password withstands more than a million
   * (passwords.rules.ts).
   */
  perAccountOfAll: { points: 50, duration: 300 },
  /** Of one account beyond that, each for work done: by one site, and by all of them (decision 0042). */
  workedPerSite: { points: 3, duration: 900 },
  workedPerAccount: { points: 300, duration: 900 },
  /** Work can be used once; longer than it is valid. */
  perProof: { points: 1, duration: workSeconds + 60 },
  /**
   * A machine in a centre serves several learners, but hardly this many new ones in five minutes.
   */
  perDevice: { points: 30, duration: 300 },
  /**
   * Of all new devices of one client's network, where an alert tightened the limits: enough for a
   * person who mistypes, and known devices are not counted here.
   */
  perTightenedNetwork: { points: 5, duration: 300 },
  /**
   * Six digits are few: this many wrong codes a day keep the chance of a guess, by an attacker with
   * the password, below one in ten thousand a day (three codes are valid at a time).
   */
  codesPerAccount: { points: 20, duration: 86_400 },
} as const satisfies Readonly<Record<string, Allowance>>;

/** What each kind of count is kept by. */
const countedBy = {
  account: ({ account }: SignInAttempt) => account,
  accountDevice: ({ account, deviceId }: SignInAttempt) => `${account}|${deviceId}`,
  accountNetwork: ({ account, address }: SignInAttempt) =>
    `${account}@${findClientNetwork(address)}`,
  accountSite: ({ account, address }: SignInAttempt) => `${account}@${findSite(address)}`,
  network: ({ address }: SignInAttempt) => findClientNetwork(address),
  device: ({ deviceId }: SignInAttempt) => deviceId,
};
export type CountKind = keyof typeof countedBy;

/** Hashes the key of one count: the table of counts holds no phone numbers and no addresses. */
export function hashCountKey(key: Uint8Array, kind: CountKind, attempt: SignInAttempt): string {
  return hashForCounts(key, countedBy[kind](attempt));
}

export function hashForCounts(key: Uint8Array, text: string): string {
  return hmacSha256(key, `sign-in-limit:${text}`).toString('base64url');
}
