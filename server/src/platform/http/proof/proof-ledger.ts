import { randomBytes } from 'node:crypto';
import { hmacSha256, sha256 } from '../../crypto/codes.ts';
import type { InstanceSecret } from '../../crypto/instance-secrets.ts';
import { AppError } from '../../errors/app-error.ts';
import { createNonces, findWindow, isValidIn, type Nonces } from './nonce.ts';
import { createProofCounts, type ProofLimits } from './proof-limits.rules.ts';
import type { SeenProofs, StoreMoment } from './seen-proofs.ts';

/** Forged nonces make a process ask the store for its epoch at most so often. */
const readAgainMs = 1000;

/** Makes the keys of nonces, together with what the store of seen proofs calls its epoch. */
export const proofNonceSecret: InstanceSecret = {
  name: 'proof-nonces',
  make: () => randomBytes(32),
};

/** A nonce that is valid, as far as this process knows. */
export interface ValidNonce {
  readonly epoch: string;
  readonly window: number;
}

export interface ProofLedger {
  /** The nonce that answers give to clients. */
  currentNonce(): string;
  /** Finds out whether a nonce is valid. @throws StoreUnavailable */
  readNonce(nonce: string): Promise<ValidNonce | null>;
  /**
   * Accepts a proof once, in all processes that share the store.
   * @param proof verified, with the network of its device where no session vouches for that
   * @throws AppError 401 with reason proof_replayed or nonce_required, 429 and 503 beyond the limits
   * @throws StoreUnavailable
   */
  acceptOnce(proof: {
    readonly nonce: ValidNonce;
    readonly deviceId: string;
    readonly requestKey: string;
    readonly strangerIn: string | null;
  }): Promise<void>;
}

export function nonceRequired(): AppError {
  return new AppError('TOKEN_INVALID', 'Repeat the request with the nonce of this answer.', {
    reason: 'nonce_required',
  });
}

/**
 * Opens what makes each proof count once: nonces of the store's present epoch and time, and the
 * store. Safety hangs on the store alone: a process with a wrong idea of epoch or time only refuses
 * what it need not, until the next answer of the store.
 * @throws StoreUnavailable
 */
export async function openProofLedger(deps: {
  store: SeenProofs;
  secret: Uint8Array;
  limits?: ProofLimits;
}): Promise<ProofLedger> {
  const { store, secret } = deps;
  const counts = createProofCounts(deps.limits);
  let epoch = '';
  let nonces: Nonces;
  /** How far the store's clock is ahead of ours; ours can't be set. */
  let aheadMs = 0;
  let readAtMs = 0;
  let reading: Promise<void> | undefined;

  function learn(moment: StoreMoment): void {
    aheadMs = moment.nowMs - performance.now();
    if (moment.epoch === epoch) return;
    epoch = moment.epoch;
    nonces = createNonces(hmacSha256(secret, `proof-nonces:${epoch}`));
  }

  function read(): Promise<void> {
    reading ??= store
      .read()
      .then(learn)
      .finally(() => {
        readAtMs = performance.now();
        reading = undefined;
      });
    return reading;
  }

  const present = () => findWindow(performance.now() + aheadMs);

  await read();
  return {
    currentNonce: () => nonces.current(present()),

    async readNonce(nonce) {
      const window = nonces.windowOf(nonce, present());
      if (window !== null) return { epoch, window };
      // Another process may know of an epoch, or a time, that the store has had since we asked.
      if (reading === undefined && performance.now() - readAtMs < readAgainMs) return null;
      await read();
      const found = nonces.windowOf(nonce, present());
      return found === null ? null : { epoch, window: found };
    },

    async acceptOnce({ nonce, deviceId, requestKey, strangerIn }) {
      counts.requireRoom({ deviceId, strangerIn }, present());
      const { window } = nonce;
      const answer = await store.note({ window, id: identify(deviceId, requestKey) });
      learn(answer);
      const isPresent = answer.epoch === nonce.epoch && isValidIn(window, findWindow(answer.nowMs));
      if (!isPresent) throw nonceRequired();
      if (!answer.isFirst) {
        throw new AppError('TOKEN_INVALID', 'This request was sent before.', {
          reason: 'proof_replayed',
        });
      }
      counts.add({ deviceId, strangerIn });
    },
  };
}

/** Long enough: only its own device could make two requests with the same 128 bits. */
function identify(deviceId: string, requestKey: string): string {
  return sha256(`${deviceId}.${requestKey}`).toString('hex', 0, 16);
}
