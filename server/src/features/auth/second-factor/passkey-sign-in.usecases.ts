import type { Assertion, PasskeyRequest } from '@prahari/contract';
import { type Clock, secondsAfter } from '../../../platform/clock/clock.ts';
import { randomToken } from '../../../platform/crypto/codes.ts';
import type { Db } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { UserRow } from '../../users/index.ts';
import { passkeyRefused, passkeysUnavailable, secondFactorNotEnrolled } from '../auth.errors.ts';
import type { Visitor } from '../client-info.adapter.ts';
import type { LoginHistory } from '../history/login-history.repository.ts';
import type { OpenedSession, OpenSession } from '../sessions/open-session.usecases.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';
import type { SignInLimits } from '../sign-in/sign-in-rate-limit.adapter.ts';
import { describeCredential } from './passkey.presenter.ts';
import type { PasskeyRow, PasskeysRepository } from './passkeys.repository.ts';
import { type RelyingParty, showsCopy } from './passkeys.rules.ts';
import { type PendingSignInDeps, readPendingSignIn } from './second-factor-sign-in.usecases.ts';
import { verifyAssertion } from './webauthn.adapter.ts';

/** Time to take out a key, or a phone. */
export const ceremonySeconds = 180;

export interface PasskeySignInDeps extends PendingSignInDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly passkeys: PasskeysRepository;
  readonly sessions: Pick<SessionsRepository, 'hasUsedDevice'>;
  readonly limits: Pick<SignInLimits, 'countLong' | 'forget'>;
  readonly history: Pick<LoginHistory, 'add'>;
  readonly openSession: OpenSession;
  relyingParty(): RelyingParty | null;
}

/** Takes the second step of a sign-in by a passkey, which signs what this step alone was asked. */
export function createPasskeySignIn(deps: PasskeySignInDeps) {
  const { db, clock, passkeys } = deps;

  /** Counts a try. A signature can't be guessed: counted like secrets too long for that. */
  async function count({ id: userId, contact_number: account }: UserRow, visitor: Visitor) {
    const { deviceId, address } = visitor;
    const isKnownDevice = await deps.sessions.hasUsedDevice(db, userId, deviceId);
    const counted = { address, account, deviceId, isKnownDevice };
    await deps.limits.countLong(counted);
    return counted;
  }

  function partyNow(): RelyingParty {
    const party = deps.relyingParty();
    if (!party) throw passkeysUnavailable();
    return party;
  }

  async function refuse(userId: string, visitor: Visitor, copied?: PasskeyRow): Promise<never> {
    const { deviceId, address } = visitor;
    const at = clock.now();
    await db.transaction().execute(async (trx) => {
      await recordEvent(trx, 'second-factor.refused', { userId, deviceId, address }, at);
      if (copied) {
        const facts = { userId, passkeyId: copied.id, deviceId, address };
        await passkeys.suspect(trx, copied.id, at);
        await recordEvent(trx, 'passkey.copied', facts, at);
      }
      const kind = copied ? 'passkey-copied' : 'passkey-refused';
      await deps.history.add(trx, { userId, kind, visitor, at });
    });
    throw passkeyRefused();
  }

  return {
    /**
     * Makes what a passkey of this account has to sign; takes the place of what was asked before.
     * @throws AppError as `readPendingSignIn`, RATE_LIMIT_EXCEEDED, second_factor_not_enrolled,
     *   passkeys_unavailable
     */
    async challenge(secondFactorToken: string, visitor: Visitor): Promise<PasskeyRequest> {
      const { user, wish } = await readPendingSignIn(deps, secondFactorToken, visitor);
      await count(user, visitor);
      const party = partyNow();
      const own = await passkeys.list(db, user.id);
      if (own.length === 0) throw secondFactorNotEnrolled();
      const challenge = randomToken();
      await passkeys.keepChallenge(db, {
        sessionId: wish.sessionId,
        purpose: 'sign-in',
        userId: user.id,
        challenge,
        expiresAt: secondsAfter(clock.now(), ceremonySeconds),
      });
      return {
        challenge,
        rpId: party.id,
        timeout: ceremonySeconds * 1000,
        allowCredentials: own.map(describeCredential),
        userVerification: 'preferred',
      };
    },

    /**
     * Opens the session of this sign-in; once, as with codes.
     * @throws AppError as `readPendingSignIn`, RATE_LIMIT_EXCEEDED, passkey_refused, device_not_bound
     */
    async complete(
      given: { secondFactorToken: string; assertion: Assertion },
      visitor: Visitor,
    ): Promise<OpenedSession> {
      const { user, wish } = await readPendingSignIn(deps, given.secondFactorToken, visitor);
      const { id: userId } = user;
      const counted = await count(user, visitor);
      const party = partyNow();
      const { assertion } = given;
      const of = { sessionId: wish.sessionId, purpose: 'sign-in', userId } as const;
      const taken = await passkeys.takeChallenge(db, of, clock.now());
      const credentialId = Buffer.from(assertion.id, 'base64url');
      const passkey = await passkeys.find(db, userId, credentialId);
      if (!taken || !passkey) return refuse(userId, visitor);
      const expected = { challenge: taken.challenge, party };
      const signCount = await verifyAssertion(assertion, passkey.public_key, expected);
      if (signCount === null) return refuse(userId, visitor);
      if (!(await passkeys.markUsed(db, passkey.id, { signCount, now: clock.now() }))) {
        const present = await passkeys.find(db, userId, credentialId);
        const askedAt = secondsAfter(taken.expiresAt, -ceremonySeconds);
        const isCopied = present && showsCopy(askedAt, present.last_used_at);
        return refuse(userId, visitor, isCopied ? present : undefined);
      }
      const opened = await deps.openSession(user, visitor, wish);
      await deps.limits.forget(counted);
      return opened;
    },
  };
}

export type PasskeySignIn = ReturnType<typeof createPasskeySignIn>;
