import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { limits } from '@prahari/contract';
import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import { holdAtMost } from '../../../platform/cache/hold-at-most.ts';
import { addSeconds, type Clock } from '../../../platform/clock/clock.ts';
import { sha256 } from '../../../platform/crypto/codes.ts';
import type { InstanceSecret } from '../../../platform/crypto/instance-secrets.ts';
import { AppError } from '../../../platform/errors/app-error.ts';

/** PKCS #8 PEM of the ES256 key that signs access tokens, and user tokens of drm. */
export const tokenKeySecret: InstanceSecret = {
  name: 'token-key',
  make() {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  },
};

/** HMAC key from which a refresh token's successor is derived. */
export const refreshKeySecret: InstanceSecret = {
  name: 'refresh-key',
  make: () => randomBytes(32),
};

const setPasswordSeconds = 600;
/** Time to find the phone and type its code. */
const secondFactorSeconds = 300;
/** RFC 9068, section 2.1, and our own type, so that no token passes for another. */
const accessType = 'at+jwt';
const setPasswordType = 'prahari-set-password+jwt';
const secondFactorType = 'prahari-second-factor+jwt';

const accessClaims = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  exp: z.number(),
  cnf: z.object({ jkt: z.string() }),
});
const setPasswordClaims = z.object({
  sub: z.uuid(),
  /** Of the activation code, or else of the password that no longer suffices. */
  code: z.optional(z.string()),
  mark: z.optional(z.string()),
  cnf: z.object({ jkt: z.string() }),
});

const secondFactorClaims = z.object({
  sub: z.uuid(),
  /** Of the session that it opens, and no other: it can't be used twice. */
  sid: z.uuid(),
  mark: z.string(),
  /** Whether the device shall take the place of the old ones. */
  reset: z.optional(z.boolean()),
  cnf: z.object({ jkt: z.string() }),
});

export interface AccessFacts {
  readonly userId: string;
  readonly sessionId: string;
  readonly deviceId: string;
  readonly expiresAt: Date;
}

/** Why a user may choose a password: an activation code, or a password that must be replaced. */
export type SetPasswordGrant =
  | { readonly userId: string; readonly codeHash: Buffer }
  | { readonly userId: string; readonly passwordHash: string };

/**
 * Creates the signer and reader of this instance's tokens (ES256, RFC 7515), each bound to a device
 * key.
 */
export function createTokens(deps: { instanceId: string; tokenKeyPem: string; clock: Clock }) {
  const privateKey = createPrivateKey(deps.tokenKeyPem);
  const publicKey = createPublicKey(privateKey);
  const issuer = `prahari:${deps.instanceId}`;
  // As many as may watch at once: each reports twice a minute, and fewer would always be the wrong ones.
  const known = new LRUCache<string, AccessFacts>(holdAtMost(100_000));
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
    async signAccessToken(facts: { userId: string; sessionId: string; deviceId: string }) {
      const expiresAt = addSeconds(clock.now(), limits.accessTokenSeconds);
      const claims = { sub: facts.userId, sid: facts.sessionId };
      return { token: await sign(accessType, claims, facts.deviceId, expiresAt), expiresAt };
    },

    /** @throws AppError TOKEN_EXPIRED or TOKEN_INVALID */
    async readAccessToken(token: string): Promise<AccessFacts> {
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

    async signSetPasswordToken(facts: SetPasswordGrant & { deviceId: string }) {
      const expiresAt = addSeconds(clock.now(), setPasswordSeconds);
      const proof =
        'codeHash' in facts
          ? { code: facts.codeHash.toString('base64url') }
          : { mark: derivePasswordMark(facts.passwordHash).toString('base64url') };
      const claims = { sub: facts.userId, ...proof };
      return { token: await sign(setPasswordType, claims, facts.deviceId, expiresAt), expiresAt };
    },

    /** @throws AppError TOKEN_EXPIRED or TOKEN_INVALID */
    async readSetPasswordToken(token: string, deviceId: string) {
      const { sub, code, mark, cnf } = await read(token, setPasswordType, setPasswordClaims);
      if (cnf.jkt !== deviceId) throw tokenInvalid();
      const bytes = (text: string | undefined) => Buffer.from(text ?? '', 'base64url');
      return { userId: sub, codeHash: code ? bytes(code) : null, mark: bytes(mark) };
    },

    /**
     * Signs that this device gave the right password, valid while the password is unchanged. Names
     * the session to open, so that it opens only one.
     */
    async signSecondFactorToken(facts: {
      userId: string;
      passwordHash: string;
      deviceId: string;
      resetDevice: boolean;
    }) {
      const expiresAt = addSeconds(clock.now(), secondFactorSeconds);
      const mark = derivePasswordMark(facts.passwordHash).toString('base64url');
      const claims = { sub: facts.userId, sid: uuidv7(), mark, reset: facts.resetDevice };
      return { token: await sign(secondFactorType, claims, facts.deviceId, expiresAt), expiresAt };
    },

    /** @throws AppError TOKEN_EXPIRED or TOKEN_INVALID */
    async readSecondFactorToken(token: string, deviceId: string) {
      const claims = await read(token, secondFactorType, secondFactorClaims);
      if (claims.cnf.jkt !== deviceId) throw tokenInvalid();
      return {
        userId: claims.sub,
        sessionId: claims.sid,
        mark: Buffer.from(claims.mark, 'base64url'),
        resetDevice: claims.reset ?? false,
      };
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;

/** Derives a value that distinguishes stored passwords and reveals nothing about them. */
export function derivePasswordMark(passwordHash: string): Buffer {
  return sha256(`password-mark:${passwordHash}`);
}

export function tokenInvalid(): AppError {
  return new AppError('TOKEN_INVALID', 'Authentication required. Please log in again.');
}

function tokenExpired(): AppError {
  return new AppError('TOKEN_EXPIRED', 'Your session has expired. Please log in again.');
}
