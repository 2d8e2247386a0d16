import { defineChoiceSetting, defineValkeySetting, type ValuesOf } from '../../config/setting.ts';
import type { GuardedPool } from '../../db/guarded-pool.ts';
import type { Log } from '../../log/log.ts';
import { rememberInDatabase } from './seen-in-database.ts';
import { rememberInMemory } from './seen-in-memory.ts';
import type { SeenProofs } from './seen-proofs.ts';

export const proofSettings = {
  valkeyUrl: defineValkeySetting(
    'VALKEY_URL',
    'A Valkey or Redis that remembers which proofs of requests were used, in place of the database.',
  ),
  seenProofs: defineChoiceSetting(
    'SEEN_PROOFS',
    'Where used proofs are remembered. `shared`: for all processes, in Valkey or the database; with the embedded database, which has one process, in its memory. `process`: in the memory of each process, whose nonces no other accepts; good for one process, or several behind a balancer with affinity.',
    ['shared', 'process'],
  ),
} as const;

type ProofSettings = ValuesOf<typeof proofSettings> & { readonly databaseUrl: string | undefined };

/** Chooses the store of used proofs: one that all processes share, wherever there may be several. */
export function chooseSeenProofs(settings: ProofSettings): 'memory' | 'database' | 'valkey' {
  if (settings.seenProofs === 'process') return 'memory';
  if (settings.valkeyUrl !== undefined) return 'valkey';
  return settings.databaseUrl === undefined ? 'memory' : 'database';
}

/** Opens the store that the settings choose. @throws StartError when Valkey can't be used */
export async function openSeenProofs(
  settings: ProofSettings,
  deps: { pool: GuardedPool; log: Log; instanceId: string },
): Promise<SeenProofs> {
  const chosen = chooseSeenProofs(settings);
  deps.log.info({ chosen }, 'where used proofs are remembered');
  if (chosen === 'database') return rememberInDatabase(deps);
  if (chosen === 'memory' || settings.valkeyUrl === undefined) return rememberInMemory();
  // Loaded only where it is used.
  const { rememberInValkey } = await import('./seen-in-valkey.ts');
  return rememberInValkey({ ...deps, url: settings.valkeyUrl });
}
