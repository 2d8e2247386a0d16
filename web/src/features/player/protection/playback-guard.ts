import { isViolation, type Stream } from '@prahari/contract';
import { createPlaybackHold } from './hold/playback-hold.ts';
import { createSilence } from './hold/silence.ts';
import type { Steering } from './hold/steering.ts';
import {
  advanceLadder,
  createLadder,
  type LadderCommand,
  type LadderEvent,
  type Trigger,
  type Warning,
} from './ladder/violation-ladder.ts';
import { aside, bare, each, frozen } from './natives.ts';
import type { Detector, Listener, Signal } from './signal.ts';

/** The state of the guard that learners see. */
export interface GuardView {
  readonly warning: Warning | null;
  readonly terminated: boolean;
  /** What the warning, or the end of access, is about; null where it was not seen here. */
  readonly trigger: Trigger | null;
  /** Whether the watermark is neither visible nor restorable; playback waits for it. */
  readonly watermarkHidden: boolean;
}

export const untroubled: GuardView = frozen({
  warning: null,
  terminated: false,
  trigger: null,
  watermarkHidden: false,
});

export interface GuardPorts {
  readonly video: Steering;
  readonly stream: Pick<Stream, 'policy' | 'violations'>;
  readonly resume: () => void;
  /** Stores the signal as an incident; `warningCount` counts the warnings seen before. */
  readonly record: (signal: Signal, warningCount: number) => void;
  readonly onView: (view: GuardView) => void;
  readonly nowMs: () => number;
  /** @returns cancels it */
  readonly later: (work: () => void, ms: number) => () => void;
  readonly repeat: (work: () => void, everyMs: number) => () => void;
}

export interface PlaybackGuard {
  watch(detector: Detector): void;
  report(signal: Signal): void;
  dismiss(): void;
  setServerCount(violations: number, terminated: boolean): void;
  watermarkHidden(isHidden: boolean): void;
  isTerminated(): boolean;
  stop(): void;
}

/** A repeated weak signal within this time is ignored. */
const sameWeakMs = 10_000;
const beatEveryMs = 1000;

/**
 * Connects detectors, violation ladder and video element. It uses nothing that a page can replace. The
 * ports to the app do; they are called last, and their failure stops nothing.
 */
export function createPlaybackGuard(ports: GuardPorts): PlaybackGuard {
  const { video, nowMs } = ports;
  const policy = ports.stream.policy.violations;
  const hold = createPlaybackHold({ video, resume: ports.resume });
  const silence = createSilence(video);
  const weakReportedMs: Record<string, number> = bare({});
  let ladder = createLadder(ports.stream.violations.count);
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

  /** Repeats the work in case a page stopped events or cleared the timer. */
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
    const { state, commands } = advanceLadder(before, event, policy);
    ladder = state;
    each(commands, execute);
    const { warning, terminated, trigger } = state;
    if (warning === before.warning && terminated === before.terminated) return;
    giveUpTimer();
    if (warning !== null) {
      const pass = () => step({ type: 'time-passed', atMs: nowMs() });
      // A timer may come a fraction too early.
      giveUpTimer = ports.later(pass, warning.untilMs - nowMs() + 5);
    }
    show({ warning, terminated, trigger });
  }

  function report(signal: Signal) {
    if (ladder.terminated) return;
    const { type, confidence, isRecording = false } = signal;
    const hotkey = signal.details?.['hotkey'];
    const atMs = nowMs();
    const isStrong = isViolation(type, confidence);
    if (!isStrong) {
      if (atMs - (weakReportedMs[type] ?? -Infinity) < sameWeakMs) return;
      weakReportedMs[type] = atMs;
    }
    const { violations } = ladder;
    if (isStrong) step({ type: 'signal', incident: type, confidence, isRecording, hotkey, atMs });
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
    setServerCount: (violations, terminated) =>
      step({ type: 'server-count', violations, terminated, atMs: nowMs() }),
    watermarkHidden(isHidden) {
      if (isHidden) hold.add('watermark');
      else hold.remove('watermark');
      show({ watermarkHidden: isHidden });
    },
    isTerminated: () => ladder.terminated,
    stop: () => stopAll(),
  };
}
