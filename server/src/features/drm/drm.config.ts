import {
  defineChoiceSetting,
  defineNumberSetting,
  type ValuesOf,
} from '../../platform/config/setting.ts';

/**
 * A player requests a licence once a video, and again after a break; more requests than this come
 * from another program.
 */
const bounds = { fallback: 60, min: 1, max: 1_000_000 };

export const drmSettings = {
  userTokensPerMinute: defineNumberSetting(
    'USER_TOKENS_PER_MINUTE',
    'Tokens for a video that one user gets in a minute from one process.',
    bounds,
  ),
  licencesPerMinute: defineNumberSetting(
    'LICENCES_PER_MINUTE',
    'Licence requests of one user that one process answers in a minute.',
    bounds,
  ),
  privateLicenceServices: defineChoiceSetting(
    'PRIVATE_LICENCE_SERVICES',
    'Whether licence services may lie on this machine or in a private network: `off` or `on`. With `on`, an administrator who configures them in the browser can reach what only this machine reaches.',
    ['off', 'on'],
  ),
  persistenceLog: defineChoiceSetting(
    'DRM_PERSISTENCE_LOG',
    'Whether players report how licences are kept, for the page DRM licences: `on` or `off`.',
    ['on', 'off'],
  ),
} as const;

export type DrmConfig = ValuesOf<typeof drmSettings>;
