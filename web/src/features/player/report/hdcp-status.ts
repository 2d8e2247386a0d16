import type { ProtectionReport } from '@prahari/contract';

/** The versions that browsers know, the best first. */
const versions = ['2.3', '2.2', '2.1', '2.0', '1.4', '1.3', '1.2', '1.1', '1.0'] as const;

type Keys = Pick<MediaKeys, 'getStatusForPolicy'>;

/** Reads the best HDCP that the output has by this key system. Some browsers don't say it. */
export async function readHdcpStatus(
  keys: Partial<Keys> | null,
): Promise<ProtectionReport['hdcp']> {
  if (!keys?.getStatusForPolicy) return 'unknown';
  try {
    for (const minHdcpVersion of versions) {
      if ((await keys.getStatusForPolicy({ minHdcpVersion })) === 'usable') return minHdcpVersion;
    }
    return 'none';
  } catch {
    return 'unknown';
  }
}
