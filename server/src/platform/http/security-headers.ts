import { basePath, endpoints } from '@prahari/contract';
import type { FastifyReply } from 'fastify';
import { apiPagesPolicies } from './openapi/trusted-html.ts';

/** The same on every answer, errors too (OWASP ASVS 5.0, 3.4.1–3.4.8). */
const always: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  // Different from the app's pages, so that the browser separates them from other pages that are
  // opened: otherwise a video could be reached from the functions of the page that describes the
  // API.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'permissions-policy': [
    'encrypted-media=(self)',
    'fullscreen=(self)',
    'screen-wake-lock=(self)',
    'autoplay=(self)',
    ...['display-capture', 'picture-in-picture', 'camera', 'microphone', 'geolocation', 'usb'],
    ...['serial', 'hid', 'midi', 'payment', 'clipboard-read', 'browsing-topics'],
  ]
    .map((feature) => (feature.includes('=') ? feature : `${feature}=()`))
    .join(', '),
};

/** Two years, as preload lists require. Sent only over TLS, where it has a meaning. */
const strictTransport = 'max-age=63072000; includeSubDomains; preload';

const apiPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * The policy by which the web app's own workers are started (`trust-own-scripts.ts` in web/): none makes
 * HTML of text.
 */
const documentTrustedTypes = 'default';

/**
 * Of scripts: what a worker may do is said by the answer that holds it. Elsewhere it has no meaning.
 */
export const scriptPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Builds the policy of the web app: everything from this origin, nothing inline.
 * @param alsoConnectTo further addresses that its scripts may send to
 */
export const buildDocumentPolicy = (...alsoConnectTo: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...alsoConnectTo].join(' '),
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${documentTrustedTypes}`,
    // Deprecated, and what all browsers know; `report-to` is sent by some only, and minutes later.
    `report-uri ${basePath}${endpoints.security.reportPolicyViolation.path}`,
  ].join('; ');

/** Of the web app's pages: only they reach each other, where one opened the other. */
export const documentOpenerPolicy = 'same-origin';

/** The one style sheet that the script of Swagger UI writes into its page. */
const swaggerStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

/**
 * The same for the pages that describe the API, except that Swagger UI writes HTML as text: named
 * policies check it (`trusted-html.ts`).
 */
export const apiPagesPolicy = buildDocumentPolicy()
  .replace("worker-src 'self'", "worker-src 'none'")
  .replace("style-src 'self'", `style-src 'self' ${swaggerStyle}`)
  .replace("img-src 'self' blob:", "img-src 'self' data:")
  .replace(`trusted-types ${documentTrustedTypes}`, `trusted-types ${apiPagesPolicies.join(' ')}`);

/** Sets the headers of an answer that is not a document; routes may refine them. */
export function setSecurityHeaders(reply: FastifyReply, isSecure: boolean): void {
  reply.headers(always);
  reply.header('content-security-policy', apiPolicy);
  reply.header('cache-control', 'no-store');
  if (isSecure) reply.header('strict-transport-security', strictTransport);
}
