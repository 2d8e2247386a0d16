import type { ClientError, ClientErrorGroup } from '@prahari/contract';
import type { ClientErrorGroupRow, ClientErrorRow } from './client-errors.repository.ts';

export function presentClientError(row: ClientErrorRow): ClientError {
  return {
    id: row.id,
    timestamp: row.happened_at.toISOString(),
    receivedAt: row.received_at.toISOString(),
    level: row.level,
    category: row.category,
    operation: row.operation,
    message: row.message,
    userMessage: row.user_message,
    correlationId: row.correlation_id,
    metadata: row.metadata,
    resolved: row.resolved,
    acknowledgedByUser: row.acknowledged_by_user,
    userId: row.user_id,
    userName: row.user_name,
    sessionId: row.session_id,
    address: row.address,
    userAgent: row.user_agent,
    clientVersion: row.client_version,
  };
}

export function presentClientErrorGroup(row: ClientErrorGroupRow): ClientErrorGroup {
  const { first_at: firstAt, last_at: lastAt, ...group } = row;
  return { ...group, firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() };
}
