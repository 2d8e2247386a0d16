import type { Stream } from '@prahari/contract';
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useApi } from '../../../shared/api/api-context.ts';
import { newCorrelationId } from '../../../shared/api/correlation-id.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import type { LayerFault } from '../watermark/layer-fault.ts';
import { type ShownWatermark, showWatermark } from '../watermark/watermark.ts';
import { blurs } from './detectors/blurs.ts';
import { captureCalls } from './detectors/capture-calls.ts';
import { developerTools } from './detectors/developer-tools.ts';
import { foreignFrames } from './detectors/foreign-frames.ts';
import { gestures } from './detectors/gestures.ts';
import { hotkeys } from './detectors/hotkeys.ts';
import { pictureInPicture } from './detectors/picture-in-picture.ts';
import { surroundings } from './detectors/surroundings.ts';
import { steeringOf } from './hold/steering.ts';
import { openBrowserOutbox } from './incidents/browser-outbox.ts';
import { incidentOf } from './incidents/incident-of.ts';
import { later, repeat, sinceLoadMs } from './natives.ts';
import {
  createPlaybackGuard,
  type GuardView,
  type PlaybackGuard,
  untroubled,
} from './playback-guard.ts';
import type { Signal } from './signal.ts';

export interface ProtectionInput {
  readonly stage: RefObject<HTMLElement | null>;
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly stream: Stream;
  /** The first picture is there: what is not needed before it begins now. */
  readonly ready: boolean;
  readonly fullscreen: boolean;
  readonly onResume: () => void;
}

export interface Protection extends GuardView {
  /** Nothing may play at present, whoever asks. */
  readonly held: boolean;
  readonly dismiss: () => void;
  /** Share of the marks that are drawn and intact now, 0 to 1. */
  readonly watermarkCoverage: () => number;
}

/** Watches over one playback for as long as its stage stands. */
export function useProtection(input: ProtectionInput): Protection {
  const { stage, video, stream, ready, fullscreen, onResume } = input;
  const api = useApi();
  const { t } = useText();
  const [view, setView] = useState<GuardView>(untroubled);
  const [guard, setGuard] = useState<PlaybackGuard | null>(null);
  const inPlayback = useRef(false);
  inPlayback.current = fullscreen;
  const watermark = useRef<ShownWatermark | null>(null);
  const resume = useEffectEvent(onResume);
  const testLabel = t('protection.testMode');

  useEffect(() => {
    const element = video.current;
    if (stage.current === null || element === null) return;
    const nowMs = sinceLoadMs;
    const { policy, playbackSessionId, videoId } = stream;
    const outbox = openBrowserOutbox({
      api,
      videoId,
      policy: policy.incidents,
      onStanding: (violations, terminated) => made.told(violations, terminated),
    });
    function record(signal: Signal, warningCount: number) {
      const context = { id: newCorrelationId(), playbackSessionId, videoId, warningCount };
      const positionSeconds = element?.currentTime ?? null;
      outbox.add(incidentOf(signal, { ...context, positionSeconds }), signal.confidence !== 'low');
    }
    const made = createPlaybackGuard({
      video: steeringOf(element),
      stream,
      record,
      nowMs,
      later,
      repeat,
      resume: () => {
        if (inPlayback.current) resume();
      },
      onView: setView,
    });
    made.watch(captureCalls({ isTerminated: made.isTerminated, nowMs }));
    made.watch(() => {
      const shown = showWatermark({
        stage: stage.current ?? document.body,
        video: element,
        stream,
        testLabel,
        onFault: (fault) => {
          made.watermarkHidden(true);
          made.report(tampering(fault));
        },
        onWhole: () => made.watermarkHidden(false),
        onCovered: (name) => made.report(covered(name)),
        onEffect: (name) => made.report(affected(name)),
      });
      watermark.current = shown;
      return shown.stop;
    });
    setGuard(made);
    return () => {
      made.stop();
      outbox.stop();
      // Nothing of the lesson stays behind in an element that somebody may have kept.
      element.pause();
    };
  }, [api, stage, stream, testLabel, video]);

  // In the very commit that takes the stage away, whose end effects only hear of later: what is seen of
  // the marks between would pass for tampering.
  useLayoutEffect(() => () => watermark.current?.stop(), []);

  useEffect(() => {
    if (!ready || guard === null || stage.current === null || video.current === null) return;
    const { policy } = stream;
    const isInPlayback = () => inPlayback.current;
    const nowMs = sinceLoadMs;
    guard.watch(hotkeys(isInPlayback));
    guard.watch(gestures(stage.current));
    guard.watch(pictureInPicture(video.current));
    guard.watch(foreignFrames);
    guard.watch(blurs({ policy: policy.blurs, isInPlayback, nowMs }));
    guard.watch(developerTools({ policy, isInPlayback }));
    guard.watch(surroundings({ slowCheckEveryMs: policy.globalChecks.slowEveryMs }));
  }, [guard, ready, stage, stream, video]);

  const held = view.warning !== null || view.terminated || view.watermarkHidden;
  return {
    ...view,
    held,
    dismiss: () => guard?.dismiss(),
    watermarkCoverage: () => watermark.current?.coverage() ?? 0,
  };
}

function tampering({ what, details }: LayerFault): Signal {
  return {
    type: 'watermark_tampered',
    // Extensions that zoom the picture, or restyle all that they find, do what looks like these.
    confidence: what === 'picture-moved' || what === 'restyled' ? 'low' : 'high',
    message: `The watermark was tampered with: ${what}`,
    details: { what, where: details },
  };
}

/** Extensions put things over videos too, so it is noted and nothing more. */
function covered(name: string): Signal {
  return {
    type: 'extension_interference',
    confidence: 'low',
    message: 'Something lies over the watermark',
    details: { what: 'covered', where: name },
  };
}

/** Dark modes and readers of other extensions change whole pages so. */
function affected(name: string): Signal {
  return {
    type: 'extension_interference',
    confidence: 'low',
    message: 'The picture and its watermark are painted otherwise',
    details: { what: 'effect', where: name },
  };
}
