import type { LoginEvent } from '@prahari/contract';
import type { Db } from '../../../platform/db/database.ts';
import { describeUserAgent } from '../sessions/user-agent.rules.ts';
import type { LoginEventRow, LoginHistory } from './login-history.repository.ts';

export interface HistoryPage {
  readonly page: number;
  readonly limit: number;
}

export function createLoginHistoryReader(deps: {
  readonly db: Db;
  readonly history: Pick<LoginHistory, 'page'>;
}) {
  /** What happened at the door of one account, newest first. */
  return async function loginHistoryOf(userId: string, { page, limit }: HistoryPage) {
    const window = { limit, offset: (page - 1) * limit };
    const { rows, total } = await deps.history.page(deps.db, userId, window);
    return { items: rows.map(presentLoginEvent), page, limit, total };
  };
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
