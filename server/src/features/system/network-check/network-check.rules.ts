import { isIP } from 'node:net';
import { clockToleranceMs, type DataOf, type endpoints, slowRoundTripMs } from '@prahari/contract';
import { removeMapping } from '../../../platform/network/network.ts';
import { isPrivateAddress } from '../../../platform/outgoing/private-address.ts';

type NetworkCheck = DataOf<typeof endpoints.performance.networkCheck>;

/** Headers that current browsers send with each call of a page; a proxy may drop some. */
const expectedHeaders = [
  'accept',
  'accept-encoding',
  'accept-language',
  'sec-fetch-mode',
  'sec-fetch-site',
  'user-agent',
] as const;

export interface ConnectionFacts {
  readonly address: string;
  readonly country: string | null;
  readonly httpVersion: string;
  /** Of the protocol as the browser speaks it, in front of a trusted proxy too. */
  readonly isEncrypted: boolean;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly sentAt: string | undefined;
  readonly roundTripMs: number | undefined;
}

/** Says what is known of a connection, and names as an issue only what a figure shows. */
export function checkConnection(facts: ConnectionFacts, now: Date): NetworkCheck {
  const address = removeMapping(facts.address);
  const roundTripMs = facts.roundTripMs ?? null;
  // Said half a round trip ago.
  const clockAheadMs =
    facts.sentAt === undefined
      ? null
      : Math.round(Date.parse(facts.sentAt) + (roundTripMs ?? 0) / 2 - now.getTime());
  const addressClass = classify(address);
  const issues: NetworkCheck['issues'] = [];
  if (roundTripMs !== null && roundTripMs >= slowRoundTripMs)
    issues.push({ code: 'slow_network', message: 'Slow network connection detected' });
  if (clockAheadMs !== null && Math.abs(clockAheadMs) > clockToleranceMs)
    issues.push({ code: 'clock_off', message: 'The clock of this device is wrong' });
  if (!facts.isEncrypted && addressClass !== 'loopback')
    issues.push({ code: 'insecure_transport', message: 'This connection is not encrypted' });
  const isPresent = (name: string) => facts.headers[name] !== undefined;
  return {
    at: now.toISOString(),
    protocol: { httpVersion: facts.httpVersion, isEncrypted: facts.isEncrypted },
    address: {
      class: addressClass,
      version: isIP(address) === 6 ? 6 : 4,
      country: facts.country,
    },
    headers: {
      present: expectedHeaders.filter(isPresent),
      missing: expectedHeaders.filter((name) => !isPresent(name)),
    },
    clockAheadMs,
    roundTripMs,
    issues,
  };
}

function classify(address: string): NetworkCheck['address']['class'] {
  if (/^127\.|^::1$/.test(address)) return 'loopback';
  if (/^169\.254\.|^fe[89ab]/i.test(address)) return 'link-local';
  return isPrivateAddress(address) ? 'private' : 'public';
}
