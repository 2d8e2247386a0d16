import type { SystemConfig, VendorSystem } from '@prahari/contract';
import * as z from 'zod/mini';

/** The terms of the licences of one playback session; fixed when its user token is signed. */
export const licencePolicySchema = z.object({
  /** HD only where the keys are kept in hardware. */
  hdNeedsHardware: z.boolean(),
  /** Licences may be kept by the browser for a while. */
  persistent: z.boolean(),
  /** Clear Key is offered, too. */
  clearKey: z._default(z.boolean(), true),
});
export type LicencePolicy = z.infer<typeof licencePolicySchema>;

/**
 * Decides what licences may allow from now on. Until a licence service is configured Clear Key is
 * the only key system; afterwards it would bypass the service, so an administrator has to allow it.
 * @param offered systems with a licence service
 */
export function decideLicencePolicy(
  { drm }: SystemConfig,
  offered: readonly VendorSystem[],
): LicencePolicy {
  return {
    hdNeedsHardware: drm.hdNeedsHardware,
    persistent: drm.persistentLicences,
    clearKey: drm.clearKeyFallback || offered.length === 0,
  };
}

export const qualityClasses = ['AUDIO', 'SD', 'HD'] as const;
export type QualityClass = (typeof qualityClasses)[number];

/** Lists the classes whose keys may go to a system without hardware security. */
export function listSoftwareClasses(policy: LicencePolicy): readonly QualityClass[] {
  return qualityClasses.filter((quality) => quality !== 'HD' || !policy.hdNeedsHardware);
}
