import {
  maxPasskeys,
  type NewCredential,
  type Passkey,
  type PasskeyCreation,
} from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { type Clock, secondsAfter } from '../../../platform/clock/clock.ts';
import { randomToken } from '../../../platform/crypto/codes.ts';
import type { Db } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import {
  passkeyNotFound,
  passkeyRefused,
  passkeysFull,
  passkeysUnavailable,
  passkeyTaken,
} from '../auth.errors.ts';
import type { Visitor } from '../client-info.adapter.ts';
import type { LoginHistory } from '../history/login-history.repository.ts';
import type { CredentialsRepository } from '../password/credentials.repository.ts';
import type { EndSessions } from '../sessions/end-sessions.usecases.ts';
import { describeCredential, presentPasskey } from './passkey.presenter.ts';
import { ceremonySeconds } from './passkey-sign-in.usecases.ts';
import type { PasskeysRepository } from './passkeys.repository.ts';
import type { RelyingParty } from './passkeys.rules.ts';
import type { FactorChanges } from './second-factor-change.usecases.ts';
import { algorithms, verifyNewCredential } from './webauthn.adapter.ts';

export interface PasskeyEnrolmentDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly passkeys: PasskeysRepository;
  readonly credentials: Pick<CredentialsRepository, 'lock'>;
  readonly history: Pick<LoginHistory, 'add'>;
  readonly changes: FactorChanges;
  readonly endSessions: EndSessions;
  relyingParty(): RelyingParty | null;
}

/** Adds, renames and removes the passkeys of a user. */
export function createPasskeyEnrolment(deps: PasskeyEnrolmentDeps) {
  const { db, clock, passkeys, changes } = deps;
  const purpose = 'enrolment' as const;

  function partyNow(): RelyingParty {
    const party = deps.relyingParty();
    if (!party) throw passkeysUnavailable();
    return party;
  }

  return {
    /** @throws AppError wrong_password, RATE_LIMIT_EXCEEDED, passkeys_full, passkeys_unavailable */
    async start(
      caller: SessionCaller,
      password: string,
      visitor: Visitor,
    ): Promise<PasskeyCreation> {
      const user = await changes.withPassword(caller, password, visitor);
      const party = partyNow();
      const own = await passkeys.list(db, user.id);
      if (own.length >= maxPasskeys) throw passkeysFull();
      const challenge = randomToken();
      const { sessionId } = caller;
      await passkeys.keepChallenge(db, {
        sessionId,
        purpose,
        userId: user.id,
        challenge,
        expiresAt: secondsAfter(clock.now(), ceremonySeconds),
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
    },

    /**
     * With the first factor a password alone signs in nowhere any more: other sessions end.
     * @throws AppError passkey_refused, also when nothing was asked lately; passkey_taken, passkeys_full
     */
    async add(
      caller: SessionCaller,
      given: { name: string; credential: NewCredential },
      visitor: Visitor,
    ): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
      const { userId, sessionId } = caller;
      const party = partyNow();
      const of = { sessionId, purpose, userId };
      const taken = await passkeys.takeChallenge(db, of, clock.now());
      if (!taken) throw passkeyRefused();
      const { challenge } = taken;
      const made = await verifyNewCredential(given.credential, { challenge, party });
      if (!made) throw passkeyRefused();
      const now = clock.now();
      const done = await db.transaction().execute(async (trx) => {
        await deps.credentials.lock(trx, userId);
        const before = await changes.standing(trx, caller);
        if (before.passkeys >= maxPasskeys) throw passkeysFull();
        const passkey = await passkeys.insert(trx, {
          ...made,
          id: uuidv7(),
          userId,
          name: given.name,
          transports: given.credential.transports,
          now,
        });
        if (!passkey) throw passkeyTaken();
        const recoveryCodes = await changes.issueMissingCodes(trx, userId, before);
        await recordEvent(trx, 'passkey.added', { userId, passkeyId: passkey.id }, now);
        await deps.history.add(trx, { userId, kind: 'passkey-added', visitor, at: now });
        const isFirst = before.passkeys === 0 && !before.hasApp;
        const others = { userId, exceptSessionId: sessionId };
        const ended = isFirst
          ? await deps.endSessions(trx, others, 'second_factor_changed')
          : undefined;
        return { passkey, recoveryCodes, ended };
      });
      done.ended?.announce();
      return { passkey: presentPasskey(done.passkey), recoveryCodes: done.recoveryCodes };
    },

    /** @throws AppError 404 */
    async rename({ userId }: SessionCaller, id: string, name: string): Promise<Passkey> {
      const row = await passkeys.rename(db, { userId, id }, name);
      if (!row) throw passkeyNotFound();
      return presentPasskey(row);
    },

    /**
     * @throws AppError wrong_password, 404; second_factor_needed for the last one where one is
     * required; password_too_short when the password may not stand alone
     */
    async remove(caller: SessionCaller, id: string, password: string, visitor: Visitor) {
      const user = await changes.withPassword(caller, password, visitor);
      const { id: userId } = user;
      const now = clock.now();
      await db.transaction().execute(async (trx) => {
        await deps.credentials.lock(trx, userId);
        if (!(await passkeys.remove(trx, { userId, id }))) throw passkeyNotFound();
        await changes.settle(trx, caller, { user, password });
        await recordEvent(trx, 'passkey.removed', { userId, passkeyId: id }, now);
        await deps.history.add(trx, { userId, kind: 'passkey-removed', visitor, at: now });
      });
      return { success: true as const };
    },
  };
}

export type PasskeyEnrolment = ReturnType<typeof createPasskeyEnrolment>;
