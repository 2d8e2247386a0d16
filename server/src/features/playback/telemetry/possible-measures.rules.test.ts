import { describe, expect, it } from 'vitest';
import { createToldMeasures, keepPossible } from './possible-measures.rules.ts';
import { readMeasures, type TelemetryEvent } from './telemetry.rules.ts';

const minuteMs = 60_000;
const at = new Date('2027-03-01T10:00:00Z');
let made = 0;

function tell(
  event: TelemetryEvent['event'],
  detail: Readonly<Record<string, string>>,
): TelemetryEvent {
  made += 1;
  return {
    id: `e${made}`,
    playbackSessionId: 'p',
    openedAt: at,
    userId: 'u',
    videoId: 'v',
    event,
    position: 5,
    duration: 60,
    happenedAt: at,
    receivedAt: at,
    detail,
  };
}

const beats = (times: number, frames: number) =>
  Array.from({ length: times }, () =>
    tell('progress', { frames: `${frames}`, droppedFrames: `${frames}`, kbps: '900' }),
  );
const framesOf = (events: readonly TelemetryEvent[]) =>
  events.reduce((sum, event) => sum + (readMeasures(event).frames ?? 0), 0);
const online = (ms: number) => ({ ms, isCopy: false });

describe('what a player measured', () => {
  it('has no more pictures than there was time for, and keeps its events', () => {
    const told = createToldMeasures();
    const kept = keepPossible(told, beats(50, 1_000_000), online(minuteMs));
    expect(kept).toHaveLength(50);
    expect(framesOf(kept)).toBe(0);
    expect(kept[0]?.detail).toEqual({ kbps: '900' });
    const many = Array.from({ length: 9 }, () =>
      framesOf(keepPossible(told, beats(50, 7000), online(minuteMs))),
    );
    expect(many.reduce((sum, frames) => sum + frames, 0)).toBe(7000);
  });

  it.each([
    ['60 in a second', 60],
    ['60 in a second at twice the speed', 120],
  ])('keeps all of hours at %s', (_, perSecond) => {
    const told = createToldMeasures();
    for (let minute = 1; minute <= 240; minute += 1) {
      const beat = beats(1, perSecond * 60);
      expect(keepPossible(told, beat, online(minute * minuteMs))).toEqual(beat);
    }
  });

  it('of a copy has as many starts as it could be opened, and stalls no longer than its age', () => {
    const told = createToldMeasures();
    const copy = { ms: 60 * minuteMs, isCopy: true };
    const starts = Array.from({ length: 40 }, () => tell('play', { startMs: '90000' }));
    expect(keepPossible(told, starts, copy)).toHaveLength(9);
    const stalls = Array.from({ length: 40 }, () => tell('rebuffer', { stallMs: '600000' }));
    expect(keepPossible(told, stalls, copy)).toHaveLength(7);
  });
});
