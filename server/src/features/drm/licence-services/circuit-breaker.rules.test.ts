import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  freshBreaker,
  mayAsk,
  presentHealth,
  recordAnswer,
  recordFailure,
  recordTry,
} from './circuit-breaker.rules.ts';

const start = new Date('2026-11-20T10:00:00Z');
const after = (ms: number) => new Date(start.getTime() + ms);

it('a service rests after five failures in a row, and is tried by one request after ten seconds', () => {
  let breaker = freshBreaker;
  for (let i = 0; i < 5; i += 1) {
    expect(mayAsk(breaker, start)).toBe(true);
    breaker = recordFailure(recordTry(breaker, start), start);
  }
  expect(presentHealth(breaker)).toBe('resting');
  expect(mayAsk(breaker, after(9_999))).toBe(false);
  expect(mayAsk(breaker, after(10_000))).toBe(true);
  const tried = recordTry(breaker, after(10_000));
  expect(mayAsk(tried, after(10_001))).toBe(false);
  expect(mayAsk(recordFailure(tried, after(10_500)), after(10_501))).toBe(false);
  expect(presentHealth(recordAnswer())).toBe('working');
});

it('never rests before five failures in a row, and never for more than ten seconds', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean()), (outcomes) => {
      let breaker = freshBreaker;
      let inARow = 0;
      for (const isGood of outcomes) {
        breaker = isGood ? recordAnswer() : recordFailure(breaker, start);
        inARow = isGood ? 0 : inARow + 1;
        expect(mayAsk(breaker, start)).toBe(inARow < 5);
        expect(mayAsk(breaker, after(10_000))).toBe(true);
      }
    }),
  );
});
