import {
  type IncidentConfidence,
  type IncidentType,
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

export interface LadderState {
  readonly violations: number;
  readonly warning: Warning | null;
  readonly terminated: boolean;
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
      if (!isViolation(event.incident, event.confidence)) return outcome(state);
      const recordings = state.recordings + (event.isRecording ? 1 : 0);
      const isSameAct = event.atMs - state.countedAtMs < policy.sameActMs;
      if (isSameAct) return seenAgain({ ...state, recordings });
      const violations = state.violations + 1;
      const counted = { ...state, recordings, violations, countedAtMs: event.atMs };
      return violated(counted, event.atMs, policy);
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
  if (event.terminated) return terminated(state);
  if (event.violations <= state.violations) return outcome(state);
  const counted = { ...state, violations: event.violations };
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
