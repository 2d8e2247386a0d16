import { defineNumberSetting, type ValuesOf } from '../../platform/config/setting.ts';

export const videosSettings = {
  deleteGraceHours: defineNumberSetting(
    'VIDEO_DELETE_GRACE_HOURS',
    'Hours in which the deletion of a video can be undone; then its media is permanently removed.',
    { fallback: 7 * 24, min: 0, max: 365 * 24 },
  ),
} as const;

export type VideosConfig = ValuesOf<typeof videosSettings>;

/** Returns for how long a deletion can be undone, in milliseconds. */
export function computeGraceMs({ deleteGraceHours }: VideosConfig): number {
  return deleteGraceHours * 3_600_000;
}
