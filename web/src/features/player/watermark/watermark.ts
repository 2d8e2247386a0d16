import type { Stream } from '@prahari/contract';
import { coverageOf, type LayerFault } from './layer-fault.ts';
import { marksOf, timePlace, timeText } from './marks.ts';
import { guardWatermark } from './watermark-guard.ts';
import { createWatermarkLayer } from './watermark-layer.ts';

export interface WatermarkInput {
  readonly stage: HTMLElement;
  readonly video: HTMLVideoElement;
  readonly stream: Pick<Stream, 'watermark' | 'policy'>;
  readonly testLabel: string;
  readonly onFault: (fault: LayerFault) => void;
  readonly onWhole: () => void;
  readonly onCovered: (name: string) => void;
}

export interface ShownWatermark {
  /** Share of the marks that are drawn and intact now, 0 to 1. */
  coverage(): number;
  stop(): void;
}

/** How many marks move, each in its turn. */
const movingMarks = 3;
const timeEveryMs = 1000;
/** How long the large mark stands on play. */
const announceMs = 4000;

/**
 * Says over the picture whose session it is, and watches that it stays there. It lives by a timer and
 * by the video's own events, so that a page without timers does not stop it.
 */
export function showWatermark(input: WatermarkInput): ShownWatermark {
  const { video, stream, testLabel } = input;
  const layer = createWatermarkLayer(marksOf({ ...stream, testLabel }));
  const nowMs = () => performance.now();
  const guard = guardWatermark({ ...input, layer, nowMs });
  const moveEveryMs = stream.policy.watermarkMoveEveryMs / movingMarks;
  let movedAtMs = nowMs();
  let shownAtMs = Number.NEGATIVE_INFINITY;
  let announcedAtMs: number | null = null;

  function pulse() {
    const now = nowMs();
    guard.quietly(() => {
      if (now - movedAtMs >= moveEveryMs) {
        movedAtMs = now;
        layer.moveNext();
      }
      if (now - shownAtMs >= timeEveryMs) {
        shownAtMs = now;
        const wallMs = Date.now();
        layer.showTime(timeText(wallMs), timePlace(wallMs));
      }
      if (announcedAtMs !== null && now - announcedAtMs >= announceMs) {
        announcedAtMs = null;
        layer.conceal();
      }
    });
    guard.pulse();
  }
  function announce() {
    announcedAtMs = nowMs();
    guard.quietly(layer.announce);
  }
  const timer = setInterval(pulse, timeEveryMs);
  video.addEventListener('timeupdate', pulse);
  video.addEventListener('play', announce);
  pulse();
  return {
    coverage: () => coverageOf({ layer, stage: input.stage }),
    stop() {
      clearInterval(timer);
      video.removeEventListener('timeupdate', pulse);
      video.removeEventListener('play', announce);
      guard.stop();
    },
  };
}
