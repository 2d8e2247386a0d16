import { keptLicenceSeconds, type VendorSystem } from '@prahari/contract';
import {
  type LicencePolicy,
  listSoftwareClasses,
  type QualityClass,
} from '../licences/licence-policy.rules.ts';

/**
 * The entitlement that a driver sends to a service: which user may play which video, under which
 * conditions.
 */
export interface Entitlement {
  readonly userId: string;
  readonly sessionId: string;
  readonly deviceId: string;
  readonly videoId: string;
  readonly keys: readonly EntitledKey[];
  readonly mayPersist: boolean;
  /** How long the licence is valid. */
  readonly seconds: number;
}

export interface EntitledKey {
  readonly keyId: Buffer;
  readonly key: Buffer;
  readonly qualityClass: QualityClass;
  readonly robustness: Robustness;
}

export interface Robustness {
  /** Widevine: 1 SW_SECURE_CRYPTO, 2 SW_SECURE_DECODE, 5 HW_SECURE_ALL. */
  readonly widevineLevel: 1 | 2 | 5;
  /** PlayReady: SL2000 in software, SL3000 in hardware. */
  readonly playReadyLevel: 2000 | 3000;
  readonly needsHdcp: boolean;
}

/**
 * Returns the security required for a class of quality (specification, section 9): SW_SECURE_CRYPTO
 * for sound, SW_SECURE_DECODE and 3000 for pictures. Where HD needs hardware, a service does not
 * give its key to devices with software security only; these still play SD.
 */
export function decideRobustness(quality: QualityClass, policy: LicencePolicy): Robustness {
  const inHardware = !listSoftwareClasses(policy).includes(quality);
  if (inHardware) return { widevineLevel: 5, playReadyLevel: 3000, needsHdcp: true };
  const widevineLevel = quality === 'AUDIO' ? 1 : 2;
  return { widevineLevel, playReadyLevel: 2000, needsHdcp: false };
}

/** Tells whether a browser may store licences of a system: only Widevine and FairPlay ones. */
export function mayPersist(system: VendorSystem, policy: LicencePolicy): boolean {
  return policy.persistent && system !== 'playready';
}

/**
 * Returns how long a licence is valid: as long as playback may continue; when it is stored, six
 * hours, or as long as the copy that it opens.
 */
export function computeLicenceSeconds(
  now: Date,
  playback: { readonly expiresAt: Date; readonly copyEndsAt: Date | null },
  isKept: boolean,
): number {
  const { expiresAt, copyEndsAt } = playback;
  if (isKept && copyEndsAt === null) return keptLicenceSeconds;
  const end = isKept && copyEndsAt !== null ? copyEndsAt : expiresAt;
  return Math.max(1, Math.floor((end.getTime() - now.getTime()) / 1000));
}
