import { limits } from '@prahari/contract';
import type { Db } from '../../platform/db/database.ts';
import {
  createRevocationMemory,
  type RevocationMemoryDeps,
} from '../../platform/revocations/revocation-memory.ts';
import { pathsCutChannel } from './url-version.events.ts';
import { cutSince } from './url-versions.repository.ts';

export interface CutPaths {
  /** Reads what was cut lately; to be awaited before the first request is answered. */
  read(): Promise<void>;
  /** Tells whether paths of that count open nothing any more. */
  isCut(videoId: string, pathEpoch: number): boolean;
  onCut(hear: (videoId: string, pathEpoch: number) => void): void;
}

/** Knows in memory whose signed paths were cut lately. */
export function createCutPaths(deps: RevocationMemoryDeps & { readonly db: Db }): CutPaths {
  const lasting = {
    what: 'cut paths',
    // Signed URLs live for so long.
    usableMs: limits.videoAccessSessionSeconds * 1000,
    most: 200_000,
    findRevoked: (since: Date) => cutSince(deps.db, since),
  };
  const cut = createRevocationMemory({ channel: pathsCutChannel, lasting }, deps);
  return { read: cut.read, isCut: cut.isRevoked, onCut: cut.onRevoked };
}
