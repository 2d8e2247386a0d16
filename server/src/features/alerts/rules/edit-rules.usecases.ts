import type { AlertRule, AuditAction, NewAlertRule } from '@prahari/contract';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { findScopePlaces, outOfScope } from '../../users/index.ts';
import type { AlertsDeps } from '../alerts.deps.ts';
import {
  alertNotFound,
  builtInRule,
  ruleEditedMeanwhile,
  ruleOfSuperAdmins,
  tooManyRules,
} from '../alerts.errors.ts';
import type { Openings } from '../list/alert-counts.repository.ts';
import { scopeAlertLists } from '../list/scope-alerts.usecases.ts';
import {
  countOpenings,
  countRules,
  deleteRule,
  findRules,
  insertRule,
  lockRule,
  mostRules,
  presentRule,
  switchRule,
  updateRule,
  type WrittenRule,
} from './alert-rules.repository.ts';
import { findWeakening } from './weakened-rule.rules.ts';

type RuleDeps = Pick<AlertsDeps, 'db' | 'clock' | 'users'>;

/** The administrator who edits rules, and from where. */
export interface RuleEditor {
  readonly caller: SessionCaller;
  readonly address: string;
}

interface RuleChange {
  readonly action: Extract<AuditAction, `alert-rule.${string}`>;
  readonly before: WrittenRule | null;
  readonly after: WrittenRule | null;
}

/**
 * Lists all rules. Who sees alerts of some places only is told how often a rule opened one of
 * those, not of all.
 * @param openings of the caller's alerts, where these were counted already
 */
export async function listRules(
  { db, users }: Pick<AlertsDeps, 'db' | 'users'>,
  caller: SessionCaller,
  openings: Openings | null = null,
): Promise<AlertRule[]> {
  const rules = (await findRules(db)).map(presentRule);
  if (findScopePlaces(caller) === null) return rules;
  const counts = openings ?? (await countOpenings(db, await scopeAlertLists({ users }, caller)));
  return rules.map((rule) => ({ ...rule, triggerCount: counts.get(rule.id) ?? 0 }));
}

/** @throws AppError 403 out_of_scope, 400 when there are too many */
export async function createRule(
  deps: RuleDeps,
  editor: RuleEditor,
  rule: NewAlertRule,
): Promise<AlertRule> {
  requireWholeScope(editor);
  const made = { at: deps.clock.now(), byUserId: editor.caller.userId };
  return deps.db.transaction().execute(async (trx) => {
    if ((await countRules(trx)) >= mostRules) throw tooManyRules(mostRules);
    const row = await insertRule(trx, rule, made);
    await note(deps, trx, editor, { action: 'alert-rule.create', before: null, after: row });
    return presentRule(row);
  });
}

/** @throws AppError 403 out_of_scope, rule_of_super_admins, 404, 409 edited_meanwhile */
export async function changeRule(
  deps: RuleDeps,
  editor: RuleEditor,
  id: string,
  { rule, version }: { readonly rule: NewAlertRule; readonly version: number },
): Promise<AlertRule> {
  requireWholeScope(editor);
  const made = { at: deps.clock.now(), byUserId: editor.caller.userId };
  return deps.db.transaction().execute(async (trx) => {
    const before = await lockRule(trx, id);
    if (!before) throw alertNotFound();
    requireRight(editor, before);
    if (before.version !== version) throw ruleEditedMeanwhile();
    const after = await updateRule(trx, id, rule, made);
    await note(deps, trx, editor, { action: 'alert-rule.update', before, after });
    return presentRule(after);
  });
}

/** @throws AppError 403 out_of_scope, rule_of_super_admins, 404 */
export async function setRuleEnabled(
  deps: RuleDeps,
  editor: RuleEditor,
  id: string,
  enabled: boolean,
): Promise<AlertRule> {
  requireWholeScope(editor);
  const at = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const before = await lockRule(trx, id);
    if (!before) throw alertNotFound();
    requireRight(editor, before);
    const after = await switchRule(trx, id, { enabled, at });
    await note(deps, trx, editor, { action: 'alert-rule.set-enabled', before, after });
    return presentRule(after);
  });
}

/**
 * @throws AppError 403 out_of_scope, rule_of_super_admins, 404, 400 for a built-in rule, which is
 *   switched off instead
 */
export async function removeRule(
  deps: RuleDeps,
  editor: RuleEditor,
  id: string,
): Promise<undefined> {
  requireWholeScope(editor);
  await deps.db.transaction().execute(async (trx) => {
    const before = await lockRule(trx, id);
    if (!before) throw alertNotFound();
    requireRight(editor, before);
    if (before.is_built_in) throw builtInRule();
    await deleteRule(trx, id);
    await note(deps, trx, editor, { action: 'alert-rule.delete', before, after: null });
  });
}

/** Rules concern users of every place. @throws AppError 403 */
export function requireWholeScope({ caller }: Pick<RuleEditor, 'caller'>): void {
  if (findScopePlaces(caller) !== null) throw outOfScope();
}

/** Administrators don’t weaken what watches them. @throws AppError 403 */
function requireRight({ caller }: Pick<RuleEditor, 'caller'>, rule: WrittenRule): void {
  if (caller.userType !== 'SUPER_ADMIN' && presentRule(rule).isForSuperAdmins) {
    throw ruleOfSuperAdmins();
  }
}

async function note(
  { clock, users }: Pick<RuleDeps, 'clock' | 'users'>,
  trx: Trx,
  { caller, address }: RuleEditor,
  change: RuleChange,
): Promise<void> {
  const { userId } = caller;
  const facts = (row: WrittenRule | null) => (row === null ? {} : describeRule(presentRule(row)));
  const entry = {
    action: change.action,
    actor: { userId, name: (await users.nameOf(trx, userId)) ?? '' },
    subject: { id: null, name: change.after?.name ?? change.before?.name ?? '' },
    before: facts(change.before),
    after: facts(change.after),
    address,
  };
  await writeAuditEntry(trx, entry, clock.now());
  await recordWeakening(trx, caller, change, clock.now());
}

/** Tells those who watch administrators; super administrators may weaken what they like. */
async function recordWeakening(
  trx: Trx,
  { userId, userType }: SessionCaller,
  { before, after }: RuleChange,
  at: Date,
): Promise<void> {
  if (userType === 'SUPER_ADMIN' || !before) return;
  const change = findWeakening(presentRule(before), after && presentRule(after));
  if (!change) return;
  const { id: ruleId, name: rule } = before;
  await recordEvent(trx, 'alert-rule.weakened', { ruleId, rule, change, byUserId: userId }, at);
}

function describeRule(rule: AlertRule): Record<string, unknown> {
  const { name, category, severity, enabled, subject, threshold, timeWindow, actions } = rule;
  return { name, category, severity, enabled, subject, threshold, timeWindow, actions };
}
