/** Headers that a client sends with every call (specification, sections 6 and 7). */
export const requestHeaders = {
  correlationId: 'x-correlation-id',
  apiVersion: 'x-api-version',
  clientName: 'x-client-name',
  clientVersion: 'x-client-version',
  /** The per-request API key: the `jti` of the proof, refused when seen twice. */
  requestKey: 'x-request-key',
  /** The device token: a DPoP proof (RFC 9449). */
  deviceToken: 'dpop',
  /** The RFC 7638 thumbprint of the device key. The server compares it, and believes the proof. */
  deviceId: 'x-device-id',
  /**
   * For a licence request: names the video of its playback session. If both are given, they must
   * agree; alone, it selects the session that is open for that video.
   */
  videoId: 'x-video-id',
} as const;

export const responseHeaders = {
  correlationId: 'x-correlation-id',
  nonce: 'dpop-nonce',
  /** `taken` where the step of the device proof was noted; until then a client sends it again. */
  step: 'dpop-step',
  retryAfter: 'retry-after',
  /** The limit of the call, and what is left of it (draft-ietf-httpapi-ratelimit-headers). */
  rateLimitPolicy: 'ratelimit-policy',
  rateLimit: 'ratelimit',
} as const;

export const apiVersion = '1';
export const basePath = '/api/v1';
