import type { endpoints } from '@prahari/contract';
import { anEvent, anyPlayback, aVideo, byId, jobNobodyHas } from './role-inputs.ts';
import { type Row, row } from './role-row.ts';
import { noId } from './role-subjects.ts';
import {
  byAudience,
  byRight,
  byScope,
  noneOwn,
  notOffered,
  nowhere,
  ownPlayback,
  signedIn,
  superOnly,
} from './role-verdicts.ts';

/** The expected outcome of licence calls and of their administration, by role. */
export const drmRows = {
  generateToken: row(byAudience, (_, { videoId }) => ({ body: { videoId } })),
  validateToken: row(signedIn, (_, { userToken }) => ({ body: { userToken } })),
  clearKeyLicense: row(ownPlayback, (_, { playbackSession, kids }) => ({
    query: { playbackSession },
    body: { kids },
  })),
  // No licence service is configured.
  widevineLicense: row(notOffered, anyPlayback),
  playReadyLicense: row(notOffered, anyPlayback),
  fairPlayLicense: row(notOffered, anyPlayback),
  fairPlayCertificate: row(notOffered),
  persistentLicense: row(notOffered, (_, { videoId }) => ({
    params: { system: 'widevine', id: videoId },
  })),
  licenseStatus: row(signedIn, aVideo),
} as const satisfies Record<keyof typeof endpoints.drm, Row>;

export const drmAdminRows = {
  listProviders: row(superOnly),
  setProvider: row([401, 403, 403, 403, 403, 403, 400], () => ({
    params: { system: 'widevine' },
    body: {},
  })),
  removeProvider: row(superOnly, () => ({ params: { system: 'widevine' } })),
  testProvider: row([401, 403, 403, 403, 403, 403, 404], () => ({
    params: { system: 'widevine' },
  })),
  overview: row(byRight),
  persistence: row(byRight),
} as const satisfies Record<keyof typeof endpoints.drmAdmin, Row>;

/** Copies of others are in `offline.int.test.ts`. */
export const offlineRows = {
  list: row(signedIn),
  create: row([401, 201, 404, 201, 404, 201, 201], (_, { videoId }) => ({ body: { videoId } })),
  check: row(signedIn, () => ({ body: { ids: [noId] } })),
  remove: row(noneOwn, jobNobodyHas),
  reportViews: row(noneOwn, () => ({ ...jobNobodyHas(), body: { events: [anEvent()] } })),
  ofLearner: row(byScope, byId),
  revoke: row(nowhere, jobNobodyHas),
} as const satisfies Record<keyof typeof endpoints.offline, Row>;
