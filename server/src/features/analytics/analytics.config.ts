import * as z from 'zod/mini';
import { defineNumberSetting, type Setting, type ValuesOf } from '../../platform/config/setting.ts';

const isTimeZone = (text: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).format() !== '';
  } catch {
    return false;
  }
};

const reportTimeZone: Setting<string> = {
  variable: 'REPORT_TIME_ZONE',
  doc: 'Time zone of the days of reports, such as `Asia/Kolkata`. A change holds from then on: days that were added up stay as they are.',
  defaultText: '`Asia/Kolkata`',
  schema: z._default(
    z.string().check(z.refine<string>(isTimeZone, 'a name such as Asia/Kolkata is needed')),
    'Asia/Kolkata',
  ),
};

export const analyticsSettings = {
  reportTimeZone,
  analyticsRetentionDays: defineNumberSetting(
    'ANALYTICS_RETENTION_DAYS',
    'Days for which the figures of reports are kept; those of single hours for 100 days at most.',
    { fallback: 1100, min: 200, max: 36_500 },
  ),
} as const;
export type AnalyticsConfig = ValuesOf<typeof analyticsSettings>;
