import { limits } from '@prahari/contract';
import type { Db } from '../../platform/db/database.ts';
import {
  createRevocationMemory,
  type RevocationMemoryDeps,
} from '../../platform/revocations/revocation-memory.ts';
import { urlVersionChannel } from './url-version.events.ts';
import { listRaisedUrlVersions } from './url-versions.repository.ts';

export interface UrlVersions {
  /** Reads what was raised lately; to be awaited before the first request is answered. */
  read(): Promise<void>;
  /** Tells whether URLs of that version are revoked. */
  isRevokedVersion(videoId: string, urlVersion: number): boolean;
  onRaised(listener: (videoId: string, urlVersion: number) => void): void;
}

/** Knows in memory which URL versions were raised lately. */
export function createUrlVersions(deps: RevocationMemoryDeps & { readonly db: Db }): UrlVersions {
  const lasting = {
    // How long signed URLs live.
    usableMs: limits.videoAccessSessionSeconds * 1000,
    most: 200_000,
    findRevoked: (since: Date) => listRaisedUrlVersions(deps.db, since),
  };
  const raised = createRevocationMemory({ channel: urlVersionChannel, lasting }, deps);
  return { read: raised.read, isRevokedVersion: raised.isRevoked, onRaised: raised.onRevoked };
}
