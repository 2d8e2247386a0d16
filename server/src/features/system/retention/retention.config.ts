import { numberSetting, type ValuesOf } from '../../../platform/config/setting.ts';

/** How long each kind of data is kept; `retention.rules.ts` plans the moments from it. */
export const retentionSettings = {
  eventRetentionDays: numberSetting(
    'EVENT_RETENTION_DAYS',
    'Days for which recorded events are kept.',
    { fallback: 400, min: 30, max: 3650 },
  ),
  sessionRetentionDays: numberSetting(
    'SESSION_RETENTION_DAYS',
    'Days for which sign-ins, login history and plays are kept after they ended; a watermark leads to its learner for that long.',
    { fallback: 400, min: 30, max: 3650 },
  ),
} as const;

export type RetentionSettings = ValuesOf<typeof retentionSettings>;
