import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type HashParameters, needsRehash } from './password-hash.rules.ts';
import { normalisePassword } from './passwords.rules.ts';

/** Hashing is slow on purpose: a longer queue, of either kind, is an attack or an overload. */
const maxWaiting = 200;

/** Threads of libuv unless UV_THREADPOOL_SIZE says otherwise; files are read on them too. */
const poolThreads = 4;

/**
 * Hashes and checks passwords off the event loop, on as many cores as there are, but never on all
 * threads: reading a file or a host name must not wait behind passwords.
 */
export function createPasswordHasher(
  parameters: HashParameters,
  maxParallel = Math.min(availableParallelism(), poolThreads - 1),
) {
  let running = 0;
  const knownDevicesWaiting: (() => void)[] = [];
  const newDevicesWaiting: (() => void)[] = [];

  async function inTurn<T>(work: () => Promise<T>, isKnownDevice: boolean): Promise<T> {
    if (running >= maxParallel) {
      const waiting = isKnownDevice ? knownDevicesWaiting : newDevicesWaiting;
      if (waiting.length >= maxWaiting) {
        throw new AppError(
          'INTERNAL_SERVER_ERROR',
          'The server is very busy. Please try again shortly.',
          {
            status: 503,
            reason: 'overloaded',
            retryAfterSeconds: 5,
          },
        );
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = knownDevicesWaiting.shift() ?? newDevicesWaiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  /** The hash that passwords of unknown users are compared with. */
  const decoy = inTurn(() => hash('the password of no account', parameters), true);

  return {
    /** Hashes a password for a signed-in user, ahead of new devices. @returns a PHC string */
    hashPassword: (password: string) =>
      inTurn(() => hash(normalisePassword(password), parameters), true),

    /** Tells whether a stored hash was made with other parameters than hashes are now. */
    isHashOutdated: (stored: string) => needsRehash(stored, parameters),

    /**
     * Checks a password, in the same time whether there is a hash or not, so that the time does not
     * tell which accounts exist. Devices that signed in to the account before come first: an honest
     * learner waits only for passwords that are being hashed, not for new devices in the queue.
     * @param stored null for unknown users, for whom the answer is always false
     */
    async verifyPassword(
      stored: string | null,
      password: string,
      isKnownDevice: boolean,
    ): Promise<boolean> {
      const against = stored ?? (await decoy);
      const matches = await inTurn(
        () => verify(against, normalisePassword(password)),
        isKnownDevice,
      );
      return matches && stored !== null;
    },
  };
}

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;
