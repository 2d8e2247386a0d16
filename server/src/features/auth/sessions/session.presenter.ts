import type { SessionView } from '@prahari/contract';
import type { SessionRow } from './sessions.repository.ts';
import { describeUserAgent } from './user-agent.rules.ts';

/** Presents a session to its user and to administrators. */
export function presentSession(row: SessionRow, currentId: string | undefined): SessionView {
  return {
    id: row.id,
    deviceId: row.device_id,
    device: describeUserAgent(row.user_agent),
    address: row.address,
    signedInAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isCurrent: row.id === currentId,
    isBound: row.bound_proven_at !== null,
  };
}
