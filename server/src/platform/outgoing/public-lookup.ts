import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-address.ts';

/** Code of the error for a name without a public address. */
export const privateCode = 'EPRIVATE';

/**
 * Resolves names to public addresses only; fails with the code `EPRIVATE` if there is none. A
 * connection made with it uses only the checked addresses: a name may resolve to others each time.
 */
export function lookUpPublic(
  resolve: (
    hostname: string,
    options: LookupAllOptions,
    answer: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
  ) => void = lookup,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const usable = found.filter(({ address }) => !isPrivateAddress(address));
      const [first] = usable;
      if (!first) return callback(Object.assign(new Error(), { code: privateCode }), []);
      return options.all ? callback(null, usable) : callback(null, first.address, first.family);
    });
  };
}
