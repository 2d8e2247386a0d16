import { StartError } from '../platform/errors/app-error.ts';

const loopback = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads the address of the server: its origin alone.
 * @throws StartError where videos and the secret would travel in the clear
 */
export function parseServerAddress(text: string): string {
  if (!URL.canParse(text)) throw new StartError(`"${text}" is not an address such as https://…`);
  const { protocol, hostname, origin, pathname, username, search } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
  if (!isSafe) {
    throw new StartError(
      'The server must be reached by https:// – plain http:// is taken from this machine only.',
    );
  }
  if (username !== '' || search !== '' || pathname !== '/') {
    throw new StartError('Name the server without a path: --server https://learn.example.org');
  }
  return origin;
}
