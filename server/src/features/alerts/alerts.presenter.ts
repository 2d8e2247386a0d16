import type { Alert, AlertActionView, AlertStep } from '@prahari/contract';
import { maskContactNumber } from '../users/index.ts';
import { isRenamed } from './engine/built-in.rules.ts';
import type { ActionRow, StepRow } from './life-cycle/alert-life.repository.ts';
import type { AlertRow } from './list/alert-list.repository.ts';

const iso = (at: Date | null) => at?.toISOString() ?? null;

/**
 * Finds the key by which clients translate the name of an alert; null where an administrator named
 * its rule.
 */
export function findNamingKey({ rule_key: key, title }: Pick<AlertRow, 'rule_key' | 'title'>) {
  return key !== null && isRenamed(key, title) ? null : key;
}

export function presentAlert(row: AlertRow): Alert {
  return {
    id: row.id,
    ruleId: row.rule_id,
    ruleKey: findNamingKey(row),
    title: row.title,
    category: row.category,
    severity: row.severity,
    status: row.status,
    message: row.message,
    count: Number(row.count),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    acknowledgedAt: iso(row.acknowledged_at),
    acknowledgedBy: row.acknowledged_as,
    resolvedAt: iso(row.resolved_at),
    resolvedBy: row.resolved_as,
    resolution: row.resolution,
    dismissedAt: iso(row.dismissed_at),
    dismissedBy: row.dismissed_as,
    dismissReason: row.dismiss_reason,
    suppressedUntil: iso(row.suppressed_until),
    userId: row.user_id,
    userDetails: presentUser(row),
    subject: { kind: row.subject_kind, key: row.subject_key },
    sessionId: row.session_id,
    deviceId: row.device_id,
    videoId: row.video_id,
    country: row.country,
    metadata: row.address === null ? row.metadata : { ipAddress: row.address, ...row.metadata },
    isTest: row.is_test,
  };
}

/** Numbers are masked here: pages of users show them to those who may read users. */
function presentUser(row: AlertRow): Alert['userDetails'] {
  if (row.user_name === null || row.contact_number === null) return null;
  const places = [row.user_district, row.user_country].filter((place) => place !== null);
  return {
    name: row.user_name,
    contactNumber: maskContactNumber(row.contact_number),
    location: places.length > 0 ? places.join(', ') : null,
  };
}

export function presentStep(row: StepRow): AlertStep {
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    by: row.by_user_id === null ? null : { id: row.by_user_id, name: row.by_name ?? '' },
    claimedBy: row.claimed_by,
    note: row.note,
    details: row.details,
  };
}

export function presentAction(row: ActionRow): AlertActionView {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    doneAt: iso(row.done_at),
    undoneAt: iso(row.undone_at),
    undoneBy: row.undone_by === null ? null : { id: row.undone_by, name: row.undoer_name ?? '' },
    error: row.last_error,
    canUndo: row.state === 'done' && row.undo !== null,
  };
}
