import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIdleClock } from './idle-clock.ts';
import { ASK_AFTER_MS, type AtTheEnd, decideNextStep } from './next-step.ts';

const ending: AtTheEnd = {
  ended: true,
  hasNext: true,
  autoplay: true,
  isCancelled: false,
  idleMs: 0,
};

test.each<[Partial<AtTheEnd>, ReturnType<typeof decideNextStep>]>([
  [{}, 'count'],
  [{ ended: false }, 'offer'],
  [{ ended: false, isCancelled: true }, 'nothing'],
  [{ ended: false, hasNext: false }, 'nothing'],
  [{ hasNext: false }, 'last'],
  [{ autoplay: false }, 'wait'],
  [{ isCancelled: true }, 'wait'],
  [{ idleMs: ASK_AFTER_MS - 1 }, 'count'],
  [{ idleMs: ASK_AFTER_MS }, 'ask'],
  [{ idleMs: ASK_AFTER_MS, autoplay: false }, 'wait'],
])('%o: %s', (changed, step) => expect(decideNextStep({ ...ending, ...changed })).toBe(step));

test('lesson after lesson plays for two hours after the last touch, then the player asks, and a touch lets it go on', () => {
  let nowMs = 5000;
  const clock = createIdleClock(() => nowMs);
  const after = (minutes: number) => {
    nowMs += minutes * 60_000;
    return decideNextStep({ ...ending, idleMs: clock.idleMs() });
  };
  expect([after(50), after(50)]).toEqual(['count', 'count']);
  expect(after(50)).toBe('ask');
  clock.note();
  expect([after(119), after(1)]).toEqual(['count', 'ask']);
});

test('property: nothing begins by itself before the end, without a next one, against the wish, or unattended', () => {
  const any = fc.record({
    ended: fc.boolean(),
    hasNext: fc.boolean(),
    autoplay: fc.boolean(),
    isCancelled: fc.boolean(),
    idleMs: fc.nat(2 * ASK_AFTER_MS),
  });
  fc.assert(
    fc.property(any, (at) => {
      const begins =
        at.ended && at.hasNext && at.autoplay && !at.isCancelled && at.idleMs < ASK_AFTER_MS;
      expect(decideNextStep(at) === 'count').toBe(begins);
    }),
  );
});
