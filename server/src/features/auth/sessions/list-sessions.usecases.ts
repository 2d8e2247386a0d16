import type { SessionView } from '@prahari/contract';
import type { AuthDeps } from '../auth.deps.ts';
import { findLiveSessions, type SessionRow } from './sessions.repository.ts';
import { describeUserAgent } from './user-agent.rules.ts';

/** Lists the live sessions of a user, the latest first; `currentId` is marked as the caller's own. */
export async function listSessions(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  userId: string,
  currentId?: string,
): Promise<SessionView[]> {
  const rows = await findLiveSessions(deps.db, userId, deps.clock.now());
  return rows.map((row) => presentSession(row, currentId));
}

function presentSession(row: SessionRow, currentId: string | undefined): SessionView {
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
