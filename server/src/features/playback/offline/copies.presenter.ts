import type { LearnerOfflineCopy, OfflineCopy } from '@prahari/contract';
import { describeUserAgent } from '../../auth/index.ts';
import type { CopyRow } from './copies.repository.ts';
import { judgeCopy } from './copies.rules.ts';

export function presentCopy(row: CopyRow, now: Date): OfflineCopy {
  return {
    id: row.id,
    videoId: row.videoId,
    title: row.title,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    state: judgeCopy(row, now),
    revokedFor: row.revokedFor,
  };
}

/** Presents a learner's copy to administrators. */
export function presentLearnerCopy(
  row: CopyRow & { readonly userAgent: string; readonly checkedAt: Date | null },
  now: Date,
): LearnerOfflineCopy {
  const device = describeUserAgent(row.userAgent);
  return {
    ...presentCopy(row, now),
    device,
    checkedAt: row.checkedAt?.toISOString() ?? null,
  };
}
