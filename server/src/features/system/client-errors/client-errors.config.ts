import { defineChoiceSetting, definePageTargetSetting } from '../../../platform/config/setting.ts';

export const clientErrorSettings = {
  clientErrorLog: defineChoiceSetting(
    'CLIENT_ERROR_LOG',
    'Whether browsers send the errors that they meet to this server, where administrators read them for 24 hours. When `off`, only what a user reports is sent.',
    ['on', 'off'],
  ),
  remoteLog: defineChoiceSetting(
    'REMOTE_LOG',
    'Whether browsers send a copy of the errors that they meet to `REMOTE_LOG_ENDPOINT`.',
    ['off', 'on'],
  ),
  remoteLogEndpoint: definePageTargetSetting(
    'REMOTE_LOG_ENDPOINT',
    'The https address of a log of your own, which browsers reach: it takes `POST {logs, metadata}` as JSON from the origin of this server (CORS), without cookies. Secrets are taken out; ids of users stay.',
  ),
} as const;
