import type { DrmSystem } from '@prahari/contract';
import { LRUCache } from 'lru-cache';
import { withKeySystems } from './manifest-protection.rules.ts';

/** Videos that are opened at present: some ten kilobytes each, and twice that with the source. */
const kept = { max: 200 };

/**
 * Caches manifests with the key systems of a session, which are the same for all sessions of one
 * video, scheme and policy.
 */
export function createProtectManifest() {
  const known = new LRUCache<string, string>(kept);

  return function protectManifest(manifest: string, systems: readonly DrmSystem[]): string {
    const name = `${systems.join()} ${manifest}`;
    const written = known.get(name) ?? withKeySystems(manifest, systems);
    known.set(name, written);
    return written;
  };
}
