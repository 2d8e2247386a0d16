const names: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Tells whether the host of an address, as `URL` writes it, is this machine, so that no network
 * lies in between.
 */
export function isLocalHost(hostname: string): boolean {
  return names.includes(hostname);
}
