import { ApiError } from '@prahari/contract';
import { expect } from 'vitest';

export const atOnce = 20;

/** Makes a call twenty times at once. @returns the number of calls by status */
export async function race(
  call: (turn: number) => Promise<unknown>,
): Promise<Record<number, number>> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: atOnce }, (_, turn) => call(turn)),
  );
  const counts: Record<number, number> = {};
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && !(outcome.reason instanceof ApiError)) {
      throw outcome.reason;
    }
    const status = outcome.status === 'fulfilled' ? 200 : outcome.reason.status;
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

/**
 * Expects that exactly one call succeeds, and that the others are refused with one of these
 * reasons.
 */
export function expectOne(counts: Record<number, number>, ...refused: number[]) {
  const { 200: won, ...others } = counts;
  expect(won).toBe(1);
  expect(refused.map(String)).toEqual(expect.arrayContaining(Object.keys(others)));
}
