import pg from 'pg';
import { expect } from 'vitest';
import type { TestServer } from './start-test-server.ts';

/**
 * Waits until the given number of this server's transactions wait for a lock. Uses a separate
 * connection: a test that holds the lock may not ask the pool for a second one.
 */
export async function waitUntilBlocked(server: TestServer, count = 1): Promise<void> {
  const { connectionString } = server.instance.foundation;
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await expect
      .poll(
        async () => {
          const { rows } = await client.query(
            `SELECT 1 FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          return rows.length;
        },
        { timeout: 5000, interval: 20 },
      )
      .toBe(count);
  } finally {
    await client.end();
  }
}
