import {
  type IncidentConfidence,
  type IncidentType,
  isSlip,
  isSlipRepeated,
  isViolation,
  type Stream,
} from '@prahari/contract';

/**
 * The three steps of the specification, section 4, 'Screen-recording violations'. Pure: it takes events
 * and their time, and returns the next state and commands. It uses no methods and iterators, which a
 * page could replace.
 */
export type LadderPolicy = Stream['policy']['violations'];

export interface Warning {
  readonly level: 'first' | 'second';
  readonly untilMs: number;
}

/** What a violation was, for the learner to read. */
export interface Trigger {
  readonly incident: IncidentType;
  /** Which key was pressed, if one was. */
  readonly hotkey: string | undefined;
}

/** A press of a key that people press by mistake, and those before it. */
interface Slip {
  readonly atMs: number;
  readonly before: Slip | null;
}

export interface LadderState {
  readonly violations: number;
  readonly warning: Warning | null;
  readonly terminated: boolean;
  /** The last violation that was seen here; null where the server alone knows of one. */
  readonly trigger: Trigger | null;
  /** The last one; they count only when repeated. */
  readonly slips: Slip | null;
  /** How many recordings are running. */
  readonly recordings: number;
  readonly silenced: boolean;
  /** When the last violation was counted; signals within `sameActMs` belong to it. */
  readonly countedAtMs: number;
}

export type LadderEvent =
  | {
      readonly type: 'signal';
      readonly incident: IncidentType;
      readonly confidence: IncidentConfidence;
      readonly isRecording: boolean;
      readonly hotkey?: string | undefined;
      readonly atMs: number;
    }
  | { readonly type: 'recording-stopped' }
  /** A click on the warning. */
  | { readonly type: 'dismissed' }
  | { readonly type: 'time-passed'; readonly atMs: number }
  /** The server's count, which includes other tabs and earlier page loads. */
  | {
      readonly type: 'server-count';
      readonly violations: number;
      readonly terminated: boolean;
      readonly atMs: number;
    };

/** `hold` pauses until `release`; `terminate` rewinds to the start and stops permanently. */
export type LadderCommand = 'hold' | 'release' | 'mute' | 'restore-sound' | 'terminate';

export interface LadderOutcome {
  readonly state: LadderState;
  readonly commands: readonly LadderCommand[];
}

/** @param violations the server's count when the video was opened */
export function createLadder(violations = 0): LadderState {
  return {
    violations,
    warning: null,
    terminated: false,
    trigger: null,
    slips: null,
    recordings: 0,
    silenced: false,
    countedAtMs: Number.NEGATIVE_INFINITY,
  };
}

export function advanceLadder(
  state: LadderState,
  event: LadderEvent,
  policy: LadderPolicy,
): LadderOutcome {
  if (state.terminated) return outcome(state);
  switch (event.type) {
    case 'signal': {
      const { incident, hotkey } = event;
      if (!isViolation(incident, event.confidence)) return outcome(state);
      if (isSlip(incident, hotkey)) return slipped(state, event, policy);
      return counted(state, event, policy);
    }
    case 'server-count':
      return applyServerCount(state, event, policy);
    case 'recording-stopped': {
      const recordings = state.recordings > 1 ? state.recordings - 1 : 0;
      const next = { ...state, recordings };
      return recordings === 0 && state.silenced
        ? outcome({ ...next, silenced: false }, ['restore-sound'])
        : outcome(next);
    }
    case 'dismissed':
      return state.warning?.level === 'first' ? resumed(state) : outcome(state);
    case 'time-passed':
      return state.warning !== null && event.atMs >= state.warning.untilMs
        ? resumed(state)
        : outcome(state);
  }
}

type SignalEvent = Extract<LadderEvent, { type: 'signal' }>;

/** Counts a slip only where it repeats one, and remembers it. */
function slipped(state: LadderState, event: SignalEvent, policy: LadderPolicy): LadderOutcome {
  const { atMs } = event;
  const next = { ...state, slips: { atMs, before: state.slips } };
  for (let slip = state.slips; slip !== null; slip = slip.before) {
    if (isSlipRepeated(atMs, slip.atMs, policy.sameActMs)) return counted(next, event, policy);
  }
  return outcome(next);
}

/** Counts a signal, unless it belongs to the act that was counted last. */
function counted(state: LadderState, event: SignalEvent, policy: LadderPolicy): LadderOutcome {
  const { incident, hotkey, isRecording, atMs } = event;
  const recordings = state.recordings + (isRecording ? 1 : 0);
  const isSameAct = atMs - state.countedAtMs < policy.sameActMs;
  if (isSameAct) return seenAgain({ ...state, recordings });
  const violations = state.violations + 1;
  const trigger = { incident, hotkey };
  const next = { ...state, recordings, violations, trigger, countedAtMs: atMs };
  return violated(next, atMs, policy);
}

/** Counts no second violation, but mutes, so that nothing is recorded with sound. */
function seenAgain(state: LadderState): LadderOutcome {
  if (state.recordings === 0 || state.silenced) return outcome(state);
  return outcome({ ...state, silenced: true }, ['mute']);
}

/** Adopts the server's count only if it is stricter, and shows no warning for old violations. */
function applyServerCount(
  state: LadderState,
  event: Extract<LadderEvent, { type: 'server-count' }>,
  policy: LadderPolicy,
): LadderOutcome {
  // What ends access elsewhere is not what was warned of here before.
  const trigger = state.warning === null ? null : state.trigger;
  if (event.terminated) return terminated({ ...state, trigger });
  if (event.violations <= state.violations) return outcome(state);
  const counted = { ...state, trigger, violations: event.violations };
  return state.warning === null && event.violations < policy.terminateAt
    ? outcome(counted)
    : violated(counted, event.atMs, policy);
}

function violated(state: LadderState, atMs: number, policy: LadderPolicy): LadderOutcome {
  if (state.violations >= policy.terminateAt) return terminated(state);
  const level = state.violations === 1 ? 'first' : 'second';
  const lastsMs = level === 'first' ? policy.firstWarningMs : policy.secondWarningMs;
  const warning = { level, untilMs: atMs + lastsMs } as const;
  return outcome({ ...state, warning, silenced: true }, ['hold', 'mute']);
}

function terminated(state: LadderState): LadderOutcome {
  const last = { ...state, warning: null, terminated: true, silenced: true };
  return outcome(last, ['hold', 'mute', 'terminate']);
}

/** Resumes playback; muted while something still records. */
function resumed(state: LadderState): LadderOutcome {
  const next = { ...state, warning: null };
  if (next.recordings > 0) return outcome(next, ['release']);
  return outcome({ ...next, silenced: false }, ['restore-sound', 'release']);
}

function outcome(state: LadderState, commands: readonly LadderCommand[] = []): LadderOutcome {
  return { state, commands };
}
