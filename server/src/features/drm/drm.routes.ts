import { endpoints } from '@prahari/contract';
import type { Bind } from '../../platform/http/bind.ts';
import type { Licences } from './licence.usecases.ts';
import type { UserTokens } from './user-token.usecases.ts';

export interface DrmRoutesDeps {
  readonly userTokens: UserTokens;
  readonly licences: Licences;
  countUserToken(userId: string): Promise<void>;
  countLicence(userId: string): Promise<void>;
}

export function bindDrmRoutes(bind: Bind, deps: DrmRoutesDeps): void {
  const { userTokens, licences } = deps;
  bind(endpoints.drm.generateToken, async ({ caller, body }) => {
    await deps.countUserToken(caller.userId);
    const { userToken, expiresAt } = await userTokens.generate(caller, body.videoId);
    return { userToken, expiresAt: expiresAt.toISOString() };
  });
  bind(endpoints.drm.validateToken, async ({ caller, body }) => {
    const { token, reason } = await userTokens.judge(body.userToken, caller);
    return {
      ...{ valid: reason === null, reason },
      videoId: token?.videoId ?? null,
      expiresAt: token?.expiresAt.toISOString() ?? null,
    };
  });
  bind(endpoints.drm.clearKeyLicense, async ({ caller, query, body }) => {
    await deps.countLicence(caller.userId);
    return licences.issueClearKey(caller, query.playbackSession, body.kids);
  });
}
