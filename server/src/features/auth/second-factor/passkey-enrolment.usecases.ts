import {
  maxPasskeys,
  type NewCredential,
  type Passkey,
  type PasskeyCreation,
} from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { addSeconds } from '../../../platform/clock/clock.ts';
import { generateToken } from '../../../platform/crypto/codes.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { passkeyNotFound, passkeyRefused, passkeysFull, passkeyTaken } from '../auth.errors.ts';
import type { ClientInfo } from '../client-info.adapter.ts';
import { addLoginEvent } from '../history/login-history.repository.ts';
import type { ConfirmPasswordDeps } from '../password/confirm-password.usecases.ts';
import { lockPasswordHash } from '../password/credentials.repository.ts';
import { endSessions } from '../sessions/end-sessions.usecases.ts';
import { ceremonySeconds, requireRelyingParty } from './passkey-sign-in.usecases.ts';
import { describeCredential, presentPasskey } from './passkeys.presenter.ts';
import {
  consumePasskeyChallenge,
  deletePasskey,
  findPasskeys,
  insertPasskey,
  savePasskeyChallenge,
  updatePasskeyName,
} from './passkeys.repository.ts';
import {
  createMissingRecoveryCodes,
  requirePassword,
  settleFactorRemoval,
} from './second-factor-change.usecases.ts';
import { findFactorStanding } from './second-factors.repository.ts';
import { algorithms, verifyNewCredential } from './webauthn.adapter.ts';

const purpose = 'enrolment' as const;

/** @throws AppError wrong_password, RATE_LIMIT_EXCEEDED, passkeys_full, passkeys_unavailable */
export async function startPasskeyEnrolment(
  deps: ConfirmPasswordDeps & Pick<AuthDeps, 'origins'>,
  caller: SessionCaller,
  password: string,
  client: ClientInfo,
): Promise<PasskeyCreation> {
  const user = await requirePassword(deps, caller, password, client);
  const party = requireRelyingParty(deps);
  const own = await findPasskeys(deps.db, user.id);
  if (own.length >= maxPasskeys) throw passkeysFull();
  const challenge = generateToken();
  const { sessionId } = caller;
  await savePasskeyChallenge(deps.db, {
    sessionId,
    purpose,
    userId: user.id,
    challenge,
    expiresAt: addSeconds(deps.clock.now(), ceremonySeconds),
  });
  return {
    rp: { id: party.id, name: 'Prahari' },
    user: {
      id: Buffer.from(user.id).toString('base64url'),
      name: user.contact_number,
      displayName: user.name,
    },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: ceremonySeconds * 1000,
    excludeCredentials: own.map(describeCredential),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    attestation: 'none',
  };
}

/**
 * Adds the passkey that the browser made. With the first factor, a password alone no longer signs
 * in: other sessions end.
 * @throws AppError passkey_refused, also without a recent challenge; passkey_taken, passkeys_full
 */
export async function addPasskey(
  deps: Pick<AuthDeps, 'db' | 'clock' | 'refreshKey' | 'revocations' | 'origins'>,
  caller: SessionCaller,
  given: { name: string; credential: NewCredential },
  client: ClientInfo,
): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
  const { db, clock } = deps;
  const { userId, userType, sessionId } = caller;
  const party = requireRelyingParty(deps);
  const of = { sessionId, purpose, userId };
  const taken = await consumePasskeyChallenge(db, of, clock.now());
  if (!taken) throw passkeyRefused();
  const { challenge } = taken;
  const made = await verifyNewCredential(given.credential, { challenge, party });
  if (!made) throw passkeyRefused();
  const now = clock.now();
  const done = await db.transaction().execute(async (trx) => {
    await lockPasswordHash(trx, userId);
    const before = await findFactorStanding(trx, { userId, userType });
    if (before.passkeys >= maxPasskeys) throw passkeysFull();
    const passkey = await insertPasskey(trx, {
      ...made,
      id: uuidv7(),
      userId,
      name: given.name,
      transports: given.credential.transports,
      now,
    });
    if (!passkey) throw passkeyTaken();
    const recoveryCodes = await createMissingRecoveryCodes(deps, trx, userId, before);
    await recordEvent(trx, 'passkey.added', { userId, passkeyId: passkey.id }, now);
    await addLoginEvent(trx, { userId, kind: 'passkey-added', client, at: now });
    const isFirst = before.passkeys === 0 && !before.hasApp;
    const others = { userId, exceptSessionId: sessionId };
    const ended = isFirst
      ? await endSessions(deps, trx, others, 'second_factor_changed')
      : undefined;
    return { passkey, recoveryCodes, ended };
  });
  done.ended?.announce();
  return { passkey: presentPasskey(done.passkey), recoveryCodes: done.recoveryCodes };
}

/** @throws AppError 404 */
export async function renamePasskey(
  deps: Pick<AuthDeps, 'db'>,
  { userId }: SessionCaller,
  id: string,
  name: string,
): Promise<Passkey> {
  const row = await updatePasskeyName(deps.db, { userId, id }, name);
  if (!row) throw passkeyNotFound();
  return presentPasskey(row);
}

/**
 * @throws AppError wrong_password, 404; second_factor_needed for the last one where one is
 * required; password_too_short when the password is too short without a factor
 */
export async function removePasskey(
  deps: ConfirmPasswordDeps & Pick<AuthDeps, 'systemConfig'>,
  caller: SessionCaller,
  { id, password }: { readonly id: string; readonly password: string },
  client: ClientInfo,
) {
  const user = await requirePassword(deps, caller, password, client);
  const { id: userId } = user;
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    await lockPasswordHash(trx, userId);
    if (!(await deletePasskey(trx, { userId, id }))) throw passkeyNotFound();
    await settleFactorRemoval(deps, trx, caller, { user, password });
    await recordEvent(trx, 'passkey.removed', { userId, passkeyId: id }, now);
    await addLoginEvent(trx, { userId, kind: 'passkey-removed', client, at: now });
  });
  return { success: true as const };
}
