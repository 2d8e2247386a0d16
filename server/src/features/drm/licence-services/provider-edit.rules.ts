import { X509Certificate } from 'node:crypto';
import type { DrmDriver, FairPlaySettings, ProviderProblem, VendorSystem } from '@prahari/contract';
import { isLocalHost } from '../../../platform/config/local-host.ts';
import { isPrivateHost } from '../../../platform/outgoing/private-address.ts';
import type { Secrets } from './drivers.rules.ts';
import { settingsInvalid } from './providers.errors.ts';

export interface ProviderEdit {
  readonly version: number;
  readonly enabled: boolean;
  readonly settings: DrmDriver;
  readonly fairPlay: FairPlaySettings | null;
  readonly secrets?: Secrets | undefined;
}

const hex = (bytes: number) => new RegExp(`^[0-9a-fA-F]{${bytes * 2}}$`);

/** The required form of each secret, and its name in a refusal. */
const secretShapes = {
  signingKey: { shape: hex(32), problem: 'signing_key' },
  signingIv: { shape: hex(16), problem: 'signing_iv' },
  communicationKey: { shape: /^[A-Za-z0-9+/]{43}=$/, problem: 'communication_key' },
  sharedSecret: { shape: /^\S{16,}$/, problem: 'shared_secret' },
} as const satisfies Record<string, { shape: RegExp; problem: ProviderProblem }>;
const secretsOf = {
  'widevine-cloud': ['signingKey', 'signingIv'],
  axinom: ['communicationKey'],
  drmtoday: ['sharedSecret'],
  headers: [],
} as const satisfies Record<DrmDriver['driver'], readonly (keyof typeof secretShapes)[]>;

/**
 * Tells whether these settings suffice to call a service.
 * @param allowsPrivate whether it may be on this machine or in a private network; names are judged
 * by the client, at each connection
 * @throws AppError 400 provider_settings_invalid, with the problem in its details
 */
export function checkProvider(
  system: VendorSystem,
  edit: ProviderEdit,
  secrets: Secrets,
  allowsPrivate: boolean,
): void {
  const { settings, fairPlay } = edit;
  const url = new URL(settings.licenceUrl);
  if (!allowsPrivate && isPrivateHost(url.hostname)) throw settingsInvalid('address_private');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocalHost(url.hostname))) {
    throw settingsInvalid('address_not_https');
  }
  if (url.username || url.password) {
    throw settingsInvalid('address_with_password');
  }
  if (settings.driver === 'widevine-cloud' && system !== 'widevine') {
    throw settingsInvalid('widevine_only');
  }
  for (const name of secretsOf[settings.driver]) {
    const { shape, problem } = secretShapes[name];
    if (!shape.test(secrets[name] ?? '')) throw settingsInvalid(problem);
  }
  if (settings.driver === 'headers') checkTemplate(settings.headers, secrets);
  if (system === 'fairplay' && !isCertificate(fairPlay)) {
    throw settingsInvalid('certificate');
  }
}

const ownHeaders = new Set([
  'host',
  'content-length',
  'content-type',
  'connection',
  'transfer-encoding',
]);

function checkTemplate(
  headers: readonly { name: string; value: string }[],
  secrets: Secrets,
): void {
  if (headers.some(({ name }) => ownHeaders.has(name.toLowerCase()))) {
    throw settingsInvalid('header_reserved');
  }
  const usesSecret = headers.some(({ value }) => value.includes('{secret}'));
  if (usesSecret && !/^[\x20-\x7e]+$/.test(secrets['secret'] ?? '')) {
    throw settingsInvalid('header_secret');
  }
}

function isCertificate(fairPlay: FairPlaySettings | null): boolean {
  if (!fairPlay) return false;
  try {
    return new X509Certificate(Buffer.from(fairPlay.certificate, 'base64')).publicKey !== undefined;
  } catch {
    return false;
  }
}
