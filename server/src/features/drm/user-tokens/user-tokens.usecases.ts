import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { DataOf, endpoints } from '@prahari/contract';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { type Clock, secondsAfter } from '../../../platform/clock/clock.ts';
import { randomToken } from '../../../platform/crypto/codes.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import { accessSessionRequired, videoNotAvailable } from '../drm.errors.ts';
import { type LicencePolicy, licencePolicySchema } from '../licences/licence-policy.rules.ts';
import type { DrmPorts } from '../ports.ts';

/** Enough to go from the library to the first frame, too short to be worth passing on. */
const lifetimeSeconds = 300;
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

/** What a user token says, once it was found to be this caller's. */
export interface UserToken {
  readonly id: string;
  readonly videoId: string;
  readonly policy: LicencePolicy;
  readonly expiresAt: Date;
}

export interface UserTokenDeps
  extends Pick<DrmPorts, 'sessionFacts' | 'playableVideo' | 'isUserTokenUsed'> {
  /** Returns what is allowed to the tokens that are made now. */
  policy(): Promise<LicencePolicy>;
  readonly clock: Clock;
  /** Names the instance: a token of another one is refused even if keys were copied. */
  readonly instanceId: string;
  /** PKCS #8 PEM of the ES256 key that signs tokens. */
  readonly tokenKeyPem: string;
}

export interface JudgedToken {
  readonly token: UserToken | null;
  readonly reason: DataOf<typeof endpoints.drm.validateToken>['reason'];
}

/**
 * Makes and reads the `userToken`: the right to open one playback session of one video, bound to
 * user, session, device key and policy. It ends with what it is bound to: a sign-out revokes it.
 */
export function createUserTokens(deps: UserTokenDeps) {
  const { clock } = deps;
  const issuer = `prahari:${deps.instanceId}`;
  const privateKey = createPrivateKey(deps.tokenKeyPem);
  const publicKey = createPublicKey(privateKey);

  /**
   * Returns the video that the token opens for this caller; null when it is expired, was made for
   * another user, session or device, or is no user token of this instance.
   */
  async function read(userToken: string, caller: SessionCaller): Promise<UserToken | null> {
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
  }

  /** Checks what must hold whenever a token is made or judged. */
  async function watching(caller: SessionCaller, videoId: string, traits: ClientTraits) {
    const [accessEndsAt, video] = await Promise.all([
      deps.sessionFacts.videoAccessExpiresAt(caller.sessionId, traits),
      deps.playableVideo(videoId, caller),
    ]);
    const hasAccess = accessEndsAt !== null && clock.now() < accessEndsAt;
    return { accessEndsAt: hasAccess ? accessEndsAt : null, isPlayable: video !== null };
  }

  return {
    /** Tells whether the token would open playback for this caller now, and if not, why. */
    async judge(
      userToken: string,
      caller: SessionCaller,
      traits: ClientTraits,
    ): Promise<JudgedToken> {
      const token = await read(userToken, caller);
      if (!token) return { token, reason: 'user_token_invalid' };
      const [{ accessEndsAt, isPlayable }, isUsed] = await Promise.all([
        watching(caller, token.videoId, traits),
        deps.isUserTokenUsed(token.id),
      ]);
      if (!accessEndsAt) return { token, reason: 'access_session_required' };
      if (!isPlayable) return { token, reason: 'video_not_available' };
      return { token, reason: isUsed ? 'user_token_used' : null };
    },

    /** @throws AppError 403 access_session_required, 404 video_not_available */
    async generate(
      caller: SessionCaller,
      videoId: string,
      traits: ClientTraits,
    ): Promise<{ userToken: string; expiresAt: Date }> {
      const now = clock.now();
      const { accessEndsAt, isPlayable } = await watching(caller, videoId, traits);
      if (!accessEndsAt) throw accessSessionRequired();
      if (!isPlayable) throw videoNotAvailable();
      const endsAtMs = Math.min(
        secondsAfter(now, lifetimeSeconds).getTime(),
        accessEndsAt.getTime(),
      );
      // JWT times are whole seconds: what is answered must be what is enforced.
      const expiresAt = new Date(Math.floor(endsAtMs / 1000) * 1000);
      const userToken = await new SignJWT({
        sid: caller.sessionId,
        vid: videoId,
        cnf: { jkt: caller.deviceId },
        pol: await deps.policy(),
      })
        .setProtectedHeader({ alg: algorithm, typ })
        .setSubject(caller.userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setJti(randomToken(16))
        .setIssuedAt(now)
        .setExpirationTime(expiresAt)
        .sign(privateKey);
      return { userToken, expiresAt };
    },

    /**
     * Returns what the token allows; null unless it is this caller's, for this video, and not
     * expired.
     */
    async verify(
      userToken: string,
      caller: SessionCaller,
      videoId: string,
    ): Promise<UserToken | null> {
      const token = await read(userToken, caller);
      return token?.videoId === videoId ? token : null;
    },
  };
}

export type UserTokens = ReturnType<typeof createUserTokens>;
