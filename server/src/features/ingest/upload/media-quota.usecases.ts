import type { Db } from '../../../platform/db/database.ts';
import type { IngestConfig } from '../ingest.config.ts';
import type { StoredMediaRepository } from '../storage-use/stored-media.repository.ts';
import { mediaQuotaExceeded } from './upload.errors.ts';

/**
 * Requires that stored media leaves room under its quota: at the beginning of an upload and as its
 * bytes come in, for what others uploaded is made ready meanwhile.
 * @throws AppError 507 media_quota_exceeded
 */
export function createRequireMediaQuota(deps: {
  readonly db: Db;
  readonly stored: Pick<StoredMediaRepository, 'bytes'>;
  readonly settings: Pick<IngestConfig, 'mediaQuotaBytes'>;
}): () => Promise<void> {
  const { db, stored } = deps;
  const { mediaQuotaBytes } = deps.settings;
  return async () => {
    // 0: none.
    if (mediaQuotaBytes === 0) return;
    const usedBytes = await stored.bytes(db);
    if (usedBytes >= mediaQuotaBytes) throw mediaQuotaExceeded(mediaQuotaBytes, usedBytes);
  };
}
