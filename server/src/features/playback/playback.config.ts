import { systemConfigBounds } from '@prahari/contract';
import type { ValuesOf } from '../../platform/config/setting.ts';
import { numberSetting } from '../../platform/config/setting.ts';

const { playback } = systemConfigBounds;

function boundsOf({ first, min, max }: { first: number; min: number; max: number }) {
  return { fallback: first, min, max };
}

/** First values of the system configuration, but for the limit of this process. */
export const playbackSettings = {
  streamsPerMinute: numberSetting(
    'STREAMS_PER_MINUTE',
    'Plays that one user may open in a minute at one process.',
    { fallback: 60, min: 1, max: 1_000_000 },
  ),
  bufferingGoalSeconds: numberSetting(
    'PLAYER_BUFFERING_GOAL_SECONDS',
    'Seconds of video that a player tries to hold ahead. Holds until the system configuration says otherwise.',
    boundsOf(playback.bufferingGoalSeconds),
  ),
  rebufferingGoalSeconds: numberSetting(
    'PLAYER_REBUFFERING_GOAL_SECONDS',
    'Seconds of video that a player needs to start, and to go on after a stall. Holds until the system configuration says otherwise.',
    boundsOf(playback.rebufferingGoalSeconds),
  ),
  bufferBehindSeconds: numberSetting(
    'PLAYER_BUFFER_BEHIND_SECONDS',
    'Seconds of played video that a player keeps. Holds until the system configuration says otherwise.',
    boundsOf(playback.bufferBehindSeconds),
  ),
  progressEverySeconds: numberSetting(
    'PLAYER_PROGRESS_SECONDS',
    'Seconds between two reports of where playback stands. Holds until the system configuration says otherwise.',
    boundsOf(playback.progressEverySeconds),
  ),
  watermarkOpacityPercent: numberSetting(
    'WATERMARK_OPACITY_PERCENT',
    'How strongly the visible watermark covers the picture; it must survive being filmed off a screen. Holds until the system configuration says otherwise.',
    boundsOf(playback.watermarkOpacityPercent),
  ),
  watermarkMoveSeconds: numberSetting(
    'WATERMARK_MOVE_SECONDS',
    'Seconds after which the moving watermark takes another place. Holds until the system configuration says otherwise.',
    boundsOf(playback.watermarkMoveSeconds),
  ),
} as const;

export type PlaybackConfig = ValuesOf<typeof playbackSettings>;
