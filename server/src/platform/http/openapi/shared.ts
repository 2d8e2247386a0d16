import type { JsonSchema } from './schemas.ts';

const text = { type: 'string' } as const;
const header = (description: string, schema: JsonSchema = text) => ({ description, schema });

/** Of each answer, and of answers to calls with a proof. */
export const responseHeaderComponents = {
  CorrelationId: header('Identifies this answer in the log of the server.'),
  Nonce: header(
    'The nonce for the next proof (RFC 9449, section 8). It changes from time to time, so take it from each answer.',
  ),
  RetryAfter: header('Seconds to wait before another try.', { type: 'integer' }),
  Challenge: header('The kind of proof that is required (RFC 9449, section 7.1).'),
};

const optionalHeader = (name: string, description: string, schema: JsonSchema = text) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

export const parameterComponents = {
  CorrelationId: optionalHeader(
    'X-Correlation-Id',
    'An id for this call, copied into its answer and the log; without one the server creates it.',
    { type: 'string', pattern: '^[A-Za-z0-9._-]{8,64}$' },
  ),
  ClientName: optionalHeader('X-Client-Name', 'The name of the client, for the log.'),
  RequestKey: optionalHeader(
    'X-Request-Key',
    'The `jti` of the proof; compared with it when sent.',
  ),
  DeviceId: optionalHeader(
    'X-Device-Id',
    'The RFC 7638 thumbprint of the device key; compared with the proof when sent.',
  ),
};

export const securitySchemes = {
  accessToken: {
    type: 'http',
    scheme: 'DPoP',
    bearerFormat: 'JWT',
    description:
      '`Authorization: DPoP <access token>`, from a sign-in. It is bound to the device key and works only together with a proof (RFC 9449, section 7.1); it lives 900 s.',
  },
  deviceProof: {
    type: 'apiKey',
    in: 'header',
    name: 'DPoP',
    description:
      'A DPoP proof (RFC 9449): a JWT of type `dpop+jwt`, signed (ES256) with a P-256 key that the device keeps, over `htm`, `htu` (without query), `jti`, `iat`, `nonce` and, with an access token, `ath`. Made for each call. A call without a current nonce is answered 401 with reason `nonce_required` and the nonce in `DPoP-Nonce`: repeat it with that nonce.',
  },
  refreshCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-prahari-refresh-{instance}',
    description:
      'The refresh token of a browser (HttpOnly, SameSite=Strict). The name ends with the id of the installation; other clients send the token in the body.',
  },
  mediaCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-prahari-watch-{instance}',
    description:
      'Set when the password is confirmed for watching (HttpOnly, SameSite=Lax); media needs it beside its signed path. The name ends with the id of the installation.',
  },
  runnerSecret: {
    type: 'http',
    scheme: 'bearer',
    description: 'The secret of a runner; to register it, the token of its invitation.',
  },
  metricsToken: {
    type: 'http',
    scheme: 'bearer',
    description: '`METRICS_TOKEN`, where it is set; else only calls from the machine itself.',
  },
} as const;

interface Refusal {
  readonly name: string;
  readonly about: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const wait = { 'Retry-After': 'RetryAfter' };

const refusals = {
  400: {
    name: 'BadRequest',
    about: 'A part of the call is missing or not valid; `details.fields` says which.',
  },
  401: {
    name: 'Unauthorized',
    about: 'Token or proof is missing, not valid, too old or used; see `details`.',
    headers: { 'WWW-Authenticate': 'Challenge', 'DPoP-Nonce': 'Nonce' },
  },
  403: {
    name: 'Forbidden',
    about: 'The caller is known, but not allowed to do this.',
  },
  404: {
    name: 'NotFound',
    about: 'It does not exist, or the caller may not see it.',
  },
  409: {
    name: 'Conflict',
    about: 'The current state does not allow it; `details.reason` says why.',
  },
  410: {
    name: 'Gone',
    about: 'It existed, but no longer does.',
  },
  412: {
    name: 'VersionUnknown',
    about: 'The server does not support the protocol version.',
  },
  413: {
    name: 'TooLarge',
    about: 'The body is larger than this call accepts.',
  },
  415: {
    name: 'TypeNotSupported',
    about: 'This call does not accept that content type.',
  },
  416: {
    name: 'RangeNotSatisfiable',
    about: 'The range is outside the file.',
  },
  429: {
    name: 'TooManyRequests',
    about: 'Too often; wait as long as `Retry-After` says.',
    headers: wait,
  },
  500: {
    name: 'ServerError',
    about: 'A fault of the server, which is in its log under the correlation id.',
  },
  502: {
    name: 'ServiceError',
    about: 'A service that this call needs did not answer, or refused.',
  },
  503: {
    name: 'Unavailable',
    about: 'The server or its database is busy or away for a moment.',
    headers: wait,
  },
  507: {
    name: 'StorageFull',
    about: 'The disk of the server is full.',
  },
} as const satisfies Record<number, Refusal>;

export type RefusalStatus = keyof typeof refusals;

/** References to headers, as an answer names them. */
export function listHeaderRefs(names: Readonly<Record<string, string>>) {
  const all = { 'X-Correlation-Id': 'CorrelationId', ...names };
  return Object.fromEntries(
    Object.entries(all).map(([name, id]) => [name, { $ref: `#/components/headers/${id}` }]),
  );
}

export function describeResponses() {
  const error = { $ref: '#/components/schemas/Error' };
  return Object.fromEntries(
    Object.values(refusals).map(({ name, about, headers = {} }: Refusal) => [
      name,
      {
        description: about,
        headers: listHeaderRefs(headers),
        content: { 'application/json': { schema: error } },
      },
    ]),
  );
}

export function listRefusalRefs(statuses: readonly RefusalStatus[]) {
  return Object.fromEntries(
    statuses.map((status) => [
      `${status}`,
      { $ref: `#/components/responses/${refusals[status].name}` },
    ]),
  );
}
