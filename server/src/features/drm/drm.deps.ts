import type { Clock } from '../../platform/clock/clock.ts';
import type { SealingKeys } from '../../platform/crypto/seal.ts';
import type { Db } from '../../platform/db/database.ts';
import type { LiveConfig } from '../../platform/system-config/system-config.ts';
import type { AuthConfig } from '../auth/index.ts';
import type { DrmConfig } from './drm.config.ts';
import type { LicenceServices } from './licence-services/licence-services.adapter.ts';
import type { ProviderCache } from './licence-services/provider-cache.adapter.ts';
import type { LicenceRecorder } from './licences/licence-recorder.adapter.ts';
import type { DrmPorts } from './ports.ts';
import type { UserTokenSigner } from './user-tokens/user-token-signer.adapter.ts';

/** The dependencies of this feature's functions; each picks by `Pick` what it uses. */
export interface DrmDeps extends DrmPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly systemConfig: LiveConfig;
  readonly settings: DrmConfig & Pick<AuthConfig, 'sessionRetentionDays'>;
  readonly masterKey: SealingKeys;
  readonly userTokenSigner: UserTokenSigner;
  readonly licenceRecorder: LicenceRecorder;
  readonly providerCache: ProviderCache;
  readonly licenceServices: LicenceServices;
}
