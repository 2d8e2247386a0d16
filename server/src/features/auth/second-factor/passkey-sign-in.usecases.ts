import type { Assertion, PasskeyRequest } from '@prahari/contract';
import { addSeconds } from '../../../platform/clock/clock.ts';
import { generateToken } from '../../../platform/crypto/codes.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { UserRow } from '../../users/index.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { passkeyRefused, passkeysUnavailable, secondFactorNotEnrolled } from '../auth.errors.ts';
import type { PasskeyRow } from '../auth.tables.ts';
import type { ClientInfo } from '../client-info.adapter.ts';
import { addLoginEvent } from '../history/login-history.repository.ts';
import {
  type OpenedSession,
  type OpenSessionDeps,
  openSession,
} from '../sessions/open-session.usecases.ts';
import { hasUsedDevice } from '../sessions/sessions.repository.ts';
import { describeCredential } from './passkeys.presenter.ts';
import {
  consumePasskeyChallenge,
  findPasskey,
  findPasskeys,
  markPasskeySuspected,
  markPasskeyUsed,
  savePasskeyChallenge,
} from './passkeys.repository.ts';
import { findRelyingParty, isCopyShown, type RelyingParty } from './passkeys.rules.ts';
import { type PendingSignInDeps, readPendingSignIn } from './second-factor-sign-in.usecases.ts';
import { verifyAssertion } from './webauthn.adapter.ts';

/** Time to take out a key, or a phone. */
export const ceremonySeconds = 180;

type ChallengeDeps = PendingSignInDeps &
  Pick<AuthDeps, 'db' | 'clock' | 'signInRateLimit' | 'origins'>;

/**
 * Creates the challenge that a passkey of this account signs for the second step of a sign-in;
 * replaces an earlier one.
 * @throws AppError as `readPendingSignIn`, RATE_LIMIT_EXCEEDED, second_factor_not_enrolled,
 * passkeys_unavailable
 */
export async function createPasskeyChallenge(
  deps: ChallengeDeps,
  secondFactorToken: string,
  client: ClientInfo,
): Promise<PasskeyRequest> {
  const { user, wish } = await readPendingSignIn(deps, secondFactorToken, client);
  await countAttempt(deps, user, client);
  const party = requireRelyingParty(deps);
  const own = await findPasskeys(deps.db, user.id);
  if (own.length === 0) throw secondFactorNotEnrolled();
  const challenge = generateToken();
  await savePasskeyChallenge(deps.db, {
    sessionId: wish.sessionId,
    purpose: 'sign-in',
    userId: user.id,
    challenge,
    expiresAt: addSeconds(deps.clock.now(), ceremonySeconds),
  });
  return {
    challenge,
    rpId: party.id,
    timeout: ceremonySeconds * 1000,
    allowCredentials: own.map(describeCredential),
    userVerification: 'preferred',
  };
}

/**
 * Completes the second step of a sign-in by a passkey and opens its session; works once, as with
 * codes.
 * @throws AppError as `readPendingSignIn`, RATE_LIMIT_EXCEEDED, passkey_refused, device_not_bound
 */
export async function completeSignInByPasskey(
  deps: ChallengeDeps & OpenSessionDeps,
  given: { secondFactorToken: string; assertion: Assertion },
  client: ClientInfo,
): Promise<OpenedSession> {
  const { db, clock } = deps;
  const { user, wish } = await readPendingSignIn(deps, given.secondFactorToken, client);
  const { id: userId } = user;
  const counted = await countAttempt(deps, user, client);
  const party = requireRelyingParty(deps);
  const { assertion } = given;
  const of = { sessionId: wish.sessionId, purpose: 'sign-in', userId } as const;
  const taken = await consumePasskeyChallenge(db, of, clock.now());
  const credentialId = Buffer.from(assertion.id, 'base64url');
  const passkey = await findPasskey(db, userId, credentialId);
  if (!taken || !passkey) return refusePasskey(deps, userId, client);
  const expected = { challenge: taken.challenge, party };
  const signCount = await verifyAssertion(assertion, passkey.public_key, expected);
  if (signCount === null) return refusePasskey(deps, userId, client);
  if (!(await markPasskeyUsed(db, passkey.id, { signCount, now: clock.now() }))) {
    const present = await findPasskey(db, userId, credentialId);
    const askedAt = addSeconds(taken.expiresAt, -ceremonySeconds);
    const isCopied = present && isCopyShown(askedAt, present.last_used_at);
    return refusePasskey(deps, userId, client, isCopied ? present : undefined);
  }
  const opened = await openSession(deps, user, client, wish);
  await deps.signInRateLimit.forgetPasswords(counted);
  return opened;
}

/** @throws AppError passkeys_unavailable where browsers reach this server by an IP address */
export function requireRelyingParty(deps: Pick<AuthDeps, 'origins'>): RelyingParty {
  const party = findRelyingParty(deps.origins());
  if (!party) throw passkeysUnavailable();
  return party;
}

/** Counts an attempt. A signature can't be guessed: counted like secrets too long for that. */
async function countAttempt(
  deps: Pick<AuthDeps, 'db' | 'signInRateLimit'>,
  { id: userId, contact_number: account }: UserRow,
  { deviceId, address }: ClientInfo,
) {
  const isKnownDevice = await hasUsedDevice(deps.db, userId, deviceId);
  const counted = { address, account, deviceId, isKnownDevice };
  await deps.signInRateLimit.countLongSecret(counted);
  return counted;
}

async function refusePasskey(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  userId: string,
  client: ClientInfo,
  copied?: PasskeyRow,
): Promise<never> {
  const { deviceId, address } = client;
  const at = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    await recordEvent(trx, 'second-factor.refused', { userId, deviceId, address }, at);
    if (copied) {
      const facts = { userId, passkeyId: copied.id, deviceId, address };
      await markPasskeySuspected(trx, copied.id, at);
      await recordEvent(trx, 'passkey.copied', facts, at);
    }
    const kind = copied ? 'passkey-copied' : 'passkey-refused';
    await addLoginEvent(trx, { userId, kind, client, at });
  });
  throw passkeyRefused();
}
