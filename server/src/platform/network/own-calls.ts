import { createHash } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { normalizeAddress } from './name-source.ts';

/**
 * The loopback network from which the platform calls itself, as its security audit does. Such an
 * address can't come from outside this machine.
 */
const ownNetwork = '127.77.';

/**
 * Picks an address of that network for one run, so that what is counted for each address is counted
 * for it alone. On systems other than Linux only one loopback address is set up: undefined.
 */
export function pickOwnAddress(runId: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const [third = 0, fourth = 0] = createHash('sha256').update(runId).digest();
  return `${ownNetwork}${third}.${1 + (fourth % 254)}`;
}

/**
 * Tells whether an address is one of that network by which a caller only says to come from it, in a
 * header that was believed: nothing done there raises an alert.
 * @param connected the other end of the connection itself
 */
export function isForgedOwnAddress(address: string, connected: string | undefined): boolean {
  const plain = normalizeAddress(address);
  return plain.startsWith(ownNetwork) && plain !== normalizeAddress(connected ?? '');
}

/** Makes the condition that a fact was not caused by a call of the platform to itself. */
export function isNotOwnCall(address: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${address} IS NULL OR NOT starts_with(${address}, ${sql.lit(ownNetwork)}))`;
}
