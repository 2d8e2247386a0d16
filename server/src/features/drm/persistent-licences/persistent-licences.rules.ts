import { type PersistenceReport, persistenceLogLimits } from '@prahari/contract';
import type { PersistenceCounts } from './persistent-licences.repository.ts';

/**
 * Computes the share of look-ups that found a licence, and the resulting advice (specification,
 * section 9).
 */
export function judgeCaching(
  byType: PersistenceCounts['byType'],
): Pick<PersistenceReport, 'cacheHitRate' | 'recommendation'> {
  const countOf = (wanted: string) =>
    byType.find(({ eventType }) => eventType === wanted)?.count ?? 0;
  const lookUps = countOf('cache_hit') + countOf('cache_miss');
  if (lookUps === 0) return { cacheHitRate: null, recommendation: null };
  const cacheHitRate = countOf('cache_hit') / lookUps;
  const isGood = cacheHitRate >= persistenceLogLimits.goodCacheHitRate;
  return { cacheHitRate, recommendation: isGood ? null : 'improve_caching' };
}

/** Tells whether a persistent licence is valid: until its expiration (specification, section 5). */
export function isValid(licence: { readonly expiresAt: Date }, now: Date): boolean {
  return licence.expiresAt > now;
}
