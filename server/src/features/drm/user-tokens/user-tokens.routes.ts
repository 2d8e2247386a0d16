import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { readClientTraits } from '../../../platform/http/request-facts.ts';
import type { DrmDeps } from '../drm.deps.ts';
import { generateUserToken, judgeUserToken } from './user-tokens.usecases.ts';

export function bindUserTokenRoutes(bind: Bind, deps: DrmDeps): void {
  const countUserToken = bind.createRateLimit('user-tokens', deps.settings.userTokensPerMinute);
  bind(endpoints.drm.generateToken, async ({ caller, body, request, reply }) => {
    await countUserToken(caller.userId, reply);
    const traits = readClientTraits(request);
    const { userToken, expiresAt } = await generateUserToken(deps, caller, body.videoId, traits);
    return { userToken, expiresAt: expiresAt.toISOString() };
  });
  bind(endpoints.drm.validateToken, async ({ caller, body, request }) => {
    const traits = readClientTraits(request);
    const { token, reason } = await judgeUserToken(deps, body.userToken, caller, traits);
    return {
      valid: reason === null,
      reason,
      videoId: token?.videoId ?? null,
      expiresAt: token?.expiresAt.toISOString() ?? null,
    };
  });
}
