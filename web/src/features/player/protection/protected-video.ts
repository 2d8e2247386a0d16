import type { Stream } from '@prahari/contract';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createCorrelationId } from '../../../shared/api/correlation-id.ts';
import { isFilling } from '../fullscreen/filling.ts';
import { showWatermark } from '../watermark/watermark.ts';
import { createBlurDetector } from './detectors/blurs.ts';
import { captureCalls } from './detectors/capture-calls.ts';
import { createDeveloperToolsDetector } from './detectors/developer-tools.ts';
import { foreignFrames } from './detectors/foreign-frames.ts';
import { createGestureDetector } from './detectors/gestures.ts';
import { createHotkeyDetector } from './detectors/hotkeys.ts';
import { createPictureInPictureDetector } from './detectors/picture-in-picture.ts';
import { createSurroundingsDetector } from './detectors/surroundings.ts';
import { createPlaybackHold, type PlaybackHold } from './hold/playback-hold.ts';
import { createSteering, emptyMedia } from './hold/steering.ts';
import { repeatWhileKept } from './hold/while-kept.ts';
import { openBrowserOutbox } from './incidents/browser-outbox.ts';
import { createIncident } from './incidents/create-incident.ts';
import {
  aside,
  createWeakStore,
  frozen,
  isInPage,
  later,
  newVideo,
  repeat,
  sinceLoadMs,
} from './natives.ts';
import { createPlaybackGuard, type GuardView } from './playback-guard.ts';
import { signalAffected, signalCovered, signalTampering, unseen } from './watermark-signals.ts';

// Scripts of the page can reach everything that its elements refer to: React keeps props, hooks and
// clean-ups there. So this hands out nothing that ends the protection or lets a picture play. The
// protection ends itself.

/** The protection of one playback, as the page sees it. */
export interface VideoWatch {
  /** Dismisses the first warning, as a click does. */
  dismiss(): void;
  /** Share of the marks that are intact and can be read over the picture now, 0 to 1. */
  coverage(): number;
  /** Starts what is not needed before the first picture. */
  ready(): void;
  /** Checks at once whether the stage is still in the page. */
  look(): void;
}

export interface WatchInput {
  readonly video: HTMLVideoElement;
  readonly stage: HTMLElement;
  readonly api: Api;
  readonly testLabel: string;
  /** Resumes what a hold paused. */
  readonly resume: () => void;
  readonly onView: (view: GuardView) => void;
}

interface Ward {
  /** Pauses while the picture is on no stage. */
  readonly hold: PlaybackHold;
  stream: Stream | null;
  watch: VideoWatch | null;
  /** Beats since the protection ended; null until then. */
  beatsOver: number | null;
}

const wards = createWeakStore<HTMLVideoElement, Ward>();
const beatEveryMs = 1000;
/** Keeps the position, which the app may read after the end. */
const emptyAfterBeats = 2;

/** Creates a video element that plays only on a stage in the page, under the marks of its video. */
export function createProtectedVideo(): HTMLVideoElement {
  const video = newVideo();
  const hold = createPlaybackHold({ video: createSteering(video), resume: () => undefined });
  hold.add('off-stage');
  wards.keep(video, { hold, stream: null, watch: null, beatsOver: null });
  repeatWhileKept(video, keepOffStage, beatEveryMs);
  return video;
}

/** Pauses and empties what is on no stage, in case a page stopped its events. */
function keepOffStage(video: HTMLVideoElement): void {
  const ward = wards.of(video);
  if (ward === undefined || !ward.hold.isHeld()) return;
  const isPlaying = !createSteering(video).paused;
  ward.hold.keep();
  if (ward.beatsOver === null) return;
  ward.beatsOver += 1;
  const isDue = ward.beatsOver === emptyAfterBeats;
  if (isDue || (isPlaying && ward.beatsOver > emptyAfterBeats)) emptyMedia(video);
}

/** Sets what `video` plays, which decides its marks and policy; later calls change nothing. */
export function entrust(video: HTMLVideoElement, stream: Stream): void {
  const ward = wards.of(video);
  if (ward !== undefined) ward.stream ??= frozen(stream);
}

/**
 * Protects what `video` plays while its stage is in the page; repeated calls change nothing.
 * Once the stage has left the page, the video no longer plays anywhere.
 * @returns null where it plays no video of ours
 */
export function watchOver(input: WatchInput): VideoWatch | null {
  const ward = wards.of(input.video);
  if (ward === undefined || ward.stream === null) return null;
  ward.watch ??= beginWatch(input, ward.stream, ward);
  return ward.watch;
}

function beginWatch(input: WatchInput, stream: Stream, ward: Ward): VideoWatch {
  const { video, stage, api, testLabel } = input;
  const { policy, playbackSessionId, videoId } = stream;
  const nowMs = sinceLoadMs;
  const isInPlayback = () => isFilling(stage);
  const outbox = openBrowserOutbox({
    api,
    videoId,
    policy: policy.incidents,
    onStanding: (violations, terminated) => guard.setServerCount(violations, terminated),
  });
  const guard = createPlaybackGuard({
    video: createSteering(video),
    stream,
    record(signal, warningCount) {
      const positionSeconds = video.currentTime;
      const context = { id: createCorrelationId(), playbackSessionId, videoId, warningCount };
      outbox.add(
        createIncident(signal, { ...context, positionSeconds }),
        signal.confidence !== 'low',
      );
    },
    nowMs,
    later,
    repeat,
    resume: () => {
      if (isInPlayback()) input.resume();
    },
    onView: input.onView,
  });
  let isReady = false;
  let isEnded = false;

  function isOver(): boolean {
    if (!isEnded && !isInPage(stage)) end();
    return isEnded;
  }

  function end() {
    isEnded = true;
    // A script may have kept the element, so nothing of the video stays in it.
    ward.hold.add('off-stage');
    ward.beatsOver = 0;
    aside(guard.stop);
    aside(outbox.stop);
  }

  guard.watch(captureCalls({ isTerminated: guard.isTerminated, nowMs }));
  const shown = showWatermark({
    stage,
    video,
    stream,
    testLabel,
    isOver,
    onFault: (fault) => {
      guard.watermarkHidden(true);
      guard.report(signalTampering(fault));
    },
    onWhole: () => guard.watermarkHidden(false),
    onCovered: (name) => guard.report(signalCovered(name)),
    onEffect: (name) => guard.report(signalAffected(name)),
    onUnseen: () => guard.report(unseen),
  });
  guard.watch(() => shown.stop);
  ward.hold.remove('off-stage');
  return frozen({
    dismiss: guard.dismiss,
    coverage: shown.coverage,
    ready() {
      if (isReady || isOver()) return;
      isReady = true;
      guard.watch(createHotkeyDetector(isInPlayback));
      guard.watch(createGestureDetector(stage));
      guard.watch(createPictureInPictureDetector(video));
      guard.watch(foreignFrames);
      guard.watch(createBlurDetector({ policy: policy.blurs, isInPlayback, nowMs }));
      guard.watch(createDeveloperToolsDetector({ policy, isInPlayback }));
      guard.watch(
        createSurroundingsDetector({ slowCheckEveryMs: policy.globalChecks.slowEveryMs }),
      );
    },
    look: () => void isOver(),
  });
}
