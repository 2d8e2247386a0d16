import { authEndpoints } from './endpoints/auth.ts';
import { drmEndpoints } from './endpoints/drm.ts';
import { systemEndpoints } from './endpoints/system.ts';
import { userEndpoints } from './endpoints/users.ts';
import { uploadEndpoints, videoEndpoints } from './endpoints/videos.ts';

/** Every call of the product, by area. */
export const endpoints = {
  auth: authEndpoints,
  users: userEndpoints,
  videos: videoEndpoints,
  uploads: uploadEndpoints,
  drm: drmEndpoints,
  system: systemEndpoints,
} as const;
