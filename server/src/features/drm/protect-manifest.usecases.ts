import type { VendorSystem } from '@prahari/contract';
import { LRUCache } from 'lru-cache';
import { withKeySystems } from './formats/index.ts';
import type { LicencePolicy } from './licence-policy.rules.ts';

/** Lessons that are opened now; some ten kilobytes each, and twice that with what they came from. */
const kept = { max: 200 };

/** Names the key systems of a session in a manifest: the same for all who open the same lesson. */
export function createProtectManifest(offered: () => Promise<readonly VendorSystem[]>) {
  const known = new LRUCache<string, string>(kept);

  return async function protectManifest(
    manifest: string,
    { clearKey }: LicencePolicy,
  ): Promise<string> {
    const systems = [...(await offered()), ...(clearKey ? (['clearkey'] as const) : [])];
    const name = `${systems.join()} ${manifest}`;
    const written = known.get(name) ?? withKeySystems(manifest, systems);
    known.set(name, written);
    return written;
  };
}
