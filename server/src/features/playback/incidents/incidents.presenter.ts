import type { IncidentGroup, SecurityIncident, Termination } from '@prahari/contract';
import { describeUserAgent } from '../../auth/index.ts';
import type { TerminationRow } from '../violations/terminations.repository.ts';
import type { IncidentGroupRow } from './incident-groups.repository.ts';
import type { IncidentRow } from './incidents.repository.ts';

export function presentIncident(row: IncidentRow): SecurityIncident {
  return {
    id: row.id,
    type: row.type,
    severity: row.severity,
    confidence: row.confidence,
    violation: row.is_violation,
    message: row.message,
    warningCount: row.warning_count,
    url: row.url,
    metadata: row.metadata,
    timestamp: row.occurred_at.toISOString(),
    receivedAt: row.received_at.toISOString(),
    user: { id: row.user_id, name: row.user_name },
    sessionId: row.session_id,
    deviceId: row.device_id,
    address: row.address,
    userAgent: row.user_agent,
    device: describeUserAgent(row.user_agent),
    playbackSessionId: row.playback_session_id,
    video: row.video_id === null ? null : { id: row.video_id, title: row.video_title },
  };
}

export function presentIncidentGroup(row: IncidentGroupRow): IncidentGroup {
  const { termination_id: terminationId, terminated_at: terminatedAt } = row;
  return {
    id: row.id,
    user: { id: row.user_id, name: row.user_name },
    video: row.video_id === null ? null : { id: row.video_id, title: row.video_title },
    firstAt: row.first_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    count: row.incidents,
    violations: row.violations,
    severity: row.severity,
    types: [...row.types],
    termination:
      terminationId === null || terminatedAt === null
        ? null
        : {
            id: terminationId,
            terminatedAt: terminatedAt.toISOString(),
            liftedAt: row.lifted_at?.toISOString() ?? null,
          },
  };
}

export function presentTermination(row: TerminationRow): Termination {
  return {
    id: row.id,
    user: { id: row.user_id, name: row.user_name },
    video: { id: row.video_id, title: row.video_title },
    playbackSessionId: row.playback_session_id,
    violations: row.violations,
    terminatedAt: row.terminated_at.toISOString(),
    reviewRequestedAt: row.review_requested_at?.toISOString() ?? null,
    reviewNote: row.review_note,
    liftedAt: row.lifted_at?.toISOString() ?? null,
    liftedBy: row.lifted_by === null ? null : { id: row.lifted_by, name: row.lifter_name ?? '' },
    liftReason: row.lift_reason,
  };
}
