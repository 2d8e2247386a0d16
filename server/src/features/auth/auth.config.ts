import { numberSetting } from '../../platform/config/setting.ts';

export const authSettings = {
  sessionDays: numberSetting(
    'SESSION_DAYS',
    'Days after which everybody must sign in anew, however often the session was refreshed.',
    { fallback: 30, min: 1, max: 365 },
  ),
} as const;
