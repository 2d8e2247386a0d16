import { AppError } from '../../errors/app-error.ts';
import { nonceWindowMs } from './nonce.ts';

/** How many proofs a process lets the store remember in one window of nonces. */
export interface ProofLimits {
  /** Of one device: 333 a second, ten times what any page or load test needs of one. */
  readonly ofDevice: number;
  /**
   * Of devices that no session vouches for: anyone makes keys by the thousand. Their share is small,
   * so that they leave room for those who are signed in.
   */
  readonly ofStrangers: number;
  /** The same for one network, so that one attacker leaves others a way to sign in. */
  readonly ofStrangersInNetwork: number;
  /** The limit for all devices together; no process answers so many calls in 150 s. */
  readonly ofAll: number;
}

const proofLimits: ProofLimits = {
  ofDevice: 50_000,
  ofStrangers: 200_000,
  ofStrangersInNetwork: 20_000,
  ofAll: 1_500_000,
};

interface Sender {
  readonly deviceId: string;
  /** The network of a device that no session vouches for; null for the others. */
  readonly strangerIn: string | null;
}

/**
 * Counts what this process gave to the store, and refuses what exceeds the limits, so that neither
 * memory nor store can be filled by requests alone.
 */
export function createProofCounts(limits: ProofLimits = proofLimits) {
  let window = Number.NEGATIVE_INFINITY;
  let strangers = 0;
  let all = 0;
  const byDevice = new Map<string, number>();
  const strangersByNetwork = new Map<string, number>();

  return {
    /**
     * Refuses a proof for which there is no room.
     * @param present the window of the present, after which counts begin again
     * @throws AppError 429 where one device or network sends too much, 503 where all together do
     */
    requireRoom({ deviceId, strangerIn }: Sender, present: number): void {
      if (present !== window) {
        window = present;
        strangers = 0;
        all = 0;
        byDevice.clear();
        strangersByNetwork.clear();
      }
      const retryAfterSeconds = nonceWindowMs / 1000;
      const ofNetwork = strangerIn === null ? 0 : (strangersByNetwork.get(strangerIn) ?? 0);
      const isTooMuch = ofNetwork >= limits.ofStrangersInNetwork;
      if (isTooMuch || (byDevice.get(deviceId) ?? 0) >= limits.ofDevice) {
        throw new AppError(
          'RATE_LIMIT_EXCEEDED',
          'Too many requests. Please wait a moment and try again.',
          { retryAfterSeconds },
        );
      }
      if (all >= limits.ofAll || (strangerIn !== null && strangers >= limits.ofStrangers)) {
        throw new AppError(
          'INTERNAL_SERVER_ERROR',
          'The server is very busy. Please try again shortly.',
          { status: 503, reason: 'overloaded', retryAfterSeconds },
        );
      }
    },

    /** Counts a proof that is remembered now; those that were sent again take no room. */
    add({ deviceId, strangerIn }: Sender): void {
      byDevice.set(deviceId, (byDevice.get(deviceId) ?? 0) + 1);
      all += 1;
      if (strangerIn === null) return;
      strangers += 1;
      strangersByNetwork.set(strangerIn, (strangersByNetwork.get(strangerIn) ?? 0) + 1);
    },
  };
}
