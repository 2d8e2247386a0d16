import type { EncryptionScheme } from '@prahari/contract';
import type { Notifications } from '../../platform/db/notifications.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { SessionCaller } from '../../platform/http/caller.ts';
import type { ClientTraits } from '../../platform/http/request-facts.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { type RetentionJob, subtractDays } from '../../platform/retention/retention-job.ts';
import { bindDrmAdminRoutes } from './admin/drm-admin.routes.ts';
import type { DrmDeps } from './drm.deps.ts';
import { createProtectManifest } from './formats/protect-manifest.adapter.ts';
import { describeKeySystems, listKeySystems } from './key-systems/key-systems.rules.ts';
import { createLicenceServices } from './licence-services/licence-services.adapter.ts';
import { createProviderCache } from './licence-services/provider-cache.adapter.ts';
import { ServiceSilent, sendToService } from './licence-services/service-client.adapter.ts';
import { decideLicencePolicy, type LicencePolicy } from './licences/licence-policy.rules.ts';
import { createLicenceRecorder } from './licences/licence-recorder.adapter.ts';
import { countLicenceFailures } from './licences/licence-records.repository.ts';
import { bindLicenceRoutes } from './licences/licences.routes.ts';
import { deletePastPersistenceEvents } from './persistent-licences/persistent-licences.repository.ts';
import { bindPersistentLicenceRoutes } from './persistent-licences/persistent-licences.routes.ts';
import { createUserTokenSigner } from './user-tokens/user-token-signer.adapter.ts';
import { bindUserTokenRoutes } from './user-tokens/user-tokens.routes.ts';
import { generateUserToken, verifyUserToken } from './user-tokens/user-tokens.usecases.ts';

export { drmSettings } from './drm.config.ts';
export {
  accessSessionRequired,
  playbackEnded,
  userTokenInvalid,
  videoNotAvailable,
} from './drm.errors.ts';
export { providerSecretsColumn } from './licence-services/provider-cache.adapter.ts';
export { type LicencePolicy, licencePolicySchema } from './licences/licence-policy.rules.ts';
export type { PlaybackEnd } from './ports.ts';

type Wired = 'userTokenSigner' | 'licenceRecorder' | 'providerCache' | 'licenceServices';

export interface DrmFeatureDeps extends Omit<DrmDeps, Wired> {
  readonly metrics: Metrics;
  readonly notifications: Pick<Notifications, 'on' | 'onConnect' | 'isListening'>;
  readonly instanceId: string;
  /** PKCS #8 PEM of the ES256 key that signs user tokens. */
  readonly tokenKeyPem: string;
}

/** Wires user tokens for one video, and licences for live playback sessions. */
export function createDrm(given: DrmFeatureDeps) {
  const count = given.metrics.counter(
    'prahari_licences_total',
    'Licence requests by key system and outcome.',
    ['system', 'outcome'],
  );
  const allowsPrivate = given.settings.privateLicenceServices === 'on';
  const deps: DrmDeps = {
    ...given,
    userTokenSigner: createUserTokenSigner(given),
    licenceRecorder: createLicenceRecorder({ ...given, count }),
    providerCache: createProviderCache(given),
    licenceServices: createLicenceServices({ ...given, allowsPrivate }),
  };
  const retentionJobs: readonly RetentionJob[] = [
    {
      name: 'notes about kept licences',
      removeSome: (atMost) => {
        const keptSince = subtractDays(deps.clock.now(), deps.settings.sessionRetentionDays);
        return deletePastPersistenceEvents(deps.db, keptSince, atMost);
      },
    },
  ];
  return {
    bindRoutes(bind: Bind): void {
      bindUserTokenRoutes(bind, deps);
      bindLicenceRoutes(bind, deps);
      bindPersistentLicenceRoutes(bind, deps);
      bindDrmAdminRoutes(bind, deps);
    },
    generateUserToken: (caller: SessionCaller, videoId: string, traits: ClientTraits) =>
      generateUserToken(deps, caller, videoId, traits),
    verifyUserToken: (userToken: string, caller: SessionCaller, videoId: string) =>
      verifyUserToken(deps, userToken, caller, videoId),
    /** Whether players report what they do with licences that they store. */
    hasPersistenceLog: deps.settings.persistenceLog === 'on',
    /** Lists the key systems that a playback session of this policy and scheme may use. */
    listKeySystems: async (policy: LicencePolicy, scheme: EncryptionScheme) =>
      listKeySystems(policy, await deps.providerCache.listEnabledSystems(), scheme),
    /** Lists those that a playback session which starts now would get. */
    foreseeKeySystems: async (scheme: EncryptionScheme) => {
      const offered = await deps.providerCache.listEnabledSystems();
      return listKeySystems(
        decideLicencePolicy(deps.systemConfig.current(), offered),
        offered,
        scheme,
      );
    },
    describeKeySystems,
    /** Tells whether a commercial service makes licences; without one, Clear Key is all there is. */
    hasLicenceService: async () => (await deps.providerCache.listEnabledSystems()).length > 0,
    /**
     * Counts licence requests that failed since a moment, of users the caller may see, up to
     * `most`.
     */
    countLicenceFailures: (caller: SessionCaller, since: Date, most: number) =>
      countLicenceFailures(deps.db, { since, visible: deps.visibleIds(caller) }, most),
    /** Tells whether a licence service at that address would be refused before it is called. */
    isLicenceAddressRefused: (url: string) =>
      sendToService({ url, headers: {}, body: '' }, { allowsPrivate }).then(
        () => false,
        (error: unknown) =>
          error instanceof ServiceSilent && error.trouble.fault === 'private_address',
      ),
    /** Calls a service on this machine once; undefined where it was given up. */
    askOwnService: (url: string) =>
      sendToService({ url, headers: {}, body: '' }, { allowsPrivate: true, tries: 1 }).then(
        ({ status, body }) => ({ status, bytes: body.length }),
        () => undefined,
      ),
    protectManifest: createProtectManifest(),
    retentionJobs,
  };
}

export type Drm = ReturnType<typeof createDrm>;
