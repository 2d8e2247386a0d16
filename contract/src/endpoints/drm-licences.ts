import * as z from 'zod/mini';
import { maxChallengeBytes, vendorSystems } from '../drm.ts';
import { licenceStatusSchema, persistentLicenceSchema } from '../drm-persistence.ts';
import { endpoint } from '../endpoint.ts';
import { idSchema, instantSchema } from '../fields.ts';
import { clearKeyLicenceSchema, clearKeyRequestSchema, userTokenReasons } from '../playback.ts';
import { userTypes } from '../roles.ts';

const tag = 'DRM';
const anyUser = { kind: 'session', roles: userTypes } as const;

export const validateToken = endpoint({
  method: 'POST',
  path: '/drm/tokens/validate',
  access: anyUser,
  tag,
  summary: 'Check whether a user token is valid for this session',
  body: z.object({ userToken: z.string().check(z.minLength(1), z.maxLength(2048)) }),
  data: z.object({
    valid: z.boolean(),
    /** Null when it is valid. The same for an expired token and one of another user. */
    reason: z.nullable(z.enum(userTokenReasons)),
    videoId: z.nullable(idSchema),
    expiresAt: z.nullable(instantSchema),
  }),
});

/** Without it the header `X-Video-Id` names the video, of which just one may be open on this device. */
const playbackSession = z.optional(idSchema);

export const clearKeyLicense = endpoint({
  method: 'POST',
  path: '/drm/clearkey/license',
  access: anyUser,
  bound: true,
  tag,
  summary: 'A Clear Key licence for the entitled keys of one playback session',
  query: z.object({ playbackSession }),
  body: clearKeyRequestSchema,
  maxBodyBytes: maxChallengeBytes,
  data: { raw: clearKeyLicenceSchema },
});

const vendorLicenceQuery = z.object({
  playbackSession,
  /** The browser will keep it: it found that it can. Otherwise it ends with the playback. */
  keep: z.optional(z.literal('true')),
});

export const widevineLicense = endpoint({
  method: 'POST',
  path: '/drm/widevine/license',
  access: anyUser,
  bound: true,
  tag,
  summary: 'A Widevine licence for one playback session: challenge in, licence out',
  query: vendorLicenceQuery,
  body: { types: ['application/octet-stream'], maxBytes: maxChallengeBytes },
  data: { file: ['application/octet-stream'] },
});

export const playReadyLicense = endpoint({
  method: 'POST',
  path: '/drm/playready/license',
  access: anyUser,
  bound: true,
  tag,
  summary: 'A PlayReady licence for one playback session: SOAP in, SOAP out',
  query: vendorLicenceQuery,
  body: { types: ['text/xml', 'application/soap+xml'], maxBytes: maxChallengeBytes },
  data: { text: ['text/xml'] },
});

export const fairPlayLicense = endpoint({
  method: 'POST',
  path: '/drm/fairplay/license',
  access: anyUser,
  bound: true,
  tag,
  summary: 'A FairPlay licence for one playback session: SPC in, CKC out',
  query: vendorLicenceQuery,
  body: { types: ['application/octet-stream'], maxBytes: maxChallengeBytes },
  data: { file: ['application/octet-stream'] },
});

export const fairPlayCertificate = endpoint({
  method: 'GET',
  path: '/drm/fairplay/certificate',
  access: anyUser,
  tag,
  summary: 'The FairPlay application certificate (DER)',
  data: { file: ['application/pkix-cert'] },
});

export const persistentLicense = endpoint({
  method: 'GET',
  path: '/drm/persistent-licenses/{system}/{id}',
  access: anyUser,
  bound: true,
  tag,
  summary: 'The record of the licence that this device keeps for a video, while it is valid',
  params: z.object({ system: z.enum(vendorSystems), id: idSchema }),
  /**
   * The playback session that uses it: it counts as started from then on, as with a new licence.
   */
  query: z.object({ playbackSession: z.optional(idSchema) }),
  data: persistentLicenceSchema,
});

export const licenseStatus = endpoint({
  method: 'GET',
  path: '/drm/licenses/status/{id}',
  access: anyUser,
  tag,
  summary: "The caller's licences of a video, the latest first",
  params: z.object({ id: idSchema }),
  data: licenceStatusSchema,
});
