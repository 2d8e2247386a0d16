import { type ServerProcess, startServerProcess } from './server-process.ts';
import type { TestServer } from './start-test-server.ts';

export type KillableServer = Pick<ServerProcess, 'origin' | 'pid' | 'kill' | 'terminate' | 'start'>;

/**
 * Starts another process of that server's instance, which takes no jobs and may be killed and started
 * again and again. Kill it before the server is stopped.
 * @param environment further settings by their variables
 */
export function startKillableServer(
  beside: TestServer,
  environment: Record<string, string> = {},
): Promise<KillableServer> {
  const { connectionString, dataDir } = beside.instance.foundation;
  return startServerProcess({
    ROLE: 'web',
    DATA_DIR: dataDir,
    DATABASE_URL: connectionString,
    PASSWORD_HASH_MEMORY_MIB: '19',
    PASSWORD_HASH_PASSES: '2',
    SIGN_INS_PER_ADDRESS: '100000',
    // It shares its machine with the tests.
    MAX_LAG_MS: '0',
    ...environment,
  });
}
