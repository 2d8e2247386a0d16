import { isViolation, type Stream } from '@prahari/contract';
import { createPlaybackHold } from './hold/playback-hold.ts';
import { createSilence } from './hold/silence.ts';
import {
  initialLadder,
  type LadderCommand,
  type LadderEvent,
  violationLadder,
  type Warning,
} from './ladder/violation-ladder.ts';
import { each, type Steering } from './natives.ts';
import type { Detector, Listener, Signal } from './signal.ts';

/** What the learner is shown of it. */
export interface GuardView {
  readonly warning: Warning | null;
  readonly terminated: boolean;
  /** The watermark can't be seen and could not be put back; playback waits for it. */
  readonly watermarkHidden: boolean;
}

export const untroubled: GuardView = { warning: null, terminated: false, watermarkHidden: false };

export interface GuardPorts {
  readonly video: Steering;
  readonly stream: Pick<Stream, 'policy' | 'violations'>;
  readonly resume: () => void;
  /** Keeps the signal as an incident; `warningCount` is what the learner had seen before. */
  readonly record: (signal: Signal, warningCount: number) => void;
  readonly onView: (view: GuardView) => void;
  readonly nowMs: () => number;
}

export interface PlaybackGuard {
  watch(detector: Detector): void;
  report(signal: Signal): void;
  dismiss(): void;
  told(violations: number, terminated: boolean): void;
  watermarkHidden(isHidden: boolean): void;
  isTerminated(): boolean;
  stop(): void;
}

/** A weak signal again within this time says nothing new. */
const sameWeakMs = 10_000;

/** Puts the violation ladder between the detectors and the video element. */
export function createPlaybackGuard(ports: GuardPorts): PlaybackGuard {
  const { video, stream, nowMs } = ports;
  const hold = createPlaybackHold({ video, resume: ports.resume });
  const silence = createSilence(video);
  const stops: (() => void)[] = [hold.stop, silence.stop];
  const weakToldMs = new Map<string, number>();
  let ladder = initialLadder(stream.violations.count);
  let view = untroubled;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(changed: Partial<GuardView>) {
    view = { ...view, ...changed };
    ports.onView(view);
  }

  function execute(command: LadderCommand) {
    if (command === 'hold') hold.add('warning');
    else if (command === 'release') hold.remove('warning');
    else if (command === 'mute') silence.begin();
    else if (command === 'restore-sound') silence.end();
    else {
      hold.add('terminated');
      video.seek(0);
    }
  }

  function step(event: LadderEvent) {
    const before = ladder;
    const { state, commands } = violationLadder(before, event, stream.policy.violations);
    ladder = state;
    each(commands, execute);
    const { warning, terminated } = state;
    if (warning === before.warning && terminated === before.terminated) return;
    clearTimeout(timer);
    if (warning !== null) {
      const pass = () => step({ type: 'time-passed', atMs: nowMs() });
      // A timer may come a fraction too early.
      timer = setTimeout(pass, warning.untilMs - nowMs() + 5);
    }
    show({ warning, terminated });
  }

  function report(signal: Signal) {
    if (ladder.terminated) return;
    const { type, confidence, isRecording = false } = signal;
    const atMs = nowMs();
    const isStrong = isViolation(type, confidence);
    if (!isStrong) {
      if (atMs - (weakToldMs.get(type) ?? Number.NEGATIVE_INFINITY) < sameWeakMs) return;
      weakToldMs.set(type, atMs);
    }
    ports.record(signal, ladder.violations);
    if (isStrong) step({ type: 'signal', incident: type, confidence, isRecording, atMs });
  }

  const listener: Listener = {
    report,
    recordingStopped() {
      if (ladder.terminated) return;
      step({ type: 'recording-stopped' });
      report({ type: 'recording_stopped', confidence: 'high', message: 'The recording stopped' });
    },
  };

  return {
    watch: (detector) => void stops.push(detector(listener)),
    report,
    dismiss: () => step({ type: 'dismissed' }),
    told: (violations, terminated) => step({ type: 'told', violations, terminated, atMs: nowMs() }),
    watermarkHidden(isHidden) {
      if (isHidden) hold.add('watermark');
      else hold.remove('watermark');
      show({ watermarkHidden: isHidden });
    },
    isTerminated: () => ladder.terminated,
    stop() {
      clearTimeout(timer);
      for (const stop of stops) stop();
    },
  };
}
