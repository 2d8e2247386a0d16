import { systemConfigFields } from '@prahari/contract';
import {
  defineChoiceSetting,
  defineFirstValueSetting,
  defineNumberSetting,
  type ValuesOf,
} from '../../platform/config/setting.ts';
import type { InitialValues } from '../../platform/system-config/initial-config.ts';

const { playback } = systemConfigFields;

/** First values of the system configuration, but for the limit of this process and the flag. */
export const playbackSettings = {
  streamsPerMinute: defineNumberSetting(
    'STREAMS_PER_MINUTE',
    'Plays that one user may open in a minute at one process.',
    { fallback: 60, min: 1, max: 1_000_000 },
  ),
  reportRetentionDays: defineNumberSetting(
    'PLAYER_REPORT_RETENTION_DAYS',
    'Days for which the single reports of players are kept. Reports to administrators are made of their sums, which are kept for `ANALYTICS_RETENTION_DAYS`; the page of a video looks back 30 days.',
    { fallback: 35, min: 31, max: 36_500 },
  ),
  segmentCache: defineChoiceSetting(
    'SEGMENT_CACHE',
    'Whether browsers keep encrypted segments for half an hour, so that what is watched again is not fetched again: `on` or `off`. With `off` they remove what they kept.',
    ['on', 'off'],
  ),
  bufferingGoalSeconds: defineFirstValueSetting(
    'PLAYER_BUFFERING_GOAL_SECONDS',
    'Seconds of video that a player tries to hold ahead.',
    playback.bufferingGoalSeconds,
  ),
  rebufferingGoalSeconds: defineFirstValueSetting(
    'PLAYER_REBUFFERING_GOAL_SECONDS',
    'Seconds of video that a player needs to start, and to go on after a stall.',
    playback.rebufferingGoalSeconds,
  ),
  bufferBehindSeconds: defineFirstValueSetting(
    'PLAYER_BUFFER_BEHIND_SECONDS',
    'Seconds of played video that a player keeps.',
    playback.bufferBehindSeconds,
  ),
  progressEverySeconds: defineFirstValueSetting(
    'PLAYER_PROGRESS_SECONDS',
    'Seconds between two reports of the playback position.',
    playback.progressEverySeconds,
  ),
  watermarkOpacityPercent: defineFirstValueSetting(
    'WATERMARK_OPACITY_PERCENT',
    'How strongly the visible watermark covers the picture; it must survive being filmed off a screen.',
    playback.watermarkOpacityPercent,
  ),
  watermarkMoveSeconds: defineFirstValueSetting(
    'WATERMARK_MOVE_SECONDS',
    'Seconds after which the moving watermark takes another place.',
    playback.watermarkMoveSeconds,
  ),
} as const;

export type PlaybackConfig = ValuesOf<typeof playbackSettings>;

export function buildInitialPlaybackConfig(settings: PlaybackConfig): InitialValues {
  return {
    playback: {
      bufferingGoalSeconds: settings.bufferingGoalSeconds,
      rebufferingGoalSeconds: settings.rebufferingGoalSeconds,
      bufferBehindSeconds: settings.bufferBehindSeconds,
      progressEverySeconds: settings.progressEverySeconds,
      watermarkOpacityPercent: settings.watermarkOpacityPercent,
      watermarkMoveSeconds: settings.watermarkMoveSeconds,
    },
  };
}
