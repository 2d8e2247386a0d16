import { addSeconds } from '../../../platform/clock/clock.ts';

/** How long a code is valid: a gateway may be slow, and a learner must find the phone. */
export const resetCodeSeconds = 30 * 60;
/** The window in which requests are counted. */
export const resetWindowSeconds = 86_400;
/** Each costs a message; learners who need more ask the centre. */
const mostInWindow = 3;
/** Within this time the code already sent stays valid. */
const pauseSeconds = 10 * 60;

/**
 * Tells whether a code is to be sent.
 * @param before when codes were sent within the window, in any order
 */
export function isResetDue(before: readonly Date[], now: Date): boolean {
  if (before.length >= mostInWindow) return false;
  return before.every((at) => addSeconds(at, pauseSeconds) <= now);
}
