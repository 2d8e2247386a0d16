/** The tries of some work died with their process as often as they may. */
export class InterruptedTooOften extends Error {
  override readonly name = 'InterruptedTooOften';
}
