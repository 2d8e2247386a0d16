import { endpoints } from '@prahari/contract';
import type { Bind } from '../../platform/http/bind.ts';
import type { Licences } from './licence.usecases.ts';
import type { UserTokens } from './user-token.usecases.ts';

export function bindDrmRoutes(bind: Bind, userTokens: UserTokens, licences: Licences): void {
  bind(endpoints.drm.generateToken, async ({ caller, body }) => {
    const { userToken, expiresAt } = await userTokens.generate(caller, body.videoId);
    return { userToken, expiresAt: expiresAt.toISOString() };
  });
  bind(endpoints.drm.validateToken, async ({ caller, body }) => {
    const token = await userTokens.read(body.userToken, caller);
    return {
      valid: token !== null,
      videoId: token?.videoId ?? null,
      expiresAt: token?.expiresAt.toISOString() ?? null,
    };
  });
  bind(endpoints.drm.clearKeyLicense, ({ caller, query, body }) =>
    licences.issueClearKey(caller, query.playbackSession, body.kids),
  );
}
