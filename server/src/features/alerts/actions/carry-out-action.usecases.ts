import type { AlertActionKind } from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { AlertsDeps } from '../alerts.deps.ts';
import { insertStep } from '../life-cycle/alert-life.repository.ts';
import { publishAlert } from '../live/publish-alert.repository.ts';
import {
  type ActionFacts,
  countNotified,
  findAction,
  noteTry,
  updateAction,
} from './actions.repository.ts';
import { inForceMs } from './in-force.rules.ts';
import { messagesPerHour, type Notifier, notifyEach, TooManyMessages } from './notify.adapter.ts';

type ActDeps = Pick<AlertsDeps, 'db' | 'clock' | 'users' | 'measures' | 'publicUrl'> & {
  readonly notifiers: readonly Notifier[];
};

const { suspend_playback: suspendedMs, tighten_rate_limits: tightenedMs } = inForceMs;

const hourMs = 3_600_000;

/** What takes an action back; null for what can't be. */
type Undo = Readonly<Record<string, unknown>> | null;

/** What the action did, or why there was nothing to do. */
interface Done {
  readonly undo: Undo;
  readonly details: Readonly<Record<string, unknown>>;
  /** Tells this process, once the transaction is committed. */
  announce?(): void;
}

/** An action that can't be carried out, now or later. */
class ActionImpossible extends Error {
  override readonly name = 'ActionImpossible';
}

/**
 * Carries out one action of an alert, once: a try that was killed is repeated, and one that is done
 * is not.
 * @param isLastTry whether a failure ends it
 * @throws Error to be tried again
 */
export async function carryOutAction(
  deps: ActDeps,
  actionId: string,
  run: { readonly signal: AbortSignal; readonly isLastTry: boolean },
): Promise<void> {
  const action = await findAction(deps.db, actionId);
  if (action?.state !== 'waiting') return;
  try {
    if (action.kind === 'notify') await notify(deps, action, run.signal);
    const blocked = action.kind === 'block_user' ? await block(deps, action) : null;
    const done = await deps.db.transaction().execute(async (trx) => {
      const found = await findAction(trx, actionId, 'lock');
      if (found?.state !== 'waiting') return null;
      const outcome = blocked ?? (await act(deps, trx, action));
      await finish(deps, trx, action, outcome);
      return outcome;
    });
    done?.announce?.();
  } catch (error) {
    const why = error instanceof Error ? error.message : 'It failed.';
    await noteTry(deps.db, actionId, why.slice(0, 300));
    if (!run.isLastTry && !isFinal(error)) throw error;
    await giveUp(deps, action, why.slice(0, 300));
  }
}

/**
 * Tells whether another try is pointless: the user is gone or no learner, or the message limit is
 * reached.
 */
function isFinal(error: unknown): boolean {
  if (error instanceof TooManyMessages) return true;
  return error instanceof ActionImpossible || (error instanceof AppError && error.status < 500);
}

/** Sends to each notifier that did not take it in an earlier try. */
async function notify(
  { db, clock, notifiers, publicUrl }: Pick<ActDeps, 'db' | 'clock' | 'notifiers' | 'publicUrl'>,
  action: ActionFacts,
  signal: AbortSignal,
): Promise<void> {
  const { alertId: id, title, category, severity, message, isTest } = action;
  const since = new Date(clock.now().getTime() - hourMs);
  if ((await countNotified(db, action, since, messagesPerHour)) >= messagesPerHour) {
    throw new TooManyMessages(messagesPerHour);
  }
  const url = publicUrl === undefined ? null : `${publicUrl}/admin/alerts?alert=${id}`;
  const alert = { id, title, category, severity, message, isTest, url };
  const progress = {
    notified: readNotified(action.undo),
    onNotified: (told: readonly string[]) => updateAction(db, action.id, { undo: { told } }),
  };
  const { isByAdmin } = action;
  await notifyEach(notifiers, { id: action.id, isByAdmin, alert }, progress, signal);
}

function readNotified(undo: Undo): string[] {
  const told: unknown = undo?.['told'];
  return Array.isArray(told) ? told.filter((one) => typeof one === 'string') : [];
}

/**
 * Blocks a learner in a transaction of its own. What was before is stored first, so that a try
 * after a kill, or beside another one, knows it too.
 */
async function block(
  { db, measures }: Pick<ActDeps, 'db' | 'measures'>,
  action: ActionFacts,
): Promise<Done> {
  const userId = requireUser(action);
  const isBlocked = await measures.isBlocked(userId);
  const wasBlocked = await db.transaction().execute(async (trx) => {
    const found = await findAction(trx, action.id, 'lock');
    // Another run is through: what it stored must stay.
    if (found?.state !== 'waiting') return null;
    const stored = found.undo?.['wasBlocked'];
    if (typeof stored === 'boolean') return stored;
    await updateAction(trx, action.id, { undo: { wasBlocked: isBlocked } });
    return isBlocked;
  });
  if (wasBlocked === null) return { undo: null, details: {} };
  await measures.blockLearner(userId);
  // Who was blocked before stays so when this is undone.
  return { undo: wasBlocked ? null : { userId }, details: { wasBlocked } };
}

/** Acts in the transaction that also says that it is done. */
async function act(
  { measures }: Pick<ActDeps, 'measures'>,
  trx: Trx,
  action: ActionFacts,
): Promise<Done> {
  const { kind, subject } = action;
  switch (kind) {
    case 'revoke_sessions': {
      const userId = requireUser(action);
      const { count, announce } =
        subject.kind === 'session' && subject.sessionId !== null
          ? await measures.endSession(trx, userId, subject.sessionId)
          : await measures.endSessions(trx, userId);
      return { undo: null, details: { sessions: count }, announce };
    }
    case 'suspend_playback': {
      const id = await measures.suspendPlayback(trx, requireUser(action), suspendedMs);
      return { undo: { suspensionId: id }, details: { forMs: suspendedMs } };
    }
    case 'tighten_rate_limits': {
      const network = subject.kind === 'network' ? subject.key : subject.address;
      if (network === null) throw new ActionImpossible('This alert names no address.');
      const id = await measures.tightenSignIns(trx, network, tightenedMs);
      return { undo: { tighteningId: id }, details: { network, forMs: tightenedMs } };
    }
    case 'notify':
    case 'block_user':
      return { undo: null, details: {} };
  }
}

function requireUser({ subject, isAboutSuperior }: ActionFacts): string {
  if (subject.userId === null) throw new ActionImpossible('This alert is about no user.');
  if (isAboutSuperior) {
    throw new ActionImpossible('Only a rule of a super administrator acts on administrators.');
  }
  return subject.userId;
}

async function finish(
  deps: Pick<ActDeps, 'clock' | 'users'>,
  trx: Trx,
  action: ActionFacts,
  { undo, details }: Done,
): Promise<void> {
  const at = deps.clock.now();
  const { id, kind, alertId } = action;
  await updateAction(trx, id, { state: 'done', undo, done_at: at, last_error: null });
  await insertStep(trx, {
    alert_id: alertId,
    at,
    kind: 'action_done',
    details: { kind, ...details },
  });
  // Notifying changes no data.
  if (kind !== 'notify') await audit(deps, trx, action, { kind, ...details });
  await publishAlert(trx, { id: alertId, kind: 'action' });
}

async function giveUp(
  { db, clock }: Pick<ActDeps, 'db' | 'clock'>,
  { id, kind, alertId }: ActionFacts,
  why: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await updateAction(trx, id, { state: 'failed', undo: null, last_error: why });
    const details = { kind, error: why };
    await insertStep(trx, { alert_id: alertId, at: clock.now(), kind: 'action_failed', details });
    await publishAlert(trx, { id: alertId, kind: 'action' });
  });
}

async function audit(
  { clock, users }: Pick<ActDeps, 'clock' | 'users'>,
  trx: Trx,
  { alertId, title, subject }: ActionFacts,
  facts: { readonly kind: AlertActionKind },
): Promise<void> {
  const { userId } = subject;
  const name = userId === null ? title : ((await users.nameOf(trx, userId)) ?? '');
  const entry = {
    action: 'alert-action.carry-out',
    // The platform itself, by the rule of this alert.
    actor: { userId: null, name: 'Prahari' },
    subject: { id: userId, name },
    before: {},
    after: { alertId, alert: title, ...facts },
    address: 'local',
  } as const;
  await writeAuditEntry(trx, entry, clock.now());
}
