import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { addSeconds } from '../../../platform/clock/clock.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { DrmDeps } from '../drm.deps.ts';
import { createUserTokenSigner } from './user-token-signer.adapter.ts';
import { generateUserToken, judgeUserToken, verifyUserToken } from './user-tokens.usecases.ts';

type TokenDeps = Pick<DrmDeps, 'sessionFacts' | 'playableVideo' | 'isUserTokenUsed'>;

const start = new Date('2026-11-20T10:00:00.400Z');
const tokenKeyPem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
const videoId = randomUUID();
const policy = { hdNeedsHardware: true, persistent: false, clearKey: true };

let now: Date;
let accessEndsAt: Date | null;
beforeEach(() => {
  now = start;
  accessEndsAt = addSeconds(start, 3600);
});

function createCaller(): SessionCaller {
  return {
    userId: randomUUID(),
    userType: 'LEARNER',
    sessionId: randomUUID(),
    deviceId: 'device-of-the-learner',
    permissions: [],
    adminScope: null,
    mustEnrolSecondFactor: false,
    isBound: false,
    tokenExpiresAt: addSeconds(start, 900),
  };
}

const traits = { address: '127.0.0.1', userAgent: 'node', machine: '' };

function createTokens({
  instanceId = 'cafe0001',
  keyPem = tokenKeyPem,
  ...changes
}: Partial<TokenDeps> & { readonly instanceId?: string; readonly keyPem?: string } = {}) {
  const clock = { now: () => now };
  const drm = { hdNeedsHardware: true, persistentLicences: false, clearKeyFallback: true };
  const deps = {
    clock,
    userTokenSigner: createUserTokenSigner({ clock, instanceId, tokenKeyPem: keyPem }),
    systemConfig: { current: () => ({ drm }) },
    providerCache: { listEnabledSystems: async () => [] },
    sessionFacts: { videoAccessExpiresAt: async () => accessEndsAt },
    playableVideo: async (id: string) => (id === videoId ? { id } : null),
    isUserTokenUsed: async () => false,
    ...changes,
  } as unknown as DrmDeps;
  type After<F> = F extends (deps: never, ...rest: infer Rest) => unknown ? Rest : never;
  return {
    generate: (...given: After<typeof generateUserToken>) => generateUserToken(deps, ...given),
    judge: (...given: After<typeof judgeUserToken>) => judgeUserToken(deps, ...given),
    verify: (...given: After<typeof verifyUserToken>) => verifyUserToken(deps, ...given),
  };
}

/** The same claims signed with the instance's own key, but changed. */
async function forge(userToken: string, changes: object, typ = 'prahari-user+jwt') {
  return new SignJWT({ ...decodeJwt(userToken), ...changes })
    .setProtectedHeader({ alg: 'ES256', typ })
    .sign(createPrivateKey(tokenKeyPem));
}

describe('a user token', () => {
  it('opens its video for its caller, for five minutes and no second more', async () => {
    const tokens = createTokens();
    const caller = createCaller();
    const { userToken, expiresAt } = await tokens.generate(caller, videoId, traits);
    expect(expiresAt).toEqual(new Date('2026-11-20T10:05:00.000Z'));
    now = new Date(expiresAt.getTime() - 1000);
    expect(await tokens.verify(userToken, caller, videoId)).toEqual({
      id: expect.any(String),
      videoId,
      expiresAt,
      policy,
    });
    now = expiresAt;
    expect(await tokens.verify(userToken, caller, videoId)).toBeNull();
  });

  it('does not outlive the video-access session', async () => {
    accessEndsAt = addSeconds(start, 60);
    const { expiresAt } = await createTokens().generate(createCaller(), videoId, traits);
    expect(expiresAt).toEqual(new Date('2026-11-20T10:01:00.000Z'));
  });

  it('opens no other video', async () => {
    const tokens = createTokens();
    const caller = createCaller();
    const { userToken } = await tokens.generate(caller, videoId, traits);
    expect(await tokens.verify(userToken, caller, randomUUID())).toBeNull();
  });

  it.each([
    ['another user', { userId: randomUUID() }],
    ['another session', { sessionId: randomUUID() }],
    ['another device', { deviceId: 'another-device' }],
  ])('is of no use to %s', async (_, change) => {
    const tokens = createTokens();
    const caller = createCaller();
    const { userToken } = await tokens.generate(caller, videoId, traits);
    expect(await tokens.verify(userToken, { ...caller, ...change }, videoId)).toBeNull();
  });

  it('is refused when it comes from another instance, or was signed by another key', async () => {
    const tokens = createTokens();
    const caller = createCaller();
    const sibling = await createTokens({ instanceId: 'cafe0002' }).generate(
      caller,
      videoId,
      traits,
    );
    expect(await tokens.verify(sibling.userToken, caller, videoId)).toBeNull();
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const stranger = createTokens({
      keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    });
    const { userToken } = await stranger.generate(caller, videoId, traits);
    expect(await tokens.verify(userToken, caller, videoId)).toBeNull();
  });

  it('is refused with another purpose, audience or no expiry, though the key is ours', async () => {
    const tokens = createTokens();
    const caller = createCaller();
    const { userToken } = await tokens.generate(caller, videoId, traits);
    const forgeries = await Promise.all([
      forge(userToken, {}, 'at+jwt'),
      forge(userToken, { aud: 'somebody-else' }),
      forge(userToken, { exp: undefined }),
      forge(userToken, { jti: undefined }),
      forge(userToken, { cnf: undefined }),
      forge(userToken, { pol: undefined }),
      forge(userToken, { pol: { hdNeedsHardware: 'no' } }),
    ]);
    for (const forged of forgeries) {
      expect(await tokens.verify(forged, caller, videoId)).toBeNull();
    }
    expect(await tokens.verify(await forge(userToken, {}), caller, videoId)).not.toBeNull();
  });

  it.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.'])('is not %o', async (text) => {
    const caller = createCaller();
    expect(await createTokens().verify(text, caller, videoId)).toBeNull();
    expect(await createTokens().judge(text, caller, traits)).toEqual({
      token: null,
      reason: 'user_token_invalid',
    });
  });
});

describe('the description of a user token', () => {
  it.each([
    ['valid', {}, null],
    ['used up', { isUserTokenUsed: async () => true }, 'user_token_used'],
    ['for a deleted video', { playableVideo: async () => null }, 'video_not_available'],
    [
      'from before the confirmation ended',
      { sessionFacts: { videoAccessExpiresAt: async () => null } },
      'access_session_required',
    ],
  ])('that is %s', async (_, change, reason) => {
    const caller = createCaller();
    const { userToken } = await createTokens().generate(caller, videoId, traits);
    expect(await createTokens(change).judge(userToken, caller, traits)).toMatchObject({ reason });
  });
});

describe('a user token is refused', () => {
  it('without a live video-access session', async () => {
    for (const end of [null, start, addSeconds(start, -1)]) {
      accessEndsAt = end;
      await expect(createTokens().generate(createCaller(), videoId, traits)).rejects.toMatchObject({
        status: 403,
        details: { reason: 'access_session_required' },
      });
    }
  });

  it('for a video that the user may not play', async () => {
    await expect(
      createTokens().generate(createCaller(), randomUUID(), traits),
    ).rejects.toMatchObject({
      status: 404,
      details: { reason: 'video_not_available' },
    });
  });
});
