import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { createUserLimit } from '../../platform/http/user-limit.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { LiveConfig } from '../../platform/system-config/system-config.ts';
import type { DrmConfig } from './drm.config.ts';
import { bindDrmRoutes } from './drm.routes.ts';
import { createLicences } from './licence.usecases.ts';
import { policyOf } from './licence-policy.rules.ts';
import type { DrmPorts } from './ports.ts';
import { createUserTokens } from './user-token.usecases.ts';

export { drmSettings } from './drm.config.ts';
export {
  accessSessionRequired,
  playbackEnded,
  userTokenInvalid,
  videoNotAvailable,
} from './drm.errors.ts';
export { type LicencePolicy, licencePolicySchema } from './licence-policy.rules.ts';
export type { PlaybackEnd } from './ports.ts';

export interface DrmDeps extends DrmPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly settings: DrmConfig;
  readonly systemConfig: LiveConfig;
  readonly instanceId: string;
  /** PKCS #8 PEM of the ES256 key that signs tokens. */
  readonly tokenKeyPem: string;
}

/** Who gets keys: user tokens for one video, and licences to live playback sessions. */
export function createDrm(deps: DrmDeps) {
  const policy = () => policyOf(deps.systemConfig.current());
  const userTokens = createUserTokens({ ...deps, policy });
  const count = deps.metrics.counter('prahari_licences_total', 'Licence requests by outcome.', [
    'outcome',
  ]);
  const licences = createLicences({ ...deps, count });
  return {
    bindRoutes: (bind: Bind) =>
      bindDrmRoutes(bind, {
        ...{ userTokens, licences },
        countUserToken: createUserLimit(deps.settings.userTokensPerMinute),
        countLicence: createUserLimit(deps.settings.licencesPerMinute),
      }),
    verifyUserToken: userTokens.verify,
  };
}

export type Drm = ReturnType<typeof createDrm>;
