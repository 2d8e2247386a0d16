import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { isForgedOwnAddress } from '../network/own-calls.ts';

/**
 * Reads one header as text; undefined when absent. Repeated headers arrive joined, and fail their
 * check.
 */
export function readTextHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/**
 * Finds the pattern of the route, for logs and metrics: addresses contain ids and signatures, and
 * are unlimited in number. Files of the web app count as one.
 */
export function findRoutePattern({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'none';
  return url.startsWith('/assets/') ? '/assets/*' : url;
}

/**
 * Reads the token of `Authorization: DPoP …` (RFC 9449, section 7.1); undefined when there is none.
 */
export function readAccessToken(request: FastifyRequest): string | undefined {
  const match = /^DPoP ([A-Za-z0-9._~+/-]+=*)$/i.exec(
    readTextHeader(request, 'authorization') ?? '',
  );
  return match?.[1];
}

/** Reads the token of `Authorization: Bearer …` (RFC 6750); undefined when there is none. */
export function readBearerToken(request: FastifyRequest): string | undefined {
  const given = readTextHeader(request, 'authorization') ?? '';
  return /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(given)?.[1];
}

/** Tells whether a browser sent the request, by a header that no page can set or omit. */
export function isBrowser(request: FastifyRequest): boolean {
  return readTextHeader(request, 'sec-fetch-site') !== undefined;
}

/**
 * Reads the user agent, cut to a length that distinguishes machines and cannot fill a table.
 */
export function readUserAgent(request: FastifyRequest): string {
  return (readTextHeader(request, 'user-agent') ?? '').slice(0, 300);
}

/** The origin of a request: the client's own claims, except the address. */
export interface ClientTraits {
  readonly address: string;
  readonly userAgent: string;
  /** Client hints about the machine, in a fixed order; empty where a browser sends none. */
  readonly machine: string;
}

/**
 * About the machine, not about one release of the browser; `web-app.ts` requests them from
 * browsers.
 */
export const machineHints = [
  'sec-ch-ua-platform',
  'sec-ch-ua-platform-version',
  'sec-ch-ua-arch',
  'sec-ch-ua-bitness',
  'sec-ch-device-memory',
] as const;

export function readClientTraits(request: FastifyRequest): ClientTraits {
  const machine = machineHints.map((name) => (readTextHeader(request, name) ?? '').slice(0, 60));
  return {
    address: request.ip,
    userAgent: readUserAgent(request),
    machine: machine.some((hint) => hint !== '') ? machine.join(' ') : '',
  };
}

/**
 * Refuses request lines that are not a plain path (RFC 9112, section 3.2): an absolute address
 * would replace our own origin when the two are joined. HTTP/1.1 without a host is refused too.
 * @throws AppError
 */
export function refuseOtherForms(request: FastifyRequest): void {
  const isPath = request.url.startsWith('/') && !request.url.startsWith('//');
  const lacksHost = request.raw.httpVersion === '1.1' && request.headers.host === undefined;
  if (!isPath || lacksHost) {
    throw new AppError('INVALID_FORMAT', 'The request could not be understood.');
  }
}

/**
 * Refuses a caller that names an address of the platform's own calls in a forwarded header. It is
 * believed where callers come from an address of `TRUST_PROXY`, as a kendra within `10.0.0.0/8`.
 * @throws AppError
 */
export function refuseForgedOwnAddress(request: FastifyRequest): void {
  if (isForgedOwnAddress(request.ip, request.socket.remoteAddress)) {
    throw new AppError('INVALID_FORMAT', 'The request could not be understood.');
  }
}

/**
 * Refuses what another site made a browser send (OWASP CSRF cheat sheet: fetch metadata).
 * @throws AppError
 */
export function refuseCrossSite(request: FastifyRequest): void {
  const site = readTextHeader(request, 'sec-fetch-site');
  if (site === 'cross-site' || site === 'same-site') {
    throw new AppError('ACCESS_DENIED', 'Calls from other sites are not accepted.', {
      reason: 'cross_site_request',
    });
  }
}
