const names: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether the host of an address, as `URL` writes it, is this machine: nobody listens on the way. */
export function isLocalHost(hostname: string): boolean {
  return names.includes(hostname);
}
