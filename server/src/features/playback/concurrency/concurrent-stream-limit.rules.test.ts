import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideStreamsToEnd, type LiveStream } from './concurrent-stream-limit.rules.ts';

const idleBefore = new Date('2026-11-20T10:00:00Z');
const playing = new Date('2026-11-20T10:01:00Z');
const asked = { sessionId: 'mine', atMost: 1, idleBefore, takeOver: false };
const other = (id: string, said: Partial<LiveStream> = {}): LiveStream => ({
  id,
  sessionId: 'elsewhere',
  lastActiveAt: playing,
  ...said,
});

describe('room for one more playback', () => {
  it('is free when nothing plays', () => {
    expect(decideStreamsToEnd([], asked)).toEqual({ end: [] });
  });

  it('is refused with the conflicting streams until the learner takes over', () => {
    const tv = other('tv');
    expect(decideStreamsToEnd([tv], asked)).toEqual({ conflicting: [tv] });
    expect(decideStreamsToEnd([tv], { ...asked, takeOver: true })).toEqual({ end: [tv] });
  });

  it('ends streams that are paused, silent or in the same browser without a question', () => {
    for (const one of [
      other('paused', { lastActiveAt: null }),
      other('quiet', { lastActiveAt: new Date(idleBefore.getTime() - 1) }),
      other('own', { sessionId: 'mine' }),
    ]) {
      expect(decideStreamsToEnd([one], asked)).toEqual({ end: [one] });
    }
  });

  it('costs no more than it must', () => {
    const [tv, paused] = [other('tv'), other('paused', { lastActiveAt: null })];
    expect(decideStreamsToEnd([tv, paused], { ...asked, atMost: 2 })).toEqual({ end: [paused] });
    expect(decideStreamsToEnd([tv, paused], { ...asked, atMost: 3 })).toEqual({ end: [] });
  });

  const others = fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      sessionId: fc.constantFrom('mine', 'elsewhere'),
      lastActiveAt: fc.option(fc.constantFrom(playing, new Date(0))),
    }),
    { selector: ({ id }) => id },
  );
  const questions = fc.record({
    sessionId: fc.constant('mine'),
    atMost: fc.integer({ min: 1, max: 5 }),
    idleBefore: fc.constant(idleBefore),
    takeOver: fc.boolean(),
  });

  it('never leaves more than the policy allows, and ends nothing elsewhere without confirmation', () => {
    fc.assert(
      fc.property(others, questions, (all, question) => {
        const room = decideStreamsToEnd(all, question);
        if ('conflicting' in room) {
          expect(question.takeOver).toBe(false);
          expect(room.conflicting.length).toBeGreaterThan(0);
          return;
        }
        const left = all.length - room.end.length;
        expect(left).toBe(Math.min(all.length, question.atMost - 1));
        if (question.takeOver) return;
        for (const one of room.end) {
          expect(one.sessionId === 'mine' || one.lastActiveAt !== playing).toBe(true);
        }
      }),
    );
  });
});
