import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isLocalHost } from '../../../platform/config/local-host.ts';
import {
  defineOptionalTextSetting,
  defineTextSetting,
  type ValuesOf,
} from '../../../platform/config/setting.ts';
import { StartError } from '../../../platform/errors/app-error.ts';
import type { CpixSystem } from './cpix.rules.ts';

export const keyServiceSettings = {
  keyServiceUrl: defineOptionalTextSetting(
    'KEY_SERVICE_URL',
    'Address of a key service (SPEKE 2.0, CPIX 2.3) that provides the content keys of new videos; without it, Prahari generates them.',
  ),
  keyServiceAuthorization: defineOptionalTextSetting(
    'KEY_SERVICE_AUTHORIZATION',
    'The `Authorization` header that the key service requires.',
  ),
  keyServiceSystems: defineTextSetting(
    'KEY_SERVICE_SYSTEMS',
    'Key systems for which the key service must know the keys, of `widevine`, `playready` and `fairplay`.',
    'widevine,playready,fairplay',
  ),
  keyServiceIdentityFile: defineOptionalTextSetting(
    'KEY_SERVICE_IDENTITY_FILE',
    'A PEM file with an RSA certificate of 2048 bits or more and its private key, for which the key service encrypts the keys; without it they come in clear, under TLS alone.',
  ),
} as const;

export type KeyServiceConfig = ValuesOf<typeof keyServiceSettings>;

export interface KeyService {
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly systems: readonly CpixSystem[];
  /** DER. */
  readonly certificate: Buffer | null;
  readonly privateKeyPem: string | null;
}

const known: ReadonlySet<string> = new Set<CpixSystem>(['widevine', 'playready', 'fairplay']);
const isSystem = (name: string): name is CpixSystem => known.has(name);
const leastBits = 2048;

/**
 * Reads the key service out of its settings; undefined when none is set.
 * @throws StartError that names the setting and never its value, which may be a secret
 */
export function readKeyService(settings: KeyServiceConfig): KeyService | undefined {
  const { keyServiceUrl, keyServiceAuthorization: authorization } = settings;
  if (keyServiceUrl === undefined) return undefined;
  const url = URL.canParse(keyServiceUrl) ? new URL(keyServiceUrl) : undefined;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocalHost(url.hostname));
  if (!url || !isSafe || url.username || url.password) {
    throw new StartError(
      'KEY_SERVICE_URL must begin with https://, unless it is on localhost, and hold no password.',
    );
  }
  if (authorization !== undefined && !/^[\x20-\x7e]+$/.test(authorization)) {
    throw new StartError('KEY_SERVICE_AUTHORIZATION holds signs that a header can not carry.');
  }
  const names = settings.keyServiceSystems.split(',').map((name) => name.trim().toLowerCase());
  const systems = names.filter(isSystem);
  if (systems.length === 0 || systems.length !== names.length) {
    throw new StartError('KEY_SERVICE_SYSTEMS must name widevine, playready or fairplay.');
  }
  const file = settings.keyServiceIdentityFile;
  const identity =
    file === undefined ? { certificate: null, privateKeyPem: null } : readIdentity(file);
  return { url, authorization, systems, ...identity };
}

function readIdentity(file: string): { certificate: Buffer; privateKeyPem: string } {
  try {
    const text = readFileSync(file, 'utf8');
    const certificate = new X509Certificate(text);
    const key = createPrivateKey(text);
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    if (key.asymmetricKeyType === 'rsa' && bits >= leastBits && certificate.checkPrivateKey(key)) {
      const privateKeyPem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
      return { certificate: certificate.raw, privateKeyPem };
    }
  } catch {
    // Its contents are secret: an error only says that it does not fit.
  }
  throw new StartError(
    'KEY_SERVICE_IDENTITY_FILE must be a PEM file with an RSA certificate of 2048 bits or more and its private key.',
  );
}
