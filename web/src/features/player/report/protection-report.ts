import type { ProtectionReport } from '@prahari/contract';

/** What the key system granted, as reported by the player's library. */
export interface GrantedProtection {
  readonly keySystem: string;
  readonly videoRobustness: string;
  readonly audioRobustness: string;
}

export interface ProtectionFacts {
  /** Null where nothing needed a key yet. */
  readonly granted: GrantedProtection | null;
  readonly hdcp: ProtectionReport['hdcp'];
  /** Share of the marks that are drawn and intact, 0 to 1. */
  readonly watermarkCoverage: number;
  /** Whether calls that record could be put under watch. */
  readonly isCapturePatched: boolean;
}

const clearKey = 'org.w3.clearkey';
/** PlayReady names its hardware level by a number (SL3000), the others by words. */
const hardware = /^HW_SECURE|^3000$/;
/** FairPlay decrypts outside the browser on all its platforms, and names no level. */
const alwaysOutside = /^com\.apple\.fps/;

/**
 * Builds the report about a playback's protection: what was granted, not what was requested, and what
 * that leaves open. Where a browser doesn't say, it assumes the worse.
 */
export function buildProtectionReport(facts: ProtectionFacts): ProtectionReport {
  const { granted, watermarkCoverage, isCapturePatched } = facts;
  // Chromium's Clear Key says yes to every version, and guards no output.
  const hdcp = granted?.keySystem === clearKey ? 'unknown' : facts.hdcp;
  const isInHardware =
    granted !== null &&
    (hardware.test(granted.videoRobustness) || alwaysOutside.test(granted.keySystem));
  const isOutputProtected = isInHardware && hdcp !== 'unknown' && hdcp !== 'none';
  return {
    keySystem: granted?.keySystem ?? null,
    videoRobustness: granted?.videoRobustness ?? '',
    audioRobustness: granted?.audioRobustness ?? '',
    hdcp,
    watermarkCoverage,
    cannotPrevent: [
      // No browser knows of either.
      'camera_at_screen',
      'developer_tools',
      ...(isInHardware ? [] : (['other_software_recording', 'software_decryption'] as const)),
      ...(isOutputProtected ? [] : (['unprotected_output'] as const)),
      ...(isCapturePatched ? [] : (['capture_api_unpatched'] as const)),
    ],
  };
}
