import type { StartMeasure } from '../engine/start/start-measure.ts';
import type { PlaybackEvent } from './playback-reporter.ts';

export interface Measured {
  readonly start: Pick<StartMeasure, 'take'>;
  readonly video: Pick<HTMLVideoElement, 'getVideoPlaybackQuality'>;
  /** Of what plays; 0 while it is not known. */
  readonly bitsPerSecond: () => number;
}

type Detail = Record<string, string>;

/** Events up to which something was watched. */
const closing: readonly PlaybackEvent[] = ['progress', 'pause', 'ended', 'rebuffer'];
/** Where playback stops: drops are a ratio, and would make each heartbeat larger. */
const stopping: readonly PlaybackEvent[] = ['pause', 'ended'];

/** Measures what the report of an event says of playback (`playbackEventSchema` of the contract). */
export function createMeasures({ start, video, bitsPerSecond }: Measured) {
  let told = { frames: 0, dropped: 0 };

  function describeStart(): Detail {
    const times = start.take();
    if (times === null) return {};
    const { answer, manifest, licence, segments, picture } = times;
    return {
      startMs: `${answer + manifest + licence + segments + picture}`,
      answerMs: `${answer}`,
      manifestMs: `${manifest}`,
      licenceMs: `${licence}`,
      segmentsMs: `${segments}`,
    };
  }

  function describeRate(): Detail {
    const kbps = Math.round(bitsPerSecond() / 1000);
    return kbps > 0 ? { kbps: `${kbps}` } : {};
  }

  function describeFrames(): Detail {
    const quality = video.getVideoPlaybackQuality();
    const now = { frames: quality.totalVideoFrames, dropped: quality.droppedVideoFrames };
    // Loading again, as without the picture, counts from 0.
    const before = now.frames < told.frames ? { frames: 0, dropped: 0 } : told;
    told = now;
    const frames = now.frames - before.frames;
    if (frames === 0) return {};
    return { frames: `${frames}`, droppedFrames: `${Math.max(0, now.dropped - before.dropped)}` };
  }

  return (event: PlaybackEvent): Detail => ({
    ...(event === 'play' ? describeStart() : {}),
    ...(closing.includes(event) ? describeRate() : {}),
    ...(stopping.includes(event) ? describeFrames() : {}),
  });
}
