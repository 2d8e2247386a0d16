import type { LoginEvent } from '@prahari/contract';
import type { AuthDeps } from '../auth.deps.ts';
import type { LoginEventRow } from '../auth.tables.ts';
import { describeUserAgent } from '../sessions/user-agent.rules.ts';
import { listLoginHistoryPage } from './login-history.repository.ts';

export interface HistoryPage {
  readonly page: number;
  readonly limit: number;
}

/** Lists sign-ins, refusals, devices and ends of sessions of one account, newest first. */
export async function listLoginHistory(
  deps: Pick<AuthDeps, 'db'>,
  userId: string,
  { page, limit }: HistoryPage,
) {
  const window = { limit, offset: (page - 1) * limit };
  const { rows, total } = await listLoginHistoryPage(deps.db, userId, window);
  return { items: rows.map(presentLoginEvent), page, limit, total };
}

function presentLoginEvent(row: LoginEventRow): LoginEvent {
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    cause: row.cause,
    device: row.user_agent === null ? null : describeUserAgent(row.user_agent),
    deviceId: row.device_id,
    address: row.address,
  };
}
