import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema, instantSchema } from '../fields.ts';
import { userTypes } from '../roles.ts';

/** Alone in its file: the only call for playback that a learner's first page makes. */
export const generateToken = endpoint({
  method: 'POST',
  path: '/drm/tokens/generate',
  access: { kind: 'session', roles: userTypes },
  bound: true,
  tag: 'DRM',
  summary: 'A short-lived token for one video, device and session',
  body: z.object({ videoId: idSchema }),
  data: z.object({ userToken: z.string(), expiresAt: instantSchema }),
});
