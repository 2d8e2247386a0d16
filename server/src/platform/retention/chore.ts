/** Removing one kind of what is past its use, in steps that each stand for themselves. */
export interface Chore {
  readonly name: string;
  /** @returns how many went: fewer than `atMost` when none is left */
  removeSome(atMost: number): Promise<number>;
}
