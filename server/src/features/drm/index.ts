import type { EncryptionScheme } from '@prahari/contract';
import type { Clock } from '../../platform/clock/clock.ts';
import type { SealingKeys } from '../../platform/crypto/seal.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Notifications } from '../../platform/db/notifications.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { createUserLimit } from '../../platform/http/user-limit.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { LiveConfig } from '../../platform/system-config/system-config.ts';
import { bindDrmAdminRoutes } from './admin/drm-admin.routes.ts';
import { createDrmOverview } from './admin/drm-overview.usecases.ts';
import type { DrmConfig } from './drm.config.ts';
import { createProtectManifest } from './formats/protect-manifest.adapter.ts';
import { keySystemsOf, systemsOf } from './key-systems/key-systems.rules.ts';
import { createServices } from './licence-services/ask-service.usecases.ts';
import { createProvidersRepository } from './licence-services/providers.repository.ts';
import { createProviders } from './licence-services/providers.usecases.ts';
import { createTestProvider } from './licence-services/test-provider.usecases.ts';
import { createLicences } from './licences/clear-key-licence.usecases.ts';
import { createLicencePlayback } from './licences/licence-authorization.usecases.ts';
import { type LicencePolicy, policyOf } from './licences/licence-policy.rules.ts';
import { createLicenceFacts } from './licences/licence-recorder.adapter.ts';
import { createLicenceRecordsRepository } from './licences/licence-records.repository.ts';
import { bindDrmRoutes } from './licences/licences.routes.ts';
import { createVendorLicences } from './licences/vendor-licence.usecases.ts';
import { createPersistenceRepository } from './persistent-licences/persistent-licences.repository.ts';
import { createPersistence } from './persistent-licences/persistent-licences.usecases.ts';
import type { DrmPorts } from './ports.ts';
import { createUserTokens } from './user-tokens/user-tokens.usecases.ts';

export { drmSettings } from './drm.config.ts';
export {
  accessSessionRequired,
  playbackEnded,
  userTokenInvalid,
  videoNotAvailable,
} from './drm.errors.ts';
export { providerSecretsColumn } from './licence-services/providers.usecases.ts';
export { type LicencePolicy, licencePolicySchema } from './licences/licence-policy.rules.ts';
export type { PlaybackEnd } from './ports.ts';

export interface DrmDeps extends DrmPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly settings: DrmConfig;
  readonly masterKey: SealingKeys;
  readonly notifications: Pick<Notifications, 'on' | 'onConnect' | 'isListening'>;
  readonly systemConfig: LiveConfig;
  readonly instanceId: string;
  /** PKCS #8 PEM of the ES256 key that signs tokens. */
  readonly tokenKeyPem: string;
}

/** A browser sends every five seconds at most; several tabs may. */
const persistenceLogsPerMinute = 60;

/** Decides who gets keys: user tokens for one video, and licences for live playback sessions. */
export function createDrm(deps: DrmDeps) {
  const count = deps.metrics.counter(
    'prahari_licences_total',
    'Licence requests by key system and outcome.',
    ['system', 'outcome'],
  );
  const records = createLicenceRecordsRepository();
  const facts = createLicenceFacts({ ...deps, records, count });
  const licences = createLicences({ ...deps, facts });
  const allowsPrivate = deps.settings.privateLicenceServices === 'on';
  const services = createServices({ ...deps, allowsPrivate });
  const providers = createProviders({
    ...deps,
    providers: createProvidersRepository(),
    health: services.health,
    allowsPrivate,
  });
  const policy = async () => policyOf(deps.systemConfig.current(), await providers.offered());
  const userTokens = createUserTokens({ ...deps, policy });
  const issueVendorLicence = createVendorLicences({ ...deps, facts, providers, services });
  const kept = createPersistenceRepository();
  const notesPersistence = deps.settings.persistenceLog === 'on';
  const persistence = createPersistence({ ...deps, persistence: kept, isOn: notesPersistence });
  return {
    bindRoutes(bind: Bind): void {
      bindDrmRoutes(bind, {
        userTokens,
        licences,
        playbackOf: createLicencePlayback({ ...deps, facts }),
        issueVendorLicence,
        providers,
        persistence,
        countUserToken: createUserLimit(deps.settings.userTokensPerMinute),
        countLicence: createUserLimit(deps.settings.licencesPerMinute),
        countPersistenceLog: createUserLimit(persistenceLogsPerMinute),
      });
      bindDrmAdminRoutes(bind, {
        providers,
        services,
        testProvider: createTestProvider({ ...deps, providers, services }),
        overview: createDrmOverview({ ...deps, records, persistence }),
      });
    },
    verifyUserToken: userTokens.verify,
    notesPersistence,
    /**
     * Lists the systems by which a playback session of this policy and scheme may ask for licences.
     */
    systemsFor: async (allowed: LicencePolicy, scheme: EncryptionScheme) =>
      systemsOf(allowed, await providers.offered(), scheme),
    /** What its player is told of them. */
    keySystemsOf,
    /** A DASH manifest that names those systems. */
    protectManifest: createProtectManifest(),
    removePast: {
      persistenceEvents: (before: Date, atMost: number) => kept.removePast(deps.db, before, atMost),
    },
  };
}

export type Drm = ReturnType<typeof createDrm>;
