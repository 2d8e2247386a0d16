import type { DrmSystem } from '@prahari/contract';
import { LRUCache } from 'lru-cache';
import { withKeySystems } from './manifest-protection.rules.ts';

/** Lessons that are opened now; some ten kilobytes each, and twice that with what they came from. */
const kept = { max: 200 };

/** Names the key systems of a session in a manifest: the same for all who open the same lesson. */
export function createProtectManifest() {
  const known = new LRUCache<string, string>(kept);

  return function protectManifest(manifest: string, systems: readonly DrmSystem[]): string {
    const name = `${systems.join()} ${manifest}`;
    const written = known.get(name) ?? withKeySystems(manifest, systems);
    known.set(name, written);
    return written;
  };
}
