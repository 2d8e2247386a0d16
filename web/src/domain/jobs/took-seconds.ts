import type { UploadJobDetail } from '@prahari/contract';

type Span = Pick<UploadJobDetail['steps'][number], 'startedAt' | 'finishedAt'>;

/** Whole seconds that a finished step took, at least one; null while it is not finished. */
export function computeTookSeconds({ startedAt, finishedAt }: Span): number | null {
  if (startedAt === null || finishedAt === null) return null;
  return Math.max(1, Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000));
}
