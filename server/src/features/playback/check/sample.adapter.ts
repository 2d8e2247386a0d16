import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

/** Enough to measure 50 Mbit/s by; a slow connection is judged by the bytes of some seconds. */
export const sampleBytes = 1024 ** 2;

/** @returns the same bytes each time, made at the first call; no proxy can compress them. */
export function createSample(): () => Promise<Uint8Array<ArrayBuffer>> {
  let made: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return async () => {
    made ??= promisify(randomBytes)(sampleBytes).then((bytes) => new Uint8Array(bytes));
    return made;
  };
}
