/** Removes one kind of data that is past its retention time, in batches that each stand alone. */
export interface RetentionJob {
  readonly name: string;
  /** @returns how many were removed: fewer than `atMost` when none is left */
  removeSome(atMost: number): Promise<number>;
}
