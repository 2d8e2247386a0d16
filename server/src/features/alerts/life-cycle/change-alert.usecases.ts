import {
  type AlertDetail,
  type AlertMove,
  type AlertStatus,
  type AuditAction,
  findNextStatus,
  listAllowedMoves,
  listStatusesBefore,
} from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { AlertsDeps } from '../alerts.deps.ts';
import { alertAboutOwnSource, alertNotFound, moveNotAllowed, ownAlert } from '../alerts.errors.ts';
import { presentAction, presentAlert, presentStep } from '../alerts.presenter.ts';
import type { AlertScope } from '../list/alert-filter.repository.ts';
import { type AlertRow, findAlert } from '../list/alert-list.repository.ts';
import { scopeAlerts } from '../list/scope-alerts.usecases.ts';
import { publishAlert } from '../live/publish-alert.repository.ts';
import {
  type AlertUpdate,
  findActions,
  findSteps,
  insertStep,
  updateAlertIn,
} from './alert-life.repository.ts';
import { isOfOwnSource, isOwnAlert } from './own-alert.usecases.ts';

type LifeDeps = Pick<AlertsDeps, 'db' | 'clock' | 'users'>;

/** What an administrator does with an alert, as the call says. */
export interface AlertChange {
  readonly move: AlertMove;
  /** As the client names the actor: evidence, beside which the caller is recorded. */
  readonly claimedBy: string;
  readonly note: string | null;
  /** Of a dismissal. */
  readonly suppressForMs?: number;
  readonly address: string;
}

const stepOf = {
  acknowledge: 'acknowledged',
  resolve: 'resolved',
  dismiss: 'dismissed',
  reopen: 'reopened',
} as const satisfies Record<AlertMove, string>;

const auditActionOf = {
  acknowledge: 'alert.acknowledge',
  resolve: 'alert.resolve',
  dismiss: 'alert.dismiss',
  reopen: 'alert.reopen',
} as const satisfies Record<AlertMove, AuditAction>;

/** Reads one alert with its timeline. @throws AppError 404 */
export async function getAlert(
  { db, users }: Pick<AlertsDeps, 'db' | 'users'>,
  caller: SessionCaller,
  id: string,
): Promise<AlertDetail> {
  return readDetail(db, scopeAlerts({ users }, caller), id);
}

/**
 * Moves an alert to its next state, with a step in its timeline and an entry in the audit log. Of
 * two who do so at once, one wins; the other is told what happened.
 * @throws AppError 404, 403 not_yourself, alert_about_own_source, 409 alert_state_changed
 */
export async function changeAlert(
  { db, clock, users }: LifeDeps,
  caller: SessionCaller,
  id: string,
  change: AlertChange,
): Promise<AlertDetail> {
  const { userId } = caller;
  const scope = scopeAlerts({ users }, caller);
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    const found = await findAlert(trx, { scope, id });
    if (!found) throw alertNotFound();
    const about = describeAbout(found);
    if (isOwnAlert(about, caller)) throw ownAlert();
    const isClosed = change.move === 'resolve' || change.move === 'dismiss';
    if (isClosed && (await isOfOwnSource(trx, about, { caller, address: change.address, at }))) {
      throw alertAboutOwnSource();
    }
    const from = listStatusesBefore(change.move);
    const isChanged = await updateAlertIn(trx, id, from, buildUpdate(change, userId, at));
    if (!isChanged) throw await describeRefusal(trx, scope, id);
    if (change.move === 'resolve') await recordResolved(trx, found, userId, at);
    await insertStep(trx, {
      alert_id: id,
      at,
      kind: stepOf[change.move],
      by_user_id: userId,
      claimed_by: change.claimedBy,
      note: change.note,
      details: change.suppressForMs ? { suppressForMs: change.suppressForMs } : {},
    });
    const actor = { userId, name: (await users.nameOf(trx, userId)) ?? '' };
    const entry = {
      action: auditActionOf[change.move],
      actor,
      subject: { id: found.user_id, name: found.title },
      before: { status: found.status },
      after: {
        status: findNextStatus(found.status, change.move),
        alertId: id,
        claimedBy: change.claimedBy,
        note: change.note,
      },
      address: change.address,
    };
    await writeAuditEntry(trx, entry, at);
    await publishAlert(trx, { id, kind: stepOf[change.move] });
    return readDetail(trx, scope, id);
  });
}

function describeAbout({ user_id, is_test, subject_kind, subject_key }: AlertRow) {
  return {
    userId: user_id,
    isTest: is_test,
    subject: { kind: subject_kind, key: subject_key },
  };
}

/** Tells who judges events, in their order, that the rule starts again for this subject. */
async function recordResolved(
  trx: Trx,
  { id, rule_id: ruleId, subject_kind: subjectKind, subject_key: subjectKey }: AlertRow,
  byUserId: string,
  at: Date,
): Promise<void> {
  if (ruleId === null) return;
  const resolved = { alertId: id, ruleId, subjectKind, subjectKey, byUserId };
  await recordEvent(trx, 'alert.resolved', resolved, at);
}

function buildUpdate(
  { move, claimedBy, note, suppressForMs = 0 }: AlertChange,
  userId: string,
  at: Date,
): AlertUpdate {
  const updated_at = at;
  switch (move) {
    case 'acknowledge':
      return {
        status: 'acknowledged',
        acknowledged_at: at,
        acknowledged_by: userId,
        acknowledged_as: claimedBy,
        updated_at,
      };
    case 'resolve':
      return {
        status: 'resolved',
        resolved_at: at,
        resolved_by: userId,
        resolved_as: claimedBy,
        resolution: note,
        updated_at,
      };
    case 'dismiss':
      return {
        status: 'suppressed',
        dismissed_at: at,
        dismissed_by: userId,
        dismissed_as: claimedBy,
        dismiss_reason: note,
        suppressed_until: new Date(at.getTime() + suppressForMs),
        updated_at,
      };
    case 'reopen':
      return { status: 'active', suppressed_until: null, updated_at };
  }
}

/** Says in which state another left the alert, and who it was. */
async function describeRefusal(trx: Trx, scope: AlertScope, id: string) {
  const now = await findAlert(trx, { scope, id });
  if (!now) return alertNotFound();
  const steps = await findSteps(trx, id);
  const last = steps.findLast((step) => isStepInto(step.kind, now.status));
  return moveNotAllowed({
    status: now.status,
    allowed: listAllowedMoves(now.status),
    by: last?.by_name ?? null,
    at: last?.at.toISOString() ?? null,
  });
}

function isStepInto(kind: string, status: AlertStatus): boolean {
  if (status === 'suppressed') return kind === 'dismissed';
  if (status === 'active') return kind === 'reopened' || kind === 'raised';
  return kind === status;
}

async function readDetail(db: DbOrTrx, scope: AlertScope, id: string): Promise<AlertDetail> {
  const row = await findAlert(db, { scope, id });
  if (!row) throw alertNotFound();
  const steps = await findSteps(db, id);
  const actions = await findActions(db, id);
  return {
    ...presentAlert(row),
    timeline: steps.map(presentStep),
    actions: actions.map(presentAction),
  };
}
