import type { SystemConfig, VendorSystem } from '@prahari/contract';
import * as z from 'zod/mini';

/** What licences of one playback session may hold; fixed when its user token is made. */
export const licencePolicySchema = z.object({
  /** HD only where the keys are kept in hardware. */
  hdNeedsHardware: z.boolean(),
  /** Licences may be kept by the browser for a while. */
  persistent: z.boolean(),
  /** By Clear Key, too. */
  clearKey: z._default(z.boolean(), true),
});
export type LicencePolicy = z.infer<typeof licencePolicySchema>;

/**
 * Clear Key is all there is until a service is configured; from then on it is a way around it, and
 * open only where an administrator says so.
 */
export function policyOf({ drm }: SystemConfig, offered: readonly VendorSystem[]): LicencePolicy {
  return {
    hdNeedsHardware: drm.hdNeedsHardware,
    persistent: drm.persistentLicences,
    clearKey: drm.clearKeyFallback || offered.length === 0,
  };
}

export const qualityClasses = ['AUDIO', 'SD', 'HD'] as const;
export type QualityClass = (typeof qualityClasses)[number];

/** Classes whose keys may go to a system that promises no hardware security. */
export function classesForSoftware(policy: LicencePolicy): readonly QualityClass[] {
  return qualityClasses.filter((quality) => quality !== 'HD' || !policy.hdNeedsHardware);
}
