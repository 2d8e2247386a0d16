import type { AuditCheck } from './check.rules.ts';
import { credentialChecks } from './credentials.check.ts';
import { exposureChecks } from './exposure.check.ts';
import { headerChecks } from './headers.check.ts';
import { sessionChecks } from './sessions.check.ts';

/** Every check of this product, in the order in which they run. */
export const allChecks: readonly AuditCheck[] = [
  ...headerChecks,
  ...exposureChecks,
  ...credentialChecks,
  ...sessionChecks,
];
