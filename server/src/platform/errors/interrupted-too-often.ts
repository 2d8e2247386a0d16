/** Thrown when the tries of some work died with their process too often. */
export class InterruptedTooOften extends Error {
  override readonly name = 'InterruptedTooOften';
}
