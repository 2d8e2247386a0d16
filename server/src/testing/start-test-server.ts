import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type BodyOf, endpoints, type UserType } from '@prahari/contract';
import { activate } from '@prahari/testkit';
import { inject } from 'vitest';
import { type AllSettings, allSettings } from '../features.ts';
import { type Instance, startInstance } from '../instance.ts';
import type { Clock } from '../platform/clock/clock.ts';
import { readSettings } from '../platform/config/setting.ts';
import { createLog } from '../platform/log/log.ts';
import { startDatabaseProxy } from '../platform/testing/database-proxy.ts';
import { createTestDatabase, startedTemplateName } from '../platform/testing/test-database.ts';
import { findMediaTools } from './media-tools.ts';
import { startPooler } from './start-pooler.ts';
import { createTestClient, type TestClient } from './test-client.ts';

/** Cheaper than operators may choose: tests make thousands of users, and none asks how long it takes. */
export const testHashing = { passwordHashMebibytes: 1, passwordHashPasses: 1 } as const;

/** Good for every role. */
export const testPassword = 'mango tree by the old well';

/** Set by `npm test -- soak-pooled-int`: then each server reaches its database through PgBouncer. */
const isBehindPooler = process.env['BEHIND_POOLER'] === 'on';

export interface TestServer {
  readonly origin: string;
  readonly instance: Instance;
  /** The log so far, as JSON lines. */
  readonly logLines: string[];
  /** Paths of all routes, parameters with a colon. */
  readonly routes: ReadonlySet<string>;
  /** A new device, not signed in. */
  newClient(): Promise<TestClient>;
  /** The super administrator, activated and signed in. */
  superAdmin(): Promise<TestClient>;
  /** A new, activated user with `testPassword`, signed in on a new device; `facts` of the user. */
  newUser(
    userType?: UserType,
    facts?: Partial<BodyOf<typeof endpoints.users.create>>,
  ): Promise<TestClient & { userId: string; contactNumber: string }>;
  /** A second server on the same database and folder, as after a restart. */
  again(): Promise<Instance>;
  /** Stops this server before the others of its instance; its database stays until `stop`. */
  leave(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The whole server on a new database, at a free port. Without `worker` it runs no jobs.
 * `environment` sets any setting by its variable. With `beside` it is another process of that
 * server's instance: stop it first. Without `webAppDir` it serves no pages. With
 * `shippedHashing` passwords are hashed as operators' are.
 */
export async function startTestServer(
  options: {
    worker?: boolean;
    clock?: Clock;
    environment?: Record<string, string>;
    beside?: TestServer;
    webAppDir?: string;
    shippedHashing?: boolean;
  } = {},
): Promise<TestServer> {
  const { database, dataDir, forget } = options.beside
    ? sharedPlace(options.beside)
    : await ownPlace();
  const isOnOwnWay = options.environment?.['DATABASE_URL'] !== undefined;
  const pooled = isBehindPooler && !isOnOwnWay ? await putPoolerBefore(database) : undefined;
  const asked = readSettings(allSettings, {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: database,
    SIGN_INS_PER_ADDRESS: '100000',
    // It shares its event loop with the tests, and its machine with other suites.
    MAX_LAG_MS: '0',
    // Licence services of tests lie on this machine.
    PRIVATE_LICENCE_SERVICES: 'on',
    ROLE: options.worker ? 'all' : 'web',
    ...(pooled ? { DATABASE_URL: pooled.url, DATABASE_DIRECT_URL: database } : {}),
    ...options.environment,
  });
  const settings: AllSettings = options.shippedHashing ? asked : { ...asked, ...testHashing };
  const logLines: string[] = [];
  const log = createLog('debug', { write: (line) => void logLines.push(line) });
  const secondConnections: Error[] = [];
  const tools = settings.role === 'web' ? undefined : await findMediaTools();
  const start = () =>
    startInstance(settings, {
      log,
      onSecondConnection(error) {
        secondConnections.push(error);
        throw error;
      },
      // The pages are tested separately, in a browser.
      webAppDir: options.webAppDir ?? dataDir,
      // No learner is there to be spared.
      auditPaceMs: 0,
      ...(tools ? { tools } : {}),
      ...(options.clock ? { clock: options.clock } : {}),
    });
  const instance = await start();
  const origin = (instance.address ?? '').replace('localhost', '127.0.0.1');
  const newClient = () => createTestClient(origin);
  let lastNumber = 9_800_000_000;
  let superAdmin: Promise<TestClient> | undefined;

  async function activated(contactNumber: string, code: string): Promise<TestClient> {
    const client = await newClient();
    await activate(client, { contactNumber, code, password: testPassword });
    return client;
  }

  async function makeSuperAdmin(): Promise<TestClient> {
    const { users } = instance.composition;
    const made = await users.ensureFirstAdmin(settings.superAdminPhone, false);
    if (!made) throw new Error('this server had its first administrator already');
    return activated(made.contactNumber, made.oneTimePassword);
  }
  const getSuperAdmin = () => {
    superAdmin ??= makeSuperAdmin();
    return superAdmin;
  };

  let left: Promise<void> | undefined;
  function leave(): Promise<void> {
    left ??= instance.stop();
    return left;
  }

  return {
    origin,
    instance,
    logLines,
    routes: instance.composition.routes,
    newClient,
    again: start,
    leave,
    superAdmin: getSuperAdmin,
    async newUser(userType = 'LEARNER', facts = {}) {
      lastNumber += 1;
      const admin = await getSuperAdmin();
      const { user, activation } = await admin.call(endpoints.users.create, {
        body: { name: 'Asha Kumari', contactNumber: `${lastNumber}`, userType, ...facts },
      });
      const client = await activated(user.contactNumber, activation.code ?? '');
      return Object.assign(client, { userId: user.id, contactNumber: user.contactNumber });
    },
    async stop() {
      await leave();
      await pooled?.stop();
      await forget();
      // Where code swallowed it, or answered a 500 that no test looked at.
      if (secondConnections.length > 0)
        throw new AggregateError(secondConnections, secondConnections[0]?.stack);
    },
  };
}

/** PgBouncer runs as a user that may not open the socket of the tests' database. */
async function putPoolerBefore(database: string) {
  const way = await startDatabaseProxy(database);
  const pooler = await startPooler(way.connectionString);
  return {
    url: pooler.url,
    async stop() {
      await pooler.stop();
      await way.stop();
    },
  };
}

/** The folders of an instance's state. */
interface Place {
  readonly database: string;
  readonly dataDir: string;
  forget(): Promise<void>;
}

async function ownPlace(): Promise<Place> {
  const database = await createTestDatabase(inject('databaseServer'), startedTemplateName);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'prahari-server-'));
  return {
    database: database.connectionString,
    dataDir,
    async forget() {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function sharedPlace({ instance }: TestServer): Place {
  const { connectionString, dataDir } = instance.foundation;
  return { database: connectionString, dataDir, forget: async () => {} };
}
