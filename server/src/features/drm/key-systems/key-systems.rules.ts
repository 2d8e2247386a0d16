import {
  basePath,
  type DrmSystem,
  type EncryptionScheme,
  type KeySystemName,
  type OfferedKeySystem,
  type OfferedKeySystems,
  type VendorSystem,
  vendorSystems,
} from '@prahari/contract';
import { mayPersist } from '../licence-services/entitlement.rules.ts';
import type { LicencePolicy } from '../licences/licence-policy.rules.ts';

const names = {
  widevine: 'com.widevine.alpha',
  playready: 'com.microsoft.playready.recommendation',
  fairplay: 'com.apple.fps',
} as const satisfies Record<VendorSystem, KeySystemName>;

/** Specification, section 9: for Widevine, and for PlayReady. */
const inSoftware = { audio: 'SW_SECURE_CRYPTO', video: 'SW_SECURE_DECODE' } as const;
const inHardware = { audio: 'HW_SECURE_CRYPTO', video: 'HW_SECURE_ALL' } as const;
const playReadyLevels = [
  { audio: '3000', video: '3000' },
  { audio: '2000', video: '2000' },
] as const;
/** FairPlay and Clear Key have no robustness levels. */
const noLevel = { audio: '', video: '' } as const;

/** Lists the key systems that a playback session may use; FairPlay decrypts only `cbcs`. */
export function listKeySystems(
  { clearKey }: LicencePolicy,
  offered: readonly VendorSystem[],
  scheme: EncryptionScheme,
): DrmSystem[] {
  const vendors = offered.filter((system) => system !== 'fairplay' || scheme === 'cbcs');
  return clearKey ? [...vendors, 'clearkey'] : vendors;
}

/**
 * Describes to players the key systems that a playback session may use. Where HD needs hardware
 * security requested first; a device without it still plays SD.
 */
export function describeKeySystems(
  playbackSessionId: string,
  policy: LicencePolicy,
  systems: readonly DrmSystem[],
): OfferedKeySystems {
  const urlOf = (system: string) =>
    `${basePath}/drm/${system}/license?playbackSession=${playbackSessionId}`;
  const robustnessOf: Record<VendorSystem, OfferedKeySystem['robustness']> = {
    widevine: policy.hdNeedsHardware ? [inHardware, inSoftware] : [inSoftware],
    playready: [...playReadyLevels],
    fairplay: [noLevel],
  };
  const vendors = vendorSystems
    .filter((system) => systems.includes(system))
    .map((system): [KeySystemName, OfferedKeySystem] => [
      names[system],
      {
        licenseUrl: urlOf(system),
        certificateUrl: system === 'fairplay' ? `${basePath}/drm/fairplay/certificate` : null,
        robustness: robustnessOf[system],
        mayKeepLicences: mayPersist(system, policy),
      },
    ]);
  const clearKey = {
    licenseUrl: urlOf('clearkey'),
    certificateUrl: null,
    robustness: [noLevel],
    mayKeepLicences: false,
  };
  return {
    ...Object.fromEntries(vendors),
    ...(systems.includes('clearkey') ? { 'org.w3.clearkey': clearKey } : {}),
  };
}
