import { isViolation, type Stream } from '@prahari/contract';
import { createPlaybackHold } from './hold/playback-hold.ts';
import { createSilence } from './hold/silence.ts';
import type { Steering } from './hold/steering.ts';
import {
  initialLadder,
  type LadderCommand,
  type LadderEvent,
  violationLadder,
  type Warning,
} from './ladder/violation-ladder.ts';
import { aside, bare, each, frozen } from './natives.ts';
import type { Detector, Listener, Signal } from './signal.ts';

/** What the learner is shown of it. */
export interface GuardView {
  readonly warning: Warning | null;
  readonly terminated: boolean;
  /** The watermark can't be seen and could not be put back; playback waits for it. */
  readonly watermarkHidden: boolean;
}

export const untroubled: GuardView = frozen({
  warning: null,
  terminated: false,
  watermarkHidden: false,
});

export interface GuardPorts {
  readonly video: Steering;
  readonly stream: Pick<Stream, 'policy' | 'violations'>;
  readonly resume: () => void;
  /** Keeps the signal as an incident; `warningCount` is what the learner had seen before. */
  readonly record: (signal: Signal, warningCount: number) => void;
  readonly onView: (view: GuardView) => void;
  readonly nowMs: () => number;
  /** The answer gives it up. */
  readonly later: (work: () => void, ms: number) => () => void;
  readonly repeat: (work: () => void, everyMs: number) => () => void;
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
const beatEveryMs = 1000;

/**
 * Puts the violation ladder between the detectors and the video element. Uses nothing that a page can
 * replace; the ports that lead to the app, which does, come last and stop nothing by failing.
 */
export function createPlaybackGuard(ports: GuardPorts): PlaybackGuard {
  const { video, nowMs } = ports;
  const policy = ports.stream.policy.violations;
  const hold = createPlaybackHold({ video, resume: ports.resume });
  const silence = createSilence(video);
  const weakToldMs: Record<string, number> = bare({});
  let ladder = initialLadder(ports.stream.violations.count);
  let view = untroubled;
  let giveUpTimer = () => {};
  let stopAll = () => {
    giveUpTimer();
    hold.stop();
    silence.stop();
  };
  stopsBy(ports.repeat(beat, beatEveryMs));

  function stopsBy(stop: () => void) {
    const before = stopAll;
    stopAll = () => {
      stop();
      before();
    };
  }

  /** For where events were stopped, or the timer cleared. */
  function beat() {
    hold.keep();
    silence.keep();
    if (ladder.warning !== null) step({ type: 'time-passed', atMs: nowMs() });
  }

  function show(changed: Partial<GuardView>) {
    view = { ...view, ...changed };
    aside(() => ports.onView(view));
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
    const { state, commands } = violationLadder(before, event, policy);
    ladder = state;
    each(commands, execute);
    const { warning, terminated } = state;
    if (warning === before.warning && terminated === before.terminated) return;
    giveUpTimer();
    if (warning !== null) {
      const pass = () => step({ type: 'time-passed', atMs: nowMs() });
      // A timer may come a fraction too early.
      giveUpTimer = ports.later(pass, warning.untilMs - nowMs() + 5);
    }
    show({ warning, terminated });
  }

  function report(signal: Signal) {
    if (ladder.terminated) return;
    const { type, confidence, isRecording = false } = signal;
    const atMs = nowMs();
    const isStrong = isViolation(type, confidence);
    if (!isStrong) {
      if (atMs - (weakToldMs[type] ?? -Infinity) < sameWeakMs) return;
      weakToldMs[type] = atMs;
    }
    const { violations } = ladder;
    if (isStrong) step({ type: 'signal', incident: type, confidence, isRecording, atMs });
    aside(() => ports.record(signal, violations));
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
    watch: (detector) => stopsBy(detector(listener)),
    report,
    dismiss: () => step({ type: 'dismissed' }),
    told: (violations, terminated) => step({ type: 'told', violations, terminated, atMs: nowMs() }),
    watermarkHidden(isHidden) {
      if (isHidden) hold.add('watermark');
      else hold.remove('watermark');
      show({ watermarkHidden: isHidden });
    },
    isTerminated: () => ladder.terminated,
    stop: () => stopAll(),
  };
}
