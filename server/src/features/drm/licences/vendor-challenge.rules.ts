import type { VendorSystem } from '@prahari/contract';
import { isSpc } from '../formats/fairplay.rules.ts';
import { readAcquisition } from '../formats/playready.rules.ts';
import { readChallenge } from '../formats/widevine.rules.ts';

export interface VendorChallenge {
  /** The challenge as sent to the service. */
  readonly message: Buffer;
  /** The key IDs that it names in clear. */
  readonly keyIds: readonly Buffer[];
  readonly isCertificateRequest: boolean;
}

/** Reads a player's challenge, as far as possible; null for anything that no player sends. */
export function readVendorChallenge(system: VendorSystem, body: Buffer): VendorChallenge | null {
  if (system === 'widevine') {
    const challenge = readChallenge(body);
    return challenge && { ...challenge, message: body };
  }
  if (system === 'playready') {
    const acquisition = readAcquisition(body);
    if (!acquisition) return null;
    const { soap, keyIds } = acquisition;
    return { message: soap, keyIds, isCertificateRequest: false };
  }
  return isSpc(body) ? { message: body, keyIds: [], isCertificateRequest: false } : null;
}
