import { defineChoiceSetting } from '../../../platform/config/setting.ts';

export const clientErrorSettings = {
  clientErrorLog: defineChoiceSetting(
    'CLIENT_ERROR_LOG',
    'Whether browsers send the errors that they meet to this server, where administrators read them for 24 hours. When `off`, only what a user reports is sent.',
    ['on', 'off'],
  ),
} as const;
