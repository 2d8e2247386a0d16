import type { ProofOfWork } from '@prahari/contract';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { GuardedPool } from '../../../platform/db/guarded-pool.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { proofOfWorkRequired } from '../auth.errors.ts';
import { decideBits, decideLeastBits, orderWork, verifyWork } from './proof-of-work.rules.ts';
import {
  type Allowance,
  type CountKind,
  hashCountKey,
  hashForCounts,
  type SignInAttempt,
  signInAllowances,
} from './sign-in-rate-limit.rules.ts';

interface SignInRateLimitDeps {
  readonly pool: GuardedPool;
  readonly clock: Clock;
  /** The key of the HMAC under which phone numbers and addresses are kept, and work is ordered. */
  readonly key: Uint8Array;
  readonly perAddress: number;
  /** Whether an alert tightened the limits of that address for a time. */
  readonly isTightened?: (address: string) => boolean;
  /** Called once when new devices used up the free attempts of an account. */
  readonly onUsedUp?: (account: string) => Promise<void>;
}

type Counting = SignInRateLimitDeps & { readonly limiters: ReturnType<typeof openLimiters> };

/**
 * Slows guessing down, across all processes. Knowing a phone number is not enough to lock its owner
 * out of the device in use, other networks, an activation or a recovery code; where many networks
 * used up the attempts at an account, a new device must do work for its try. While the database
 * fails, each process counts for itself.
 */
export function createSignInRateLimit(deps: SignInRateLimitDeps) {
  const limiters = openLimiters(deps.pool, deps.perAddress);
  const counting: Counting = { ...deps, limiters };
  return {
    /**
     * Counts an attempt with a password before it is judged. For new devices the narrow counts come
     * first: once they are used up, the shared ones are not filled.
     * @param proof of work that an earlier refusal ordered; a wrong one is answered with a new
     * order
     * @throws AppError 429 with Retry-After; proof_of_work_required with an order
     */
    async countPassword(attempt: SignInAttempt, proof?: ProofOfWork): Promise<void> {
      const keyOf = (kind: CountKind) => hashCountKey(deps.key, kind, attempt);
      await refuseWhenUsedUp(async () => {
        if (attempt.isKnownDevice) return limiters.ownDevices.consume(keyOf('accountDevice'));
        await consumeOrigin(counting, attempt);
        await limiters.newDevices.consume(keyOf('accountDevice'));
        await limiters.networks.consume(keyOf('accountNetwork'));
        return consumeShared(counting, attempt, proof);
      });
    },

    /**
     * Counts an attempt with a secret that is too long to guess (an activation code, a recovery
     * code): by device and address alone, so that others can't use up its owner's attempts.
     * @throws AppError 429 with Retry-After
     */
    async countLongSecret(attempt: SignInAttempt): Promise<void> {
      const ownDevice = hashCountKey(deps.key, 'accountDevice', attempt);
      await refuseWhenUsedUp(() =>
        attempt.isKnownDevice
          ? limiters.ownDevices.consume(ownDevice)
          : consumeOrigin(counting, attempt),
      );
    },

    /**
     * Counts codes of a second factor in the same way; only clients that know the password get that
     * far.
     */
    async countCode(attempt: SignInAttempt): Promise<void> {
      const { limiter, key } = findCodeCount(counting, attempt);
      await refuseWhenUsedUp(() => limiter.consume(key));
    },
    async forgetCodes(attempt: SignInAttempt): Promise<void> {
      const { limiter, key } = findCodeCount(counting, attempt);
      await limiter.delete(key);
    },
    /**
     * Forgets attempts with a password, of a device and network that finally gave the right one.
     */
    async forgetPasswords(attempt: SignInAttempt): Promise<void> {
      const keyOf = (kind: CountKind) => hashCountKey(deps.key, kind, attempt);
      if (attempt.isKnownDevice) {
        await limiters.ownDevices.delete(keyOf('accountDevice'));
        return;
      }
      await limiters.newDevices.delete(keyOf('accountDevice'));
      await limiters.networks.delete(keyOf('accountNetwork'));
      await limiters.workedSites.delete(keyOf('accountSite'));
      await limiters.accounts.delete(keyOf('account'));
    },
  };
}

function openLimiters(pool: GuardedPool, perAddress: number) {
  const limiter = (keyPrefix: string, allowance: Allowance) =>
    new RateLimiterPostgres({
      keyPrefix,
      ...allowance,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'sign_in_limits',
      tableCreated: true,
      // A client that continues after a refusal is refused without asking the database.
      inMemoryBlockOnConsumed: allowance.points + 1,
      insuranceLimiter: new RateLimiterMemory({ keyPrefix, ...allowance }),
    });
  return {
    accounts: limiter('account', signInAllowances.perAccountOfAll),
    networks: limiter('account-network', signInAllowances.perNetwork),
    workedSites: limiter('account-site-worked', signInAllowances.workedPerSite),
    workedAccounts: limiter('account-worked', signInAllowances.workedPerAccount),
    proofs: limiter('proof', signInAllowances.perProof),
    newDevices: limiter('account-device', signInAllowances.perAccount),
    ownDevices: limiter('own-device', signInAllowances.perAccount),
    codes: limiter('code', signInAllowances.codesPerAccount),
    ownDeviceCodes: limiter('own-device-code', signInAllowances.codesPerAccount),
    devices: limiter('device', signInAllowances.perDevice),
    tightened: limiter('tightened', signInAllowances.perTightenedNetwork),
    addresses: limiter('address', { points: perAddress, duration: 60 }),
  };
}

function findCodeCount({ limiters, key }: Counting, attempt: SignInAttempt) {
  return attempt.isKnownDevice
    ? { limiter: limiters.ownDeviceCodes, key: hashCountKey(key, 'accountDevice', attempt) }
    : { limiter: limiters.codes, key: hashCountKey(key, 'account', attempt) };
}

/** Counts the tries of one device and of one address, over all accounts. */
async function consumeOrigin(
  { limiters, key, isTightened }: Counting,
  attempt: SignInAttempt,
): Promise<void> {
  const network = hashCountKey(key, 'network', attempt);
  await limiters.addresses.consume(network);
  if (isTightened?.(attempt.address)) await limiters.tightened.consume(network);
  await limiters.devices.consume(hashCountKey(key, 'device', attempt));
}

/** Counts the recent attempts at that account with work. */
async function countWorkedAttempts(
  { limiters, key }: Counting,
  attempt: SignInAttempt,
): Promise<number> {
  const found = await limiters.workedAccounts.get(hashCountKey(key, 'account', attempt));
  return found?.consumedPoints ?? 0;
}

/**
 * Counts an attempt with work, and tells whether the work is accepted: not if it was used before, in
 * any process, or is now too cheap.
 */
async function consumeWorked(
  counting: Counting,
  proof: ProofOfWork,
  attempt: SignInAttempt,
): Promise<boolean> {
  const { limiters, key, clock } = counting;
  const bits = verifyWork(key, proof, attempt, clock.now());
  if (bits === null) return false;
  if (bits < decideLeastBits(await countWorkedAttempts(counting, attempt))) return false;
  try {
    await limiters.proofs.consume(hashForCounts(key, proof.challenge));
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
  await limiters.workedSites.consume(hashCountKey(key, 'accountSite', attempt));
  const account = hashCountKey(key, 'account', attempt);
  const { consumedPoints } = await limiters.workedAccounts.consume(account);
  // If a stock of work is used all at once, its later parts are already too cheap.
  return bits >= decideLeastBits(consumedPoints - 1);
}

/**
 * Counts the shared attempts of all new devices at one account: first the free ones, then those
 * with work.
 */
async function consumeShared(
  counting: Counting,
  attempt: SignInAttempt,
  proof?: ProofOfWork,
): Promise<void> {
  const { limiters, key, clock, onUsedUp } = counting;
  if (proof && (await consumeWorked(counting, proof, attempt))) return;
  try {
    await limiters.accounts.consume(hashCountKey(key, 'account', attempt));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const isFirstRefusal = refusal.consumedPoints === signInAllowances.perAccountOfAll.points + 1;
    if (isFirstRefusal) await onUsedUp?.(attempt.account);
    const bits = decideBits(await countWorkedAttempts(counting, attempt));
    const work = orderWork(key, attempt, bits, clock.now());
    throw proofOfWorkRequired(work, secondsUntil(refusal));
  }
}

/** @throws AppError 429 with Retry-After where a count is used up */
async function refuseWhenUsedUp(count: () => Promise<unknown>): Promise<void> {
  try {
    await count();
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new AppError(
      'RATE_LIMIT_EXCEEDED',
      'Too many login attempts. Please wait a moment and try again.',
      { retryAfterSeconds: secondsUntil(refusal) },
    );
  }
}

function secondsUntil({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}

export type SignInRateLimit = ReturnType<typeof createSignInRateLimit>;
