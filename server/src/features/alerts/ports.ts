import type { Trx } from '../../platform/db/database.ts';

/** Has actions of alerts carried out (rows of `alert_actions`), once the transaction commits. */
export type EnqueueActions = (trx: Trx, actionIds: readonly string[]) => Promise<void>;
