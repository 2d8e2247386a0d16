import { createPrivateKey, createPublicKey } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { type Clock, secondsAfter } from '../../platform/clock/clock.ts';
import { randomToken } from '../../platform/crypto/codes.ts';
import type { SessionCaller } from '../../platform/http/caller.ts';
import { accessSessionRequired, videoNotAvailable } from './drm.errors.ts';
import type { DrmPorts } from './ports.ts';

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
  exp: z.int(),
});

export interface UserTokenDeps extends Pick<DrmPorts, 'sessionFacts' | 'playableVideo'> {
  readonly clock: Clock;
  /** Names the instance: a token of another one is refused even if keys were copied. */
  readonly instanceId: string;
  /** PKCS #8 PEM of the ES256 key that signs tokens. */
  readonly tokenKeyPem: string;
}

/** The `userToken`: the right to open one video, bound to user, session and device key. */
export function createUserTokens(deps: UserTokenDeps) {
  const { clock } = deps;
  const issuer = `prahari:${deps.instanceId}`;
  const privateKey = createPrivateKey(deps.tokenKeyPem);
  const publicKey = createPublicKey(privateKey);

  /**
   * The video that the token opens for this caller; null when it is expired, was made for somebody
   * else, another session or another device, or is no user token of this instance.
   */
  async function read(
    userToken: string,
    caller: SessionCaller,
  ): Promise<{ videoId: string; expiresAt: Date } | null> {
    const verified = await jwtVerify(userToken, publicKey, {
      algorithms: [algorithm],
      typ,
      issuer,
      audience,
      requiredClaims: ['iat', 'jti'],
      currentDate: clock.now(),
    }).catch((error: unknown) => {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    });
    const claims = z.safeParse(claimsSchema, verified?.payload);
    if (!claims.success) return null;
    const { sub, sid, vid, cnf, exp } = claims.data;
    const isCallers =
      sub === caller.userId && sid === caller.sessionId && cnf.jkt === caller.deviceId;
    return isCallers ? { videoId: vid, expiresAt: new Date(exp * 1000) } : null;
  }

  return {
    read,

    /** @throws AppError 403 access_session_required, 404 video_not_available */
    async generate(
      caller: SessionCaller,
      videoId: string,
    ): Promise<{ userToken: string; expiresAt: Date }> {
      const now = clock.now();
      const [accessEndsAt, video] = await Promise.all([
        deps.sessionFacts.videoAccessExpiresAt(caller.sessionId),
        deps.playableVideo(videoId, caller),
      ]);
      if (!accessEndsAt || accessEndsAt <= now) throw accessSessionRequired();
      if (!video) throw videoNotAvailable();
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

    /** True when the token lets this caller open this video now. */
    async verify(userToken: string, caller: SessionCaller, videoId: string): Promise<boolean> {
      const token = await read(userToken, caller);
      return token?.videoId === videoId;
    },
  };
}

export type UserTokens = ReturnType<typeof createUserTokens>;
