import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { hmacSha256 } from '../../platform/crypto/codes.ts';
import type { Pool } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { networkOf } from './sign-in-limits.rules.ts';

interface Allowance {
  readonly points: number;
  /** In seconds. */
  readonly duration: number;
}

/** An account is one person's. */
const perAccount: Allowance = { points: 10, duration: 300 };
/** A machine in a centre serves several learners; hardly so many new ones in five minutes. */
const perDevice: Allowance = { points: 30, duration: 300 };

/**
 * Six digits are few: so many wrong codes a day keep the chance of a guess, by somebody who has the
 * password, below one in ten thousand a day (three codes are good at a time).
 */
const codesPerAccount: Allowance = { points: 20, duration: 86_400 };

export interface SignInAttempt {
  readonly address: string;
  /** The number that was typed, in E.164 where it is one. */
  readonly account: string;
  readonly deviceId: string;
  /** A device that signed in to this account before has a count of its own. */
  readonly isKnownDevice: boolean;
}

/**
 * Slows guessing down, in all processes together, without letting strangers lock out the device
 * that a learner uses. While the database fails, each process counts for itself.
 * @param key of the HMAC under which phone numbers and addresses are kept
 */
export function createSignInLimits(deps: { pool: Pool; key: Uint8Array; perAddress: number }) {
  const limiter = (keyPrefix: string, allowance: Allowance) =>
    new RateLimiterPostgres({
      ...{ keyPrefix, ...allowance, storeClient: deps.pool, storeType: 'pool' },
      ...{ tableName: 'sign_in_limits', tableCreated: true },
      // Who goes on after a refusal is refused without asking the database.
      inMemoryBlockOnConsumed: allowance.points + 1,
      insuranceLimiter: new RateLimiterMemory({ keyPrefix, ...allowance }),
    });
  const accounts = limiter('account', perAccount);
  const ownDevices = limiter('own-device', perAccount);
  const codes = limiter('code', codesPerAccount);
  const ownDeviceCodes = limiter('own-device-code', codesPerAccount);
  const devices = limiter('device', perDevice);
  const addresses = limiter('address', { points: deps.perAddress, duration: 60 });

  const hidden = (text: string) =>
    hmacSha256(deps.key, `sign-in-limit:${text}`).toString('base64url');
  const countOf =
    (everybody: RateLimiterPostgres, own: RateLimiterPostgres) =>
    ({ account, deviceId, isKnownDevice }: SignInAttempt) =>
      isKnownDevice
        ? ({ limiter: own, key: hidden(`${account}|${deviceId}`) } as const)
        : ({ limiter: everybody, key: hidden(account) } as const);
  const accountCount = countOf(accounts, ownDevices);
  const codeCount = countOf(codes, ownDeviceCodes);

  /** @throws AppError 429 with Retry-After */
  async function consume(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new AppError(
        'RATE_LIMIT_EXCEEDED',
        'Too many login attempts. Please wait a moment and try again.',
        { retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) },
      );
    }
  }

  return {
    /** Counts the attempt before it is judged. @throws AppError 429 with Retry-After */
    async count(attempt: SignInAttempt): Promise<void> {
      const account = accountCount(attempt);
      await consume(async () => {
        if (!attempt.isKnownDevice) {
          // These first: once they are used up, they can't fill the counters of others' accounts.
          await addresses.consume(hidden(networkOf(attempt.address)));
          await devices.consume(hidden(attempt.deviceId));
        }
        await account.limiter.consume(account.key);
      });
    },
    /** The same for codes of a second factor, which only those meet who know the password. */
    async countCode(attempt: SignInAttempt): Promise<void> {
      const { limiter: codeLimiter, key } = codeCount(attempt);
      await consume(() => codeLimiter.consume(key));
    },
    async forgetCode(attempt: SignInAttempt): Promise<void> {
      const { limiter: codeLimiter, key } = codeCount(attempt);
      await codeLimiter.delete(key);
    },
    async forget(attempt: SignInAttempt): Promise<void> {
      const account = accountCount(attempt);
      await account.limiter.delete(account.key);
    },
  };
}

export type SignInLimits = ReturnType<typeof createSignInLimits>;
