import { sameBytes, sha256 } from '../../platform/crypto/codes.ts';

/** What is known of a call to `/metrics` or `/health/deep`. */
export interface ProbeFacts {
  /** The other end of the connection itself, whatever headers say. */
  readonly remoteAddress: string | undefined;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Any of these says that somebody else's request was passed on. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const;

const loopbackAddress = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;
/** A page of another site can lead its own name here, but the browser then says that name. */
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** With a token set, who knows it; else only who calls directly from this machine. */
export function mayReadProbes(facts: ProbeFacts, metricsToken: string | undefined): boolean {
  return metricsToken === undefined ? isLocalCall(facts) : knowsToken(facts, metricsToken);
}

function knowsToken({ headers }: ProbeFacts, metricsToken: string): boolean {
  const given = /^Bearer (.+)$/i.exec(`${headers['authorization'] ?? ''}`)?.[1] ?? '';
  return sameBytes(sha256(given), sha256(metricsToken));
}

function isLocalCall({ remoteAddress, headers }: ProbeFacts): boolean {
  return (
    loopbackAddress.test(remoteAddress ?? '') &&
    loopbackHost.test(`${headers['host'] ?? ''}`) &&
    forwardingHeaders.every((name) => headers[name] === undefined)
  );
}
