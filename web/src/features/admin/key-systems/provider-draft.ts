import {
  type CallInput,
  type DrmDriver,
  type DrmProvider,
  driverSecrets,
  type endpoints,
  type FairPlaySettings,
  type VendorSystem,
} from '@prahari/contract';

export type Driver = DrmDriver['driver'];
export type ProviderEdit = CallInput<typeof endpoints.drmAdmin.setProvider>['body'];

/** The contents of the form: text as typed. */
export interface ProviderDraft {
  readonly driver: Driver;
  readonly enabled: boolean;
  readonly licenceUrl: string;
  readonly provider: string;
  readonly padding: 'pkcs7' | 'zero';
  readonly communicationKeyId: string;
  readonly merchant: string;
  /** One a line: `Name: value`. */
  readonly headers: string;
  readonly secrets: Readonly<Record<string, string>>;
  readonly certificate: string;
  readonly requestCodec: FairPlaySettings['requestCodec'];
  readonly responseCodec: FairPlaySettings['responseCodec'];
}

/** The Widevine cloud service makes licences of its own system only. */
export function listDrivers(system: VendorSystem): readonly Driver[] {
  const others = ['axinom', 'drmtoday', 'headers'] as const;
  return system === 'widevine' ? ['widevine-cloud', ...others] : others;
}

export function createDraft({ system, settings, fairPlay, enabled }: DrmProvider): ProviderDraft {
  const bare: ProviderDraft = {
    driver: listDrivers(system)[0] ?? 'headers',
    enabled: settings === null || enabled,
    licenceUrl: '',
    provider: '',
    padding: 'pkcs7',
    communicationKeyId: '',
    merchant: '',
    headers: '',
    secrets: {},
    certificate: fairPlay?.certificate ?? '',
    requestCodec: fairPlay?.requestCodec ?? 'raw',
    responseCodec: fairPlay?.responseCodec ?? 'raw',
  };
  if (!settings) return bare;
  if (settings.driver !== 'headers') return { ...bare, ...settings };
  const { driver, licenceUrl, headers } = settings;
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  return { ...bare, driver, licenceUrl, headers: lines.join('\n') };
}

/** The body to send; the server reports what is invalid. */
export function buildEdit(provider: DrmProvider, draft: ProviderDraft): ProviderEdit {
  const secrets = driverSecrets[draft.driver].flatMap((name): [string, string][] => {
    const typed = draft.secrets[name]?.trim();
    return typed ? [[name, typed]] : [];
  });
  const { certificate, requestCodec, responseCodec } = draft;
  const isFairPlay = provider.system === 'fairplay';
  return {
    version: provider.version,
    enabled: draft.enabled,
    settings: buildSettings(draft),
    fairPlay: isFairPlay
      ? { certificate: certificate.replace(/\s/g, ''), requestCodec, responseCodec }
      : null,
    ...(secrets.length > 0 ? { secrets: Object.fromEntries(secrets) } : {}),
  };
}

function buildSettings(draft: ProviderDraft): DrmDriver {
  const { driver, merchant, padding } = draft;
  const licenceUrl = draft.licenceUrl.trim();
  if (driver === 'widevine-cloud') {
    return { driver, licenceUrl, provider: draft.provider.trim(), padding };
  }
  if (driver === 'axinom') {
    return { driver, licenceUrl, communicationKeyId: draft.communicationKeyId.trim() };
  }
  if (driver === 'drmtoday') return { driver, licenceUrl, merchant: merchant.trim() };
  return { driver, licenceUrl, headers: parseHeaders(draft.headers) };
}

function parseHeaders(text: string): { name: string; value: string }[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      const end = colon < 0 ? line.length : colon;
      return { name: line.slice(0, end).trim(), value: line.slice(end + 1).trim() };
    });
}
