import { isIP } from 'node:net';

/** The domain that a passkey is bound to, and the pages that may use it. */
export interface RelyingParty {
  readonly id: string;
  readonly origins: readonly string[];
}

/**
 * Returns the relying party of this server: the domain under which browsers reach it.
 * @returns null where they reach it by an IP address, for which there are no passkeys (Web
 *   Authentication, section 5.1.3)
 */
export function findRelyingParty(origins: readonly string[]): RelyingParty | null {
  const named = origins
    .map((origin) => ({ origin, host: new URL(origin).hostname }))
    .filter(({ host }) => isIP(host.replace(/^\[|\]$/g, '')) === 0);
  const id = named[0]?.host;
  if (id === undefined) return null;
  return { id, origins: named.filter(({ host }) => host === id).map(({ origin }) => origin) };
}

/**
 * Tells whether a signature counter that did not rise shows a copy. If one key signs in twice at
 * once, the later signature may arrive first: a challenge from before the key was last used shows
 * nothing.
 * @param askedAt when the signed challenge was sent
 */
export function isCopyShown(askedAt: Date, lastUsedAt: Date | null): boolean {
  return lastUsedAt === null || askedAt > lastUsedAt;
}
