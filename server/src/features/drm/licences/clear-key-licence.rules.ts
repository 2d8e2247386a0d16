import type { DataOf, endpoints } from '@prahari/contract';
import type { ContentKey } from '../ports.ts';
import { type LicencePolicy, listSoftwareClasses } from './licence-policy.rules.ts';

const keyIdBytes = 16;

/**
 * Reads the key ids of a licence request (W3C EME, section 9.1.3): each once, in the requested order.
 * @returns null when one of them is not 16 bytes in canonical base64url without padding
 */
export function parseKeyIds(kids: readonly string[]): Buffer[] | null {
  const keyIds = [...new Set(kids)].map((kid) => {
    const bytes = Buffer.from(kid, 'base64url');
    return bytes.length === keyIdBytes && bytes.toString('base64url') === kid ? bytes : null;
  });
  return keyIds.every((keyId) => keyId !== null) ? keyIds : null;
}

/**
 * Chooses the keys to release: the requested ones, out of the keys of the video in the scheme
 * that is played.
 * @returns null when a requested key is not among them: no player requests a key of another video
 */
export function releaseKeys(
  requested: readonly Buffer[],
  found: readonly ContentKey[],
  { videoId, scheme }: Pick<ContentKey, 'videoId' | 'scheme'>,
): ContentKey[] | null {
  const owned = found.filter((pair) => pair.videoId === videoId && pair.scheme === scheme);
  const released = requested.map((keyId) => owned.find((pair) => keyId.equals(pair.keyId)));
  return released.every((pair) => pair !== undefined) ? released : null;
}

/** Keeps the keys that may be released to software without hardware security. */
export function filterForSoftware(
  keys: readonly ContentKey[],
  policy: LicencePolicy,
): ContentKey[] {
  const classes = listSoftwareClasses(policy);
  return keys.filter(({ qualityClass }) => classes.includes(qualityClass));
}

/** Builds the licence: a JWK set (W3C EME, section 9.1.4). */
export function buildLicence(
  keys: readonly ContentKey[],
): DataOf<typeof endpoints.drm.clearKeyLicense> {
  return {
    keys: keys.map(({ keyId, key }) => ({ kty: 'oct', kid: base64url(keyId), k: base64url(key) })),
    type: 'temporary',
  };
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
