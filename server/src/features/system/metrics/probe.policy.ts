import { hasSameBytes, sha256 } from '../../../platform/crypto/codes.ts';
import { isServedOverTls, type PlatformConfig } from '../../../platform/platform.config.ts';
import type { SystemSettings } from '../system.config.ts';

/** The facts about a call to `/metrics` or `/health/deep`. */
export interface ProbeFacts {
  /** The other end of the connection itself, regardless of headers. */
  readonly remoteAddress: string | undefined;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** nginx uses `1.0` towards its upstream by default. */
  readonly httpVersion: string;
}

/** The operator's configuration of this instance. */
export interface ProbeSettings {
  readonly metricsToken: string | undefined;
  /** Proxies can pass requests on without a trace: then only a token identifies the caller. */
  readonly isBehindProxy: boolean;
}

/** A proxy in front of this server ends TLS, which it does not support itself. */
export function describeProbes(
  settings: Pick<SystemSettings, 'metricsToken'> & Pick<PlatformConfig, 'trustProxy' | 'publicUrl'>,
): ProbeSettings {
  const { metricsToken, trustProxy } = settings;
  return { metricsToken, isBehindProxy: trustProxy.length > 0 || isServedOverTls(settings) };
}

/** Any of these says that a request was passed on by a proxy, or that a browser made it. */
const foreignHeader =
  /^(?:forwarded|via|x-forwarded-.+|x-(?:real|client|cluster-client)-ip|true-client-ip|cf-connecting-ip|sec-fetch-site)$/;

const loopbackAddress = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;
/** A page of another site can lead its own name here, but the browser then says that name. */
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Tells whether probes may be read: with a token set, by callers that know it; else by callers on
 * this machine that connect directly, behind no proxy.
 */
export function mayReadProbes(facts: ProbeFacts, settings: ProbeSettings): boolean {
  const { metricsToken, isBehindProxy } = settings;
  if (metricsToken !== undefined) return knowsToken(facts, metricsToken);
  return !isBehindProxy && isLocalCall(facts);
}

function knowsToken({ headers }: ProbeFacts, metricsToken: string): boolean {
  const given = /^Bearer (.+)$/i.exec(`${headers['authorization'] ?? ''}`)?.[1] ?? '';
  return hasSameBytes(sha256(given), sha256(metricsToken));
}

function isLocalCall({ remoteAddress, headers, httpVersion }: ProbeFacts): boolean {
  return (
    loopbackAddress.test(remoteAddress ?? '') &&
    loopbackHost.test(`${headers['host'] ?? ''}`) &&
    httpVersion !== '1.0' &&
    !Object.keys(headers).some((name) => foreignHeader.test(name))
  );
}
