import {
  type DataOf,
  type DrmProvider,
  driverSecrets,
  type endpoints,
  type VendorSystem,
  vendorSystems,
} from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { DrmDeps } from '../drm.deps.ts';
import type { AskResult } from './licence-services.adapter.ts';
import { listProviderFacts, type ProviderChange } from './provider-audit-facts.rules.ts';
import { sealSecrets, unsealProvider } from './provider-cache.adapter.ts';
import { checkProvider, type ProviderEdit } from './provider-edit.rules.ts';
import { editedMeanwhile, providerNotConfigured } from './providers.errors.ts';
import {
  deleteProvider,
  listStoredProviders,
  lockProvider,
  type StoredProvider,
  upsertProvider,
} from './providers.repository.ts';

/** The administrator who configures licence services. */
export interface Editor {
  readonly userId: string;
  readonly address: string;
}

type AuditDeps = Pick<DrmDeps, 'clock' | 'nameOf'>;
type EditDeps = AuditDeps & Pick<DrmDeps, 'db' | 'providerCache'>;
type TestResult = DataOf<typeof endpoints.drmAdmin.testProvider>;

/** Lists one entry for each vendor's system, configured or not. */
export async function listProviders(
  deps: Pick<DrmDeps, 'db' | 'licenceServices'>,
): Promise<DrmProvider[]> {
  const stored = new Map((await listStoredProviders(deps.db)).map((one) => [one.system, one]));
  return vendorSystems.map((system) => presentProvider(deps, system, stored.get(system)));
}

/**
 * Configures a licence service. Secrets that are left out are kept, unless the driver changes.
 * @throws AppError 400 provider_settings_invalid, 409 edited_meanwhile
 */
export async function setProvider(
  deps: EditDeps & Pick<DrmDeps, 'masterKey' | 'settings' | 'licenceServices'>,
  by: Editor,
  system: VendorSystem,
  edit: ProviderEdit,
): Promise<DrmProvider> {
  const { masterKey } = deps;
  deps.licenceServices.resetHealth(system);
  const allowsPrivate = deps.settings.privateLicenceServices === 'on';
  const stored = await deps.db.transaction().execute(async (trx) => {
    const before = await lockProvider(trx, system);
    if ((before?.version ?? 0) !== edit.version) throw editedMeanwhile();
    const isSameDriver = before?.settings.driver === edit.settings.driver;
    const secrets = {
      ...(before && isSameDriver ? unsealProvider(masterKey, before).secrets : {}),
      ...edit.secrets,
    };
    checkProvider(system, edit, secrets, allowsPrivate);
    const wanted = Object.fromEntries(
      driverSecrets[edit.settings.driver].map((name) => [name, secrets[name] ?? '']),
    );
    const after: StoredProvider = {
      system,
      version: edit.version + 1,
      enabled: edit.enabled,
      settings: edit.settings,
      fairPlay: edit.fairPlay,
      updatedAt: deps.clock.now(),
      sealedSecrets: sealSecrets(masterKey, system, wanted),
    };
    if (!(await upsertProvider(trx, after, by.userId))) throw editedMeanwhile();
    const areSecretsNew = edit.secrets !== undefined;
    await auditProvider(deps, trx, by, {
      action: 'drm.set-provider',
      system,
      before,
      after,
      areSecretsNew,
    });
    return after;
  });
  deps.providerCache.forget();
  return presentProvider(deps, system, stored);
}

export async function removeProvider(
  deps: EditDeps & Pick<DrmDeps, 'licenceServices'>,
  by: Editor,
  system: VendorSystem,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const before = await lockProvider(trx, system);
    if (!before) return;
    await deleteProvider(trx, system);
    const act = { action: 'drm.remove-provider', system } as const;
    await auditProvider(deps, trx, by, { ...act, before, after: undefined });
  });
  deps.providerCache.forget();
  deps.licenceServices.resetHealth(system);
}

/** The message by which a CDM requests the service's certificate; it needs no entitlement. */
const certificateRequest = Buffer.of(0x08, 0x04);

/**
 * Sends a request to the service as configured, to test its settings before learners depend on
 * them.
 * @throws AppError 404 where none is configured
 */
export async function testProvider(
  deps: EditDeps & Pick<DrmDeps, 'licenceServices'>,
  by: Editor,
  system: VendorSystem,
): Promise<TestResult> {
  const provider = await deps.providerCache.findConfiguredProvider(system);
  if (!provider) throw providerNotConfigured();
  await deps.db.transaction().execute(async (trx) => {
    const both = await lockProvider(trx, system);
    const act = { action: 'drm.test-provider', system } as const;
    await auditProvider(deps, trx, by, { ...act, before: both, after: both });
  });
  const challenge = system === 'widevine' ? certificateRequest : Buffer.alloc(0);
  const request = { system, challenge, entitlement: null, now: deps.clock.now() };
  return judgeTest(system, await deps.licenceServices.askService(provider, request));
}

/**
 * Judges a test call. Widevine answers the certificate request in full. The others have no call without
 * a player's challenge: it can only be tested that they refuse the empty one, and not our credentials.
 */
function judgeTest(system: VendorSystem, result: AskResult): TestResult {
  const { milliseconds } = result;
  if ('licence' in result) return { ok: true, trouble: null, milliseconds };
  const isReached = system !== 'widevine' && milliseconds !== null && !result.isTheirFault;
  return { ok: isReached, trouble: result.trouble, milliseconds };
}

function presentProvider(
  { licenceServices }: Pick<DrmDeps, 'licenceServices'>,
  system: VendorSystem,
  stored: StoredProvider | undefined,
): DrmProvider {
  return {
    system,
    version: stored?.version ?? 0,
    enabled: stored?.enabled ?? false,
    settings: stored?.settings ?? null,
    fairPlay: stored?.fairPlay ?? null,
    hasSecrets: stored !== undefined,
    updatedAt: stored?.updatedAt.toISOString() ?? null,
    health: licenceServices.healthOf(system),
  };
}

async function auditProvider(
  deps: AuditDeps,
  trx: Trx,
  by: Editor,
  act: ProviderChange & {
    readonly action: 'drm.set-provider' | 'drm.remove-provider' | 'drm.test-provider';
    readonly system: VendorSystem;
  },
): Promise<void> {
  const { action, system, ...facts } = act;
  await writeAuditEntry(
    trx,
    {
      action,
      actor: { userId: by.userId, name: (await deps.nameOf(trx, by.userId)) ?? '' },
      subject: { id: null, name: system },
      ...listProviderFacts(facts),
      address: by.address,
    },
    deps.clock.now(),
  );
}
