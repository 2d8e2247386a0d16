import { createHash } from 'node:crypto';
import { endpoints, limits } from '@prahari/contract';
import { describeHost, describeOutgoing, describeStored, type FactSources } from './audit-facts.ts';
import { countDemoAccounts } from './demo-accounts.ts';
import type { AuditPorts } from './features/audit/index.ts';
import type { Auth } from './features/auth/index.ts';
import type { Users } from './features/users/index.ts';
import type { createVideos } from './features/videos/index.ts';
import type { AllSettings } from './features.ts';
import { isLocalHost } from './platform/config/local-host.ts';
import { generateToken } from './platform/crypto/codes.ts';
import { isServedOverTls } from './platform/platform.config.ts';
import type { LiveConfig } from './platform/system-config/system-config.ts';

/** What the audit is told comes from these. */
interface AuditedParts extends Omit<FactSources, 'users' | 'settings'> {
  readonly settings: AllSettings;
  readonly users: Pick<
    Users,
    'throwaways' | 'findUserByContact' | 'countPasswordMethods' | 'countTornImports'
  >;
  readonly auth: Pick<Auth, 'countSharedPasswords' | 'secondFactors' | 'decideWithoutDatabase'>;
  readonly videos: Pick<ReturnType<typeof createVideos>, 'findAnyPlayableVideo'>;
  readonly systemConfig: LiveConfig;
  readonly routes: ReadonlySet<string>;
  /** By purpose. */
  readonly secrets: Readonly<Record<string, string | Uint8Array>>;
}

/** A killed audit's accounts are removed after this at the latest. */
const accountMinutes = 30;
const mostCounted = 1000;

/** Fills what the audit asks of other features: secrets as hashes and lengths, never as they are. */
export function fillAuditPorts(parts: AuditedParts): AuditPorts {
  const { settings, users, auth, videos, systemConfig, routes, secrets } = parts;
  return {
    throwaway: {
      async create(userType, runId, facts) {
        const expiresAt = new Date(Date.now() + accountMinutes * 60_000);
        const run = { purpose: 'security-audit', ownerId: runId, expiresAt } as const;
        const [made] = await users.throwaways.make(run, [
          { name: 'Security audit', userType, ...facts },
        ]);
        if (!made) throw new Error('no throwaway account was made');
        return { ...made, countryCode: '+91' };
      },
      removeAll: async (runId) => void (await users.throwaways.removeOf(runId)),
    },
    surface: {
      endpoints: Object.values(endpoints).flatMap((area) => Object.values(area)),
      routes: () => routes,
    },
    findPlayableVideo: (userId) =>
      videos.findAnyPlayableVideo({
        userId,
        userType: 'LEARNER',
        permissions: [],
        adminScope: null,
      }),
    accounts: {
      countSharedPasswords: auth.countSharedPasswords,
      countDemoAccounts: () => countDemoAccounts(users),
      countAdministratorsWithoutFactor: () => auth.secondFactors.countWithout(mostCounted),
    },
    decideWithoutDatabase: auth.decideWithoutDatabase,
    makeSessionSecret: generateToken,
    publicUrl: settings.publicUrl,
    stored: describeStored(parts),
    host: describeHost(parts),
    outgoing: describeOutgoing(parts),
    settings: {
      accessTokenSeconds: limits.accessTokenSeconds,
      refreshTokenSeconds: limits.refreshTokenSeconds,
      videoAccessSeconds: limits.videoAccessSessionSeconds,
      sessionDays: settings.sessionDays,
      isServedOverTls: isServedOverTls(settings),
      nodeEnvironment: process.env['NODE_ENV'] ?? '',
      get requireSecondFactor() {
        return systemConfig.current().accounts.requireSecondFactor;
      },
      get devicesPerLearner() {
        return systemConfig.current().accounts.devicesPerLearner;
      },
      sendsCodes: settings.smsGatewayUrl !== undefined,
      get testMode() {
        return systemConfig.current().playback.testMode;
      },
      get watermarkOpacityPercent() {
        return systemConfig.current().playback.watermarkOpacityPercent;
      },
      isMetricsTokenSet: settings.metricsToken !== undefined,
      trustsProxy: settings.trustProxy.length > 0,
      logLevel: settings.logLevel,
      isOpenToNetworks: !isLocalHost(settings.host),
      trustedProxies: settings.trustProxy,
      objectStore: describeObjectStore(settings),
      secrets: Object.entries({ ...secrets, masterKey: parts.foundation.masterKey.current() })
        // Names the instance, and is in the names of cookies.
        .filter(([purpose]) => purpose !== 'instanceId')
        .map(([purpose, secret]) => ({
          purpose,
          bytes: Buffer.from(secret).length,
          sha256: createHash('sha256').update(secret).digest('hex'),
        })),
    },
  };
}

function describeObjectStore({ storage, s3Endpoint }: AllSettings): 'disk' | 'encrypted' | 'plain' {
  if (storage === 'disk') return 'disk';
  return s3Endpoint?.startsWith('http:') ? 'plain' : 'encrypted';
}
