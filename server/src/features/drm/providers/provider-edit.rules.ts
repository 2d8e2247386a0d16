import { X509Certificate } from 'node:crypto';
import type { DrmDriver, FairPlaySettings, VendorSystem } from '@prahari/contract';
import { isLocalHost } from '../../../platform/config/local-host.ts';
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

/** What each secret must look like, and how to say so. */
const secretShapes = {
  signingKey: { shape: hex(32), wanted: 'The signing key is 64 hexadecimal digits.' },
  signingIv: { shape: hex(16), wanted: 'The signing IV is 32 hexadecimal digits.' },
  communicationKey: {
    shape: /^[A-Za-z0-9+/]{43}=$/,
    wanted: 'The communication key is 32 bytes in base64.',
  },
  sharedSecret: { shape: /^\S{16,}$/, wanted: 'The shared secret has at least 16 signs.' },
} as const;
const secretsOf = {
  'widevine-cloud': ['signingKey', 'signingIv'],
  axinom: ['communicationKey'],
  drmtoday: ['sharedSecret'],
  headers: [],
} as const satisfies Record<DrmDriver['driver'], readonly (keyof typeof secretShapes)[]>;

/**
 * Whether a service can be asked with these settings.
 * @throws AppError 400 provider_settings_invalid, in words for whoever types them
 */
export function checkProvider(system: VendorSystem, edit: ProviderEdit, secrets: Secrets): void {
  const { settings, fairPlay } = edit;
  const url = new URL(settings.licenceUrl);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocalHost(url.hostname))) {
    throw settingsInvalid('The address must begin with https://, unless it is on localhost.');
  }
  if (url.username || url.password) {
    throw settingsInvalid('The address must not hold a password.');
  }
  if (settings.driver === 'widevine-cloud' && system !== 'widevine') {
    throw settingsInvalid('The Widevine cloud service makes Widevine licences only.');
  }
  for (const name of secretsOf[settings.driver]) {
    const { shape, wanted } = secretShapes[name];
    if (!shape.test(secrets[name] ?? '')) throw settingsInvalid(wanted);
  }
  if (settings.driver === 'headers') checkTemplate(settings.headers, secrets);
  if (system === 'fairplay' && !isCertificate(fairPlay)) {
    throw settingsInvalid('FairPlay needs its application certificate (DER in base64).');
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
    throw settingsInvalid('Headers of the connection itself can not be set.');
  }
  const usesSecret = headers.some(({ value }) => value.includes('{secret}'));
  if (usesSecret && !/^[\x20-\x7e]+$/.test(secrets['secret'] ?? '')) {
    throw settingsInvalid('{secret} stands in a header: give the secret.');
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
