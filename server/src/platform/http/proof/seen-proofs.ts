/** What a store of seen proofs says with each answer. */
export interface StoreMoment {
  /**
   * Names what the store remembers: another one as soon as it may have forgotten a proof. It is
   * part of the key of nonces, so that nonces from before are worth nothing afterwards.
   */
  readonly epoch: string;
  /** The clock of the store, which judges the age of nonces: one for all processes. */
  readonly nowMs: number;
}

export interface SeenProof {
  /** The window of its nonce. */
  readonly window: number;
  /** Identifies device and request: 32 hexadecimal digits. */
  readonly id: string;
}

/**
 * Remembers which proofs were used, at least while nonces of their window are valid. When a store
 * can't be asked it throws a `StoreUnavailable`, and the call is refused.
 */
export interface SeenProofs {
  /** Reads the present moment, and begins an epoch if there is none. @throws StoreUnavailable */
  read(): Promise<StoreMoment>;
  /**
   * Notes a proof. Epoch and time are those of the same moment: a proof counts only if its nonce is
   * of that epoch and valid at that time. @throws StoreUnavailable
   */
  note(proof: SeenProof): Promise<StoreMoment & { readonly isFirst: boolean }>;
  stop(): Promise<void>;
}
