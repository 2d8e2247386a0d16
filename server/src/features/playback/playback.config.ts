import { limits, type Stream } from '@prahari/contract';
import type { ValuesOf } from '../../platform/config/setting.ts';
import { numberSetting } from '../../platform/config/setting.ts';

const { streaming, progressEverySeconds } = limits;

/** Specification, section 9, where it names a number; every player is told by the stream call. */
export const playbackSettings = {
  streamsPerMinute: numberSetting(
    'STREAMS_PER_MINUTE',
    'Plays that one user may open in a minute at one process.',
    { fallback: 60, min: 1, max: 1_000_000 },
  ),
  bufferingGoalSeconds: numberSetting(
    'PLAYER_BUFFERING_GOAL_SECONDS',
    'Seconds of video that a player tries to hold ahead.',
    { fallback: streaming.bufferingGoalSeconds, min: 4, max: 600 },
  ),
  rebufferingGoalSeconds: numberSetting(
    'PLAYER_REBUFFERING_GOAL_SECONDS',
    'Seconds of video that a player needs to start, and to go on after a stall.',
    { fallback: streaming.rebufferingGoalSeconds, min: 1, max: 60 },
  ),
  bufferBehindSeconds: numberSetting(
    'PLAYER_BUFFER_BEHIND_SECONDS',
    'Seconds of played video that a player keeps.',
    { fallback: streaming.bufferBehindSeconds, min: 0, max: 600 },
  ),
  progressEverySeconds: numberSetting(
    'PLAYER_PROGRESS_SECONDS',
    'Seconds between two reports of where playback stands.',
    { fallback: progressEverySeconds, min: 5, max: 300 },
  ),
  watermarkOpacityPercent: numberSetting(
    'WATERMARK_OPACITY_PERCENT',
    'How strongly the visible watermark covers the picture; it must survive being filmed off a screen.',
    { fallback: 30, min: 5, max: 100 },
  ),
  watermarkMoveSeconds: numberSetting(
    'WATERMARK_MOVE_SECONDS',
    'Seconds after which the moving watermark takes another place.',
    { fallback: 20, min: 2, max: 300 },
  ),
} as const;

export type PlaybackConfig = ValuesOf<typeof playbackSettings>;

/** The settings as players read them. */
export function policyOf(config: PlaybackConfig): Stream['policy'] {
  return {
    bufferingGoalSeconds: config.bufferingGoalSeconds,
    rebufferingGoalSeconds: config.rebufferingGoalSeconds,
    bufferBehindSeconds: config.bufferBehindSeconds,
    progressEverySeconds: config.progressEverySeconds,
    watermarkOpacity: config.watermarkOpacityPercent / 100,
    watermarkMoveEveryMs: config.watermarkMoveSeconds * 1000,
  };
}
