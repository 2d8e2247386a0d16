/** Why no passkey can be made or used here. */
export type PasskeyObstacle = 'insecure' | 'unsupported' | 'address';

/** Returns why passkeys can't be used; null where browser and address allow them. */
export function findPasskeyObstacle(
  page: Pick<Window, 'isSecureContext'> & {
    readonly location: Pick<Location, 'hostname'>;
  } = window,
): PasskeyObstacle | null {
  if (!page.isSecureContext) return 'insecure';
  if (!('PublicKeyCredential' in page) || page.PublicKeyCredential === undefined) {
    return 'unsupported';
  }
  // Web Authentication, section 5.1.3: they belong to a name, never to an IP address.
  const isAddress = /^(?:[\d.]+|\[.*\])$/.test(page.location.hostname);
  return isAddress ? 'address' : null;
}
