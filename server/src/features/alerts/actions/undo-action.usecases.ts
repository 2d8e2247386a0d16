import type { AlertDetail } from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { findScopePlaces } from '../../users/index.ts';
import type { AlertsDeps } from '../alerts.deps.ts';
import {
  actionNotUndoable,
  alertAboutOwnSource,
  alertNotFound,
  blockedSince,
  ownAlert,
} from '../alerts.errors.ts';
import { insertStep } from '../life-cycle/alert-life.repository.ts';
import { getAlert } from '../life-cycle/change-alert.usecases.ts';
import { isOfOwnSource, isOwnAlert } from '../life-cycle/own-alert.usecases.ts';
import { publishAlert } from '../live/publish-alert.repository.ts';
import { type ActionFacts, findAction, updateAction } from './actions.repository.ts';

type UndoDeps = Pick<AlertsDeps, 'db' | 'clock' | 'users' | 'measures'>;

/**
 * Takes back what an alert did, with a step in its timeline and an entry in the audit log.
 * @throws AppError 404, 403 not_yourself, alert_about_own_source, 409 action_not_undoable, blocked_since
 */
export async function undoAction(
  deps: UndoDeps,
  caller: SessionCaller,
  actionId: string,
  address: string,
): Promise<AlertDetail> {
  const action = await findAction(deps.db, actionId);
  if (!action) throw alertNotFound();
  // Whether the caller may see the alert at all.
  const alert = await getAlert(deps, caller, action.alertId);
  if (isOwnAlert(alert, caller)) throw ownAlert();
  const at = deps.clock.now();
  if (await isOfOwnSource(deps.db, alert, { caller, address, at })) throw alertAboutOwnSource();
  if (action.kind === 'tighten_rate_limits' && findScopePlaces(caller) !== null) {
    throw alertNotFound();
  }
  if (action.state !== 'done' || action.undo === null) throw actionNotUndoable();
  const { userId } = action.subject;
  if (action.kind === 'block_user' && userId !== null) {
    const until = action.doneAt ?? deps.clock.now();
    // The block in force may be one that an administrator meant.
    const isOpen = await deps.measures.liftBlock({ ...caller, address }, userId, until);
    if (!isOpen) throw blockedSince();
  }
  const { userId: byUserId } = caller;
  await deps.db.transaction().execute(async (trx) => {
    const found = await findAction(trx, actionId, 'lock');
    if (found?.state !== 'done') throw actionNotUndoable();
    await lift(deps, trx, action);
    await updateAction(trx, actionId, { state: 'undone', undone_at: at, undone_by: byUserId });
    const details = { kind: action.kind };
    const step = { alert_id: action.alertId, at, by_user_id: byUserId, details };
    await insertStep(trx, { ...step, kind: 'action_undone' });
    const entry = {
      action: 'alert-action.undo',
      actor: { userId: byUserId, name: (await deps.users.nameOf(trx, byUserId)) ?? '' },
      subject: { id: userId, name: action.title },
      before: { state: 'done' },
      after: { state: 'undone', alertId: action.alertId, kind: action.kind },
      address,
    } as const;
    await writeAuditEntry(trx, entry, at);
    await publishAlert(trx, { id: action.alertId, kind: 'action' });
  });
  return getAlert(deps, caller, action.alertId);
}

async function lift({ measures }: Pick<UndoDeps, 'measures'>, trx: Trx, { undo }: ActionFacts) {
  const suspensionId = undo?.['suspensionId'];
  if (typeof suspensionId === 'string') await measures.liftSuspension(trx, suspensionId);
  const tighteningId = undo?.['tighteningId'];
  if (typeof tighteningId === 'string') await measures.liftTightening(trx, tighteningId);
}
