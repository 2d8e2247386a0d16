import { createPrivateKey, createPublicKey } from 'node:crypto';
import { limits } from '@prahari/contract';
import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { type Clock, secondsAfter } from '../../platform/clock/clock.ts';
import { AppError } from '../../platform/errors/app-error.ts';

const setPasswordSeconds = 600;
/** RFC 9068, section 2.1, and our own type, so that no token passes for another. */
const accessType = 'at+jwt';
const setPasswordType = 'prahari-set-password+jwt';

const accessClaims = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  exp: z.number(),
  cnf: z.object({ jkt: z.string() }),
});
const setPasswordClaims = z.object({
  sub: z.uuid(),
  code: z.string(),
  cnf: z.object({ jkt: z.string() }),
});

export interface AccessFacts {
  readonly userId: string;
  readonly sessionId: string;
  readonly deviceId: string;
  readonly expiresAt: Date;
}

/** Signs and reads the tokens of this instance (ES256, RFC 7515), each bound to a device key. */
export function createTokens(deps: { instanceId: string; tokenKeyPem: string; clock: Clock }) {
  const privateKey = createPrivateKey(deps.tokenKeyPem);
  const publicKey = createPublicKey(privateKey);
  const issuer = `prahari:${deps.instanceId}`;
  const known = new LRUCache<string, AccessFacts>({ max: 20_000 });
  const { clock } = deps;

  async function read<T extends z.ZodMiniType>(
    token: string,
    type: string,
    claims: T,
  ): Promise<z.output<T>> {
    const options = { issuer, typ: type, algorithms: ['ES256'], currentDate: clock.now() };
    const { payload } = await jwtVerify(token, publicKey, options).catch((error: unknown) => {
      if (error instanceof errors.JWTExpired) throw tokenExpired();
      if (error instanceof errors.JOSEError) throw tokenInvalid();
      throw error;
    });
    const parsed = z.safeParse(claims, payload);
    if (!parsed.success) throw tokenInvalid();
    return parsed.data;
  }

  async function sign(type: string, claims: Record<string, unknown>, deviceId: string, at: Date) {
    return new SignJWT({ ...claims, cnf: { jkt: deviceId } })
      .setProtectedHeader({ alg: 'ES256', typ: type })
      .setIssuer(issuer)
      .setIssuedAt(clock.now())
      .setExpirationTime(at)
      .sign(privateKey);
  }

  return {
    async signAccess(facts: { userId: string; sessionId: string; deviceId: string }) {
      const expiresAt = secondsAfter(clock.now(), limits.accessTokenSeconds);
      const claims = { sub: facts.userId, sid: facts.sessionId };
      return { token: await sign(accessType, claims, facts.deviceId, expiresAt), expiresAt };
    },

    /** @throws AppError TOKEN_EXPIRED or TOKEN_INVALID */
    async readAccess(token: string): Promise<AccessFacts> {
      const seen = known.get(token);
      if (seen) {
        if (seen.expiresAt <= clock.now()) throw tokenExpired();
        return seen;
      }
      const { sub, sid, exp, cnf } = await read(token, accessType, accessClaims);
      const expiresAt = new Date(exp * 1000);
      const facts = { userId: sub, sessionId: sid, deviceId: cnf.jkt, expiresAt };
      known.set(token, facts);
      return facts;
    },

    async signSetPassword(facts: { userId: string; codeHash: Buffer; deviceId: string }) {
      const expiresAt = secondsAfter(clock.now(), setPasswordSeconds);
      const claims = { sub: facts.userId, code: facts.codeHash.toString('base64url') };
      return { token: await sign(setPasswordType, claims, facts.deviceId, expiresAt), expiresAt };
    },

    /** @throws AppError TOKEN_EXPIRED or TOKEN_INVALID */
    async readSetPassword(token: string, deviceId: string) {
      const { sub, code, cnf } = await read(token, setPasswordType, setPasswordClaims);
      if (cnf.jkt !== deviceId) throw tokenInvalid();
      return { userId: sub, codeHash: Buffer.from(code, 'base64url') };
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;

export function tokenInvalid(): AppError {
  return new AppError('TOKEN_INVALID', 'Authentication required. Please log in again.');
}

function tokenExpired(): AppError {
  return new AppError('TOKEN_EXPIRED', 'Your session has expired. Please log in again.');
}
