import type { AuditCheck } from './check.rules.ts';

/** Every check of this product, in the order in which they run. */
export const allChecks: readonly AuditCheck[] = [];
