import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from '../db/database.ts';
import { watchDatabase } from '../db/watch.ts';
import { createLog } from '../log/log.ts';

export const templateName = 'prahari_test_template';
/** A migrated database on which a server was started once. */
export const startedTemplateName = 'prahari_test_started';

/** The address of another database on the same server. */
export function buildDatabaseUrl(connectionString: string, name: string): string {
  const at = connectionString.indexOf('?');
  const head = at === -1 ? connectionString : connectionString.slice(0, at);
  const query = at === -1 ? '' : connectionString.slice(at);
  return `${head.slice(0, head.lastIndexOf('/') + 1)}${name}${query}`;
}

/** Over one connection: to open one costs more than most of the statements. */
async function asAdmin(server: string, ...statements: readonly string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    for (const statement of statements) await admin.query(statement);
  } finally {
    await admin.end();
  }
}

/** Connections to a database that the test made, or is about to break. */
export function openTestDatabase(connectionString: string, poolSize: number) {
  const watch = watchDatabase(connectionString, createLog('silent'));
  return openDatabase(connectionString, { poolSize, watch, statementLimitMs: undefined });
}

/** Copies files, which takes a seventh of writing them to the log as by default. */
export function copyStatement(name: string, template: string): string {
  return `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`;
}

/** A database of the test's own, empty: migrated, started once, or with nothing in it at all. */
export async function createTestDatabase(
  server: string,
  template: typeof templateName | typeof startedTemplateName | 'template0' = templateName,
): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const name = `prahari_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(server, copyStatement(name, template));
  return {
    connectionString: buildDatabaseUrl(server, name),
    // Not WITH (FORCE): that needs the right to end a running autovacuum, which the plain statement
    // ends itself.
    async drop() {
      await asAdmin(
        server,
        // A server that still runs connects again at once.
        `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = '${name}' AND usename = current_user`,
        `DROP DATABASE ${name}`,
      );
    },
  };
}
