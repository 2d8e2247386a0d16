import { openAbsentDatabase } from '../../../platform/db/absent-database.ts';
import { createSignInRateLimit } from '../sign-in/sign-in-rate-limit.adapter.ts';
import { type AuthenticatorDeps, createAuthenticator } from './authenticator.usecases.ts';

/** What was decided, and how. */
export interface Decision {
  readonly what: string;
  readonly outcome: 'refused' | 'allowed';
}

/** More than any limit of sign-ins lets pass at once. */
const mostAttempts = 100;

/**
 * Asks the functions that decide about sessions and sign-ins what they say while the database is
 * away: new ones, without anything in memory, so that no session or count of attempts is touched.
 * @param credentials genuine, of an account of the platform's own
 */
export async function decideWithoutDatabase(
  deps: Omit<AuthenticatorDeps, 'db'> & { readonly refreshKey: Uint8Array },
  credentials: { readonly accessToken: string; readonly deviceId: string },
): Promise<readonly Decision[]> {
  const { db, pool } = openAbsentDatabase();
  const authenticator = createAuthenticator({
    ...deps,
    db,
    // It is used once: it must not stay among the listeners.
    revocations: { ...deps.revocations, onRevoked: () => undefined },
    rightsChanges: { ...deps.rightsChanges, onChanged: () => undefined },
    notifications: { ...deps.notifications, onConnect: () => undefined },
  });
  const rateLimit = createSignInRateLimit({
    pool,
    clock: deps.clock,
    key: deps.refreshKey,
    perAddress: mostAttempts,
  });
  const { accessToken, deviceId } = credentials;
  const attempt = { address: '127.77.0.1', account: '', deviceId, isKnownDevice: true };
  async function guess(): Promise<void> {
    for (let tries = 0; tries <= mostAttempts; tries += 1) await rateLimit.countPassword(attempt);
  }
  return [
    await decide('the session of a caller', () => authenticator.identify(accessToken, deviceId)),
    await decide(`${mostAttempts} wrong passwords of one device`, guess),
  ];
}

async function decide(what: string, ask: () => Promise<unknown>): Promise<Decision> {
  try {
    await ask();
    return { what, outcome: 'allowed' };
  } catch {
    return { what, outcome: 'refused' };
  }
}
