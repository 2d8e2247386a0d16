import type { Stream } from '@prahari/contract';
import { listen } from '../protection/listen.ts';
import {
  captureReader,
  doesMatch,
  repeat,
  sinceLoadMs,
  wallClockMs,
  zoneMinutesAt,
} from '../protection/natives.ts';
import { createAnnouncement } from './announcement.ts';
import type { LayerFault } from './layer-fault.ts';
import { marksOf, movingMarks, timePlace, timeText } from './marks.ts';
import { guardWatermark } from './watermark-guard.ts';
import { createWatermarkLayer } from './watermark-layer.ts';

export interface WatermarkInput {
  readonly stage: HTMLElement;
  readonly video: HTMLVideoElement;
  readonly stream: Pick<Stream, 'watermark' | 'policy'>;
  readonly testLabel: string;
  /** Whether the video has left the page: missing marks are then no tampering. */
  readonly isOver: () => boolean;
  readonly onFault: (fault: LayerFault) => void;
  readonly onWhole: () => void;
  readonly onCovered: (name: string) => void;
  readonly onEffect: (name: string) => void;
  readonly onUnseen: () => void;
}

export interface ShownWatermark {
  /** Share of the marks that are intact and can be read over the picture now, 0 to 1. */
  coverage(): number;
  stop(): void;
}

const isPaused = captureReader(HTMLMediaElement.prototype, 'paused');
/** The stage says so while its menu of settings is open. */
const besideMenu = '[data-menu]';
const timeEveryMs = 1000;
/** Apart from the video's own events. */
const pulseEveryMs = 500;

/**
 * Shows over the picture whose session it is, and guards that it stays there. Runs by a timer and
 * by the video's own events, so that a page without timers does not stop it.
 */
export function showWatermark(input: WatermarkInput): ShownWatermark {
  const { stage, video, stream, testLabel } = input;
  const layer = createWatermarkLayer(marksOf({ ...stream, testLabel }));
  const nowMs = sinceLoadMs;
  const guard = guardWatermark({ ...input, layer, nowMs });
  // Each mark moves every 20 s unless the configuration says otherwise (`watermarkMoveSeconds`); they take turns.
  const moveEveryMs = stream.policy.watermarkMoveEveryMs / movingMarks;
  let movedAtMs = nowMs();
  let shownAtMs = Number.NEGATIVE_INFINITY;
  const announcement = createAnnouncement();

  function pulse() {
    const now = nowMs();
    guard.quietly(() => {
      layer.keepBeside(doesMatch(stage, besideMenu));
      if (now - movedAtMs >= moveEveryMs) {
        movedAtMs = now;
        layer.moveNext();
      }
      if (now - shownAtMs >= timeEveryMs) {
        shownAtMs = now;
        const wallMs = wallClockMs();
        const text = timeText(wallMs, zoneMinutesAt(wallMs));
        layer.showTime(text, timePlace(wallMs));
      }
      if (announcement.isDone(now)) layer.conceal();
    });
    guard.pulse();
  }
  function announce() {
    // A start that protection stopped at once is none, nor is an event of the page's own.
    if (!isPaused(video) && announcement.play(nowMs())) guard.quietly(layer.announce);
  }
  const stopTimer = repeat(pulse, pulseEveryMs);
  const stopTime = listen(video, 'timeupdate', pulse);
  const stopPlay = listen(video, 'play', announce);
  const stopEnded = listen(video, 'ended', announcement.end);
  pulse();
  return {
    coverage: guard.coverage,
    stop() {
      stopTimer();
      stopTime();
      stopPlay();
      stopEnded();
      guard.stop();
    },
  };
}
