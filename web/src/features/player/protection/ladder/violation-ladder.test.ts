import {
  type IncidentConfidence,
  type IncidentType,
  incidentConfidences,
  incidentTypeNames,
  isViolation,
} from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  advanceLadder,
  createLadder,
  type LadderCommand,
  type LadderEvent,
  type LadderState,
} from './violation-ladder.ts';

const policy = {
  firstWarningMs: 10_000,
  secondWarningMs: 15_000,
  terminateAt: 3,
  sameActMs: 2000,
};

function run(events: readonly LadderEvent[], from = createLadder()) {
  let state = from;
  const commands: LadderCommand[] = [];
  for (const event of events) {
    const next = advanceLadder(state, event, policy);
    state = next.state;
    commands.push(...next.commands);
  }
  return { state, commands };
}

function signal(incident: IncidentType, atMs: number, isRecording = false): LadderEvent {
  return { type: 'signal', incident, confidence: 'high', atMs, isRecording };
}
const press = (key: string, atMs: number): LadderEvent => ({
  type: 'signal',
  incident: 'blocked_hotkey',
  confidence: 'high',
  isRecording: false,
  hotkey: key,
  atMs,
});
const hotkey = (atMs: number) => signal('blocked_hotkey', atMs);
const passed = (atMs: number): LadderEvent => ({ type: 'time-passed', atMs });
const dismissed: LadderEvent = { type: 'dismissed' };
const stopped: LadderEvent = { type: 'recording-stopped' };
const told = (violations: number, terminated = false, atMs = 0): LadderEvent => ({
  type: 'server-count',
  violations,
  terminated,
  atMs,
});

describe('the ladder', () => {
  test('the first violation pauses and mutes under a warning of ten seconds', () => {
    const first = run([hotkey(1000)]);
    expect(first.commands).toEqual(['hold', 'mute']);
    expect(first.state.warning).toEqual({ level: 'first', untilMs: 11_000 });
    expect(run([passed(10_999)], first.state).commands).toEqual([]);
    expect(run([passed(11_000)], first.state).commands).toEqual(['restore-sound', 'release']);
  });

  test('a click ends the first warning, and playback goes on', () => {
    const { state, commands } = run([hotkey(0), dismissed]);
    expect(state.warning).toBeNull();
    expect(commands.slice(-2)).toEqual(['restore-sound', 'release']);
  });

  test('the second warning lasts fifteen seconds and no click ends it', () => {
    const second = run([hotkey(0), passed(10_000), hotkey(20_000), dismissed]);
    expect(second.state.warning).toEqual({ level: 'second', untilMs: 35_000 });
    expect(run([passed(34_999)], second.state).state.warning).not.toBeNull();
    expect(run([passed(35_000)], second.state).state.warning).toBeNull();
  });

  test('the third violation terminates, and nothing is heeded after', () => {
    const third = run([hotkey(0), hotkey(2000), hotkey(4000)]);
    expect(third.state).toMatchObject({ terminated: true, warning: null });
    expect(third.commands.slice(-3)).toEqual(['hold', 'mute', 'terminate']);
    const later = run([hotkey(9000), passed(99_999), dismissed, stopped, told(0)], third.state);
    expect(later).toEqual({ state: third.state, commands: [] });
  });

  test('sound comes back when the recording stops, not before', () => {
    const warned = run([signal('screen_capture_api', 0, true), passed(10_000)]);
    expect(warned.commands).toEqual(['hold', 'mute', 'release']);
    expect(warned.state.silenced).toBe(true);
    const quiet = run([stopped], warned.state);
    expect(quiet.commands).toEqual(['restore-sound']);
    expect(quiet.state.silenced).toBe(false);
  });

  test('of two recordings both must stop', () => {
    const both = [signal('screen_capture_api', 0, true), signal('media_recorder', 9, true)];
    expect(run([...both, passed(15_000), stopped]).state.silenced).toBe(true);
    expect(run([...both, passed(15_000), stopped, stopped]).state.silenced).toBe(false);
  });

  test('signals of one act within two seconds are one violation', () => {
    const first = run([hotkey(0), signal('media_recorder', 1999, true)]);
    expect(first.state).toMatchObject({ violations: 1, recordings: 1 });
    expect(run([hotkey(2000)], first.state).state.violations).toBe(2);
  });

  test('a count from before a reload makes the next violation the second or the last', () => {
    expect(run([hotkey(0)], createLadder(1)).state.warning?.level).toBe('second');
    expect(run([hotkey(0)], createLadder(2)).state.terminated).toBe(true);
  });

  test('a key that is pressed by mistake counts when one is pressed again within a minute', () => {
    const once = run([press('F9', 0)]);
    expect(once.commands).toEqual([]);
    expect(once.state).toMatchObject({ violations: 0, warning: null, trigger: null });
    // A double press is one act.
    expect(run([press('F9', 1999)], once.state).state.violations).toBe(0);
    expect(run([press('F9', 60_001)], once.state).state.violations).toBe(0);
    const again = run([press('Alt+R', 60_000)], once.state);
    expect(again.commands).toEqual(['hold', 'mute']);
    expect(again.state.trigger).toEqual({ incident: 'blocked_hotkey', hotkey: 'Alt+R' });
    const late = run([press('F9', 50_000), press('Ctrl+Shift+R', 100_000)], once.state);
    expect(late.state.violations).toBe(2);
  });

  test('a key that is not pressed by mistake counts at once, and is named', () => {
    const { state } = run([press('F10', 0)]);
    expect(state).toMatchObject({ violations: 1, trigger: { hotkey: 'F10' } });
    const ended = run([told(0, true, 100)], state).state;
    expect(ended).toMatchObject({ terminated: true, trigger: { hotkey: 'F10' } });
    const elsewhere = run([passed(10_000), told(0, true, 60_000)], state).state;
    expect(elsewhere).toMatchObject({ terminated: true, trigger: null });
  });

  test("the server's answer raises the current warning, and shows none for earlier violations", () => {
    expect(run([hotkey(0), told(2, false, 500)]).state.warning).toEqual({
      level: 'second',
      untilMs: 15_500,
    });
    expect(run([told(2)])).toMatchObject({
      commands: [],
      state: { violations: 2, warning: null },
    });
    expect(run([told(0, true)]).commands).toContain('terminate');
    expect(run([told(3)]).state.terminated).toBe(true);
  });
});

const anyEvent = fc.oneof(
  fc.record({
    type: fc.constant('signal' as const),
    incident: fc.constantFrom(...incidentTypeNames),
    confidence: fc.constantFrom(...incidentConfidences),
    isRecording: fc.boolean(),
    hotkey: fc.constantFrom(undefined, 'F9', 'Alt+R', 'F10'),
    atMs: fc.nat(20_000),
  }),
  fc.constant(stopped),
  fc.constant(dismissed),
  fc.record({ type: fc.constant('time-passed' as const), atMs: fc.nat(20_000) }),
  fc.record({
    type: fc.constant('server-count' as const),
    violations: fc.nat(4),
    terminated: fc.boolean(),
    atMs: fc.nat(20_000),
  }),
);

/** Each event with the state before and after it. */
function steps(events: readonly LadderEvent[]) {
  let before: LadderState = createLadder();
  return events.map((event) => {
    const { state: after, commands } = advanceLadder(before, event, policy);
    const step = { before, event, after, commands };
    before = after;
    return step;
  });
}

const everySignal: readonly (readonly [IncidentType, IncidentConfidence])[] =
  incidentTypeNames.flatMap((name) => incidentConfidences.map((sure) => [name, sure] as const));
const weakSignals = everySignal.filter(([name, sure]) => !isViolation(name, sure));

describe('properties', () => {
  test('weak signals alone change nothing, however many', () => {
    const weak = fc.array(fc.tuple(fc.constantFrom(...weakSignals), fc.nat(100_000)));
    fc.assert(
      fc.property(weak, (signals) => {
        const events = signals.map(([[incident, confidence], atMs]) => ({
          type: 'signal' as const,
          incident,
          confidence,
          atMs,
          isRecording: false,
        }));
        expect(run(events)).toEqual({ state: createLadder(), commands: [] });
      }),
    );
  });

  test('of keys that are pressed by mistake the first never counts, nor any that stands alone for a minute', () => {
    const key = fc.constantFrom('F9', 'Alt+R', 'Ctrl+Shift+R');
    const pause = fc.integer({ min: 60_001, max: 600_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(key, pause)), (presses) => {
        let atMs = 0;
        const events = presses.map(([name, pauseMs]) => {
          atMs += pauseMs;
          return press(name, atMs);
        });
        expect(run(events)).toMatchObject({ commands: [], state: { violations: 0 } });
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.nat(60_000)), { minLength: 1 }), (presses) => {
        const times = presses.map(([, atMs]) => atMs).sort((a, b) => a - b);
        const events = presses.map(([name], at) => press(name, times[at] ?? 0));
        // Any two acts within that minute are a repetition.
        const isRepeated = times.some((atMs) => atMs - (times[0] ?? 0) >= policy.sameActMs);
        expect(run(events).state.violations > 0).toBe(isRepeated);
        expect(run(events.slice(0, 1)).state.violations).toBe(0);
      }),
    );
  });

  test('the count never falls, termination lasts, and comes exactly with the third', () => {
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        for (const { before, event, after, commands } of steps(events)) {
          expect(after.violations).toBeGreaterThanOrEqual(before.violations);
          if (before.terminated)
            expect({ after, commands }).toEqual({ after: before, commands: [] });
          const isEndedByServer = event.type === 'server-count' && event.terminated;
          if (after.terminated && !before.terminated && !isEndedByServer) {
            expect(after.violations).toBeGreaterThanOrEqual(policy.terminateAt);
          }
          if (!after.terminated) expect(after.violations).toBeLessThan(3);
        }
      }),
    );
  });

  test('playback is held exactly while a warning is shown or access has ended', () => {
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        let isHeld = false;
        let isSilent = false;
        for (const { after, commands } of steps(events)) {
          for (const command of commands) {
            if (command === 'hold') isHeld = true;
            if (command === 'release') isHeld = false;
            if (command === 'mute') isSilent = true;
            if (command === 'restore-sound') isSilent = false;
          }
          expect(isHeld).toBe(after.warning !== null || after.terminated);
          expect(isSilent).toBe(after.silenced);
          // Nothing sounds under a warning unless its recording was seen to stop.
          if (after.recordings > 0 && after.violations > 0) expect(isSilent).toBe(true);
        }
      }),
    );
  });
});
