import type { ProofOfWork } from '@prahari/contract';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '../../../platform/clock/clock.ts';
import { hmacSha256 } from '../../../platform/crypto/codes.ts';
import type { GuardedPool } from '../../../platform/db/guarded-pool.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { proofOfWorkRequired } from '../auth.errors.ts';
import { findClientNetwork, findSite } from './client-network.rules.ts';
import { decideBits, decideLeastBits, orderWork, verifyWork } from './proof-of-work.rules.ts';
import { type Allowance, signInAllowances } from './sign-in-rate-limit.rules.ts';

export interface SignInAttempt {
  readonly address: string;
  /** The number that was typed, in E.164 where it is one. */
  readonly account: string;
  readonly deviceId: string;
  /** A device that signed in to this account before has its own count. */
  readonly isKnownDevice: boolean;
}

/**
 * Slows guessing down, across all processes. Knowing a phone number is not enough to lock its owner
 * out of the device in use, other networks, an activation or a recovery code; where many networks
 * used up the attempts at an account, a new device must do work for its try. While the database
 * fails, each process counts for itself.
 * @param key of the HMAC under which phone numbers and addresses are kept, and work is ordered
 */
export function createSignInRateLimit(deps: {
  pool: GuardedPool;
  clock: Clock;
  key: Uint8Array;
  perAddress: number;
  /** Whether an alert tightened the limits of that address for a time. */
  isTightened?: (address: string) => boolean;
  /** Called once when new devices used up the free attempts of an account. */
  onUsedUp?: (account: string) => Promise<void>;
}) {
  const limiter = (keyPrefix: string, allowance: Allowance) =>
    new RateLimiterPostgres({
      keyPrefix,
      ...allowance,
      storeClient: deps.pool,
      storeType: 'pool',
      tableName: 'sign_in_limits',
      tableCreated: true,
      // A client that continues after a refusal is refused without asking the database.
      inMemoryBlockOnConsumed: allowance.points + 1,
      insuranceLimiter: new RateLimiterMemory({ keyPrefix, ...allowance }),
    });
  const accounts = limiter('account', signInAllowances.perAccountOfAll);
  const networks = limiter('account-network', signInAllowances.perNetwork);
  const workedSites = limiter('account-site-worked', signInAllowances.workedPerSite);
  const workedAccounts = limiter('account-worked', signInAllowances.workedPerAccount);
  const proofs = limiter('proof', signInAllowances.perProof);
  const newDevices = limiter('account-device', signInAllowances.perAccount);
  const ownDevices = limiter('own-device', signInAllowances.perAccount);
  const codes = limiter('code', signInAllowances.codesPerAccount);
  const ownDeviceCodes = limiter('own-device-code', signInAllowances.codesPerAccount);
  const devices = limiter('device', signInAllowances.perDevice);
  const tightened = limiter('tightened', signInAllowances.perTightenedNetwork);
  const addresses = limiter('address', { points: deps.perAddress, duration: 60 });

  const hashKey = (text: string) =>
    hmacSha256(deps.key, `sign-in-limit:${text}`).toString('base64url');
  const keyOf = ({ account, deviceId }: SignInAttempt) => hashKey(`${account}|${deviceId}`);
  const codeCount = (attempt: SignInAttempt) =>
    attempt.isKnownDevice
      ? ({ limiter: ownDeviceCodes, key: keyOf(attempt) } as const)
      : ({ limiter: codes, key: hashKey(attempt.account) } as const);

  /** Counts the tries of one device and of one address, over all accounts. */
  async function consumeOrigin({ address, deviceId }: SignInAttempt): Promise<void> {
    const network = hashKey(findClientNetwork(address));
    await addresses.consume(network);
    if (deps.isTightened?.(address)) await tightened.consume(network);
    await devices.consume(hashKey(deviceId));
  }

  /** Counts the recent attempts at that account with work. */
  async function countWorkedAttempts({ account }: SignInAttempt): Promise<number> {
    return (await workedAccounts.get(hashKey(account)))?.consumedPoints ?? 0;
  }

  /**
   * Tells whether work is accepted: not if it was used before, in any process, or is now too cheap.
   */
  async function isAcceptedForWork(proof: ProofOfWork, attempt: SignInAttempt): Promise<boolean> {
    const { account, address } = attempt;
    const bits = verifyWork(deps.key, proof, attempt, deps.clock.now());
    if (bits === null || bits < decideLeastBits(await countWorkedAttempts(attempt))) return false;
    try {
      await proofs.consume(hashKey(proof.challenge));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return false;
      throw refusal;
    }
    await workedSites.consume(hashKey(`${account}@${findSite(address)}`));
    const { consumedPoints } = await workedAccounts.consume(hashKey(account));
    // If a stock of work is used all at once, its later parts are already too cheap.
    return bits >= decideLeastBits(consumedPoints - 1);
  }

  /**
   * Counts the shared attempts of all new devices at one account: first the free ones, then those
   * with work.
   */
  async function consumeShared(attempt: SignInAttempt, proof?: ProofOfWork): Promise<void> {
    const { account } = attempt;
    if (proof && (await isAcceptedForWork(proof, attempt))) return;
    try {
      await accounts.consume(hashKey(account));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      if (refusal.consumedPoints === signInAllowances.perAccountOfAll.points + 1)
        await deps.onUsedUp?.(account);
      const bits = decideBits(await countWorkedAttempts(attempt));
      throw proofOfWorkRequired(
        orderWork(deps.key, attempt, bits, deps.clock.now()),
        secondsUntil(refusal),
      );
    }
  }

  /** @throws AppError 429 with Retry-After */
  async function consume(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new AppError(
        'RATE_LIMIT_EXCEEDED',
        'Too many login attempts. Please wait a moment and try again.',
        { retryAfterSeconds: secondsUntil(refusal) },
      );
    }
  }

  return {
    /**
     * Counts an attempt with a password before it is judged. For new devices the narrow counts come
     * first: once they are used up, the shared ones are not filled.
     * @param proof of work that an earlier refusal ordered; a wrong one is answered with a new
     * order
     * @throws AppError 429 with Retry-After; proof_of_work_required with an order
     */
    async countPassword(attempt: SignInAttempt, proof?: ProofOfWork): Promise<void> {
      await consume(async () => {
        const key = keyOf(attempt);
        if (attempt.isKnownDevice) return ownDevices.consume(key);
        await consumeOrigin(attempt);
        await newDevices.consume(key);
        await networks.consume(hashKey(`${attempt.account}@${findClientNetwork(attempt.address)}`));
        return consumeShared(attempt, proof);
      });
    },

    /**
     * Counts an attempt with a secret that is too long to guess (an activation code, a recovery
     * code): by device and address alone, so that others can't use up its owner's attempts.
     * @throws AppError 429 with Retry-After
     */
    async countLongSecret(attempt: SignInAttempt): Promise<void> {
      await consume(() =>
        attempt.isKnownDevice ? ownDevices.consume(keyOf(attempt)) : consumeOrigin(attempt),
      );
    },

    /**
     * Counts codes of a second factor in the same way; only clients that know the password get that
     * far.
     */
    async countCode(attempt: SignInAttempt): Promise<void> {
      const { limiter: codeLimiter, key } = codeCount(attempt);
      await consume(() => codeLimiter.consume(key));
    },
    async forgetCodes(attempt: SignInAttempt): Promise<void> {
      const { limiter: codeLimiter, key } = codeCount(attempt);
      await codeLimiter.delete(key);
    },
    /**
     * Forgets attempts with a password, of a device and network that finally gave the right one.
     */
    async forgetPasswords(attempt: SignInAttempt): Promise<void> {
      const { account, address, isKnownDevice } = attempt;
      if (isKnownDevice) return void (await ownDevices.delete(keyOf(attempt)));
      await newDevices.delete(keyOf(attempt));
      await networks.delete(hashKey(`${account}@${findClientNetwork(address)}`));
      await workedSites.delete(hashKey(`${account}@${findSite(address)}`));
      await accounts.delete(hashKey(account));
    },
  };
}

const secondsUntil = ({ msBeforeNext }: RateLimiterRes) =>
  Math.max(1, Math.ceil(msBeforeNext / 1000));

export type SignInRateLimit = ReturnType<typeof createSignInRateLimit>;
