import { runnerSecretPrefix, runnerTokenPrefix } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import { sha256 } from '../../../platform/crypto/codes.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { RunnerCaller, RunnerGuard } from '../../../platform/http/caller.ts';
import { createRateLimit } from '../../../platform/http/rate-limit.ts';
import { readBearerToken } from '../../../platform/http/request-facts.ts';
import type { SharedCounts } from '../../../platform/http/shared-counts.ts';
import { nameNetwork } from '../../../platform/network/name-network.ts';
import type { RunnerDeps } from './runners.deps.ts';
import { invitationInvalid, runnerSuspended, runnerUnknown } from './runners.errors.ts';
import { findInvited, findRunnerBySecret } from './runners.repository.ts';

/** Limit of well-formed but wrong tokens and secrets per network, for all processes together. */
const guessesPerMinute = 30;
/** A guess gets no rate-limit headers. */
const noHeaders = { headers: () => undefined };

/**
 * Creates the guard of runners. It reads the database for each call, so a revocation counts at
 * once.
 */
export function createRunnerGuard({
  db,
  clock,
  sharedCounts,
}: Pick<RunnerDeps, 'db' | 'clock'> & { readonly sharedCounts: SharedCounts }): RunnerGuard {
  const countGuess = createRateLimit('runner-guesses', guessesPerMinute, sharedCounts);

  async function admitInvited(token: string, network: string): Promise<RunnerCaller> {
    if (!token.startsWith(runnerTokenPrefix)) throw invitationInvalid();
    const runnerId = await findInvited(db, sha256(token), clock.now());
    if (runnerId === undefined) {
      await countGuess(network, noHeaders);
      throw invitationInvalid();
    }
    return { runnerId };
  }

  async function admitRegistered(secret: string, network: string): Promise<RunnerCaller> {
    if (!secret.startsWith(runnerSecretPrefix)) throw runnerUnknown();
    const row = await findRunnerBySecret(db, sha256(secret));
    if (!row) {
      await countGuess(network, noHeaders);
      throw runnerUnknown();
    }
    if (row.revoked_at !== null) throw runnerUnknown();
    if (row.suspended_at !== null) throw runnerSuspended();
    return { runnerId: row.id };
  }

  return {
    async admit(by: 'secret' | 'token', request: FastifyRequest): Promise<RunnerCaller> {
      const given = readBearerToken(request);
      if (given === undefined) {
        throw new AppError('TOKEN_MISSING', 'The secret of a runner is needed.');
      }
      const network = nameNetwork(request.ip);
      return by === 'token' ? admitInvited(given, network) : admitRegistered(given, network);
    },
  };
}
