import type { IngestDeps } from '../ingest.deps.ts';
import { sumStoredBytes } from '../storage-use/stored-media.repository.ts';
import { mediaQuotaExceeded } from './upload.errors.ts';

/**
 * Requires that stored media leaves room under its quota: at the beginning of an upload and while
 * its bytes arrive, since other uploads are processed at the same time.
 * @throws AppError 507 media_quota_exceeded
 */
export async function requireMediaQuota({
  db,
  settings: { mediaQuotaBytes },
}: Pick<IngestDeps, 'db' | 'settings'>): Promise<void> {
  // 0: none.
  if (mediaQuotaBytes === 0) return;
  const usedBytes = await sumStoredBytes(db);
  if (usedBytes >= mediaQuotaBytes) throw mediaQuotaExceeded(mediaQuotaBytes, usedBytes);
}
