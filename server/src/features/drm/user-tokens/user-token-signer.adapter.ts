import { createPrivateKey, createPublicKey } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Clock } from '../../../platform/clock/clock.ts';
import { generateToken } from '../../../platform/crypto/codes.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { type LicencePolicy, licencePolicySchema } from '../licences/licence-policy.rules.ts';

const typ = 'prahari-user+jwt';
const audience = 'prahari-playback';
const algorithm = 'ES256';

const claimsSchema = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  vid: z.uuid(),
  cnf: z.object({ jkt: z.string() }),
  jti: z.string(),
  exp: z.int(),
  pol: licencePolicySchema,
});

/** The contents of a user token, verified to belong to the caller. */
export interface UserToken {
  readonly id: string;
  readonly videoId: string;
  readonly policy: LicencePolicy;
  readonly expiresAt: Date;
}

/**
 * Signs and reads the `userToken`: the right to open one playback session of one video, bound to
 * user, session, device key and policy.
 */
export function createUserTokenSigner(deps: {
  readonly clock: Clock;
  /** Names the instance: a token of another one is refused even if keys were copied. */
  readonly instanceId: string;
  /** PKCS #8 PEM of the ES256 key that signs tokens. */
  readonly tokenKeyPem: string;
}) {
  const { clock } = deps;
  const issuer = `prahari:${deps.instanceId}`;
  const privateKey = createPrivateKey(deps.tokenKeyPem);
  const publicKey = createPublicKey(privateKey);
  return {
    signUserToken(
      caller: SessionCaller,
      token: Pick<UserToken, 'videoId' | 'policy' | 'expiresAt'>,
      now: Date,
    ): Promise<string> {
      return new SignJWT({
        sid: caller.sessionId,
        vid: token.videoId,
        cnf: { jkt: caller.deviceId },
        pol: token.policy,
      })
        .setProtectedHeader({ alg: algorithm, typ })
        .setSubject(caller.userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setJti(generateToken(16))
        .setIssuedAt(now)
        .setExpirationTime(token.expiresAt)
        .sign(privateKey);
    },

    /**
     * Returns the video that the token opens for this caller; null when it is expired, was made for
     * another user, session or device, or is no user token of this instance.
     */
    async readUserToken(userToken: string, caller: SessionCaller): Promise<UserToken | null> {
      const verified = await jwtVerify(userToken, publicKey, {
        algorithms: [algorithm],
        typ,
        issuer,
        audience,
        requiredClaims: ['iat'],
        currentDate: clock.now(),
      }).catch((error: unknown) => {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      });
      const claims = z.safeParse(claimsSchema, verified?.payload);
      if (!claims.success) return null;
      const { sub, sid, vid, cnf, jti: id, exp, pol: policy } = claims.data;
      const isCallers =
        sub === caller.userId && sid === caller.sessionId && cnf.jkt === caller.deviceId;
      return isCallers ? { id, videoId: vid, policy, expiresAt: new Date(exp * 1000) } : null;
    },
  };
}

export type UserTokenSigner = ReturnType<typeof createUserTokenSigner>;
