import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ComponentName, SystemHealth } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { describeFailure } from '../../../platform/db/failures.ts';
import { listLiveProcesses } from '../performance/describe-performance.usecases.ts';
import type { SystemDeps } from '../system.deps.ts';
import { type HealthCheck, leaving, serviceFailing } from '../system.errors.ts';
import {
  findQueueSilenceSeconds,
  findReaderDelays,
  readDatabaseClock,
  writeHealthProbe,
} from './health.repository.ts';
import {
  combineStatus,
  findClockProblem,
  findDiskProblem,
  findQueueProblem,
  findReaderProblem,
  findTranscoderProblem,
  findWorstStatus,
  formatCheckFolder,
} from './health.rules.ts';
import { checkWorkPrefix } from './purge-check-leftovers.usecases.ts';

/** Probes give up after some seconds; an answer that says 'failed' must be sent before. */
const checkTimeoutMs = 4000;

type HealthDeps = Pick<
  SystemDeps,
  | 'db'
  | 'clock'
  | 'databaseWatch'
  | 'storage'
  | 'dataDir'
  | 'workDir'
  | 'isDraining'
  | 'pendingMigrations'
  | 'askSeenProofs'
  | 'findTools'
  | 'version'
>;

/**
 * Creates what checks whether this process can do its work: schema, storage, and what it depends on.
 * It remembers that the schema is complete, and shares a write that is under way.
 */
export function createHealth(deps: HealthDeps) {
  const { db, storage } = deps;
  let isMigrated = false;
  let writing: Promise<void> | undefined;

  /** Checks the database. Simultaneous calls share one write, since every caller may ask. */
  function checkDatabase(): Promise<void> {
    writing ??= writeHealthProbe(db, deps.clock.now()).finally(() => {
      writing = undefined;
    });
    return writing;
  }

  async function checkSchema(): Promise<void> {
    if (isMigrated) return;
    const pending = await deps.pendingMigrations();
    if (pending.length > 0) throw new Error(`migrations are missing: ${pending.join(', ')}`);
    isMigrated = true;
  }

  /** Checks that an object goes in, comes out the same, and is removed. */
  async function checkStorage(): Promise<void> {
    const written = uuidv7();
    const prefix = `${formatCheckFolder(new Date())}/${written}`;
    await mkdir(deps.workDir, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(path.join(deps.workDir, checkWorkPrefix));
    try {
      await writeFile(path.join(folder, 'probe'), written);
      await storage.publish(folder, prefix);
      const read = await storage.read(`${prefix}/probe`);
      if (read?.toString() !== written)
        throw new Error('the data read differs from the data written');
    } finally {
      await rm(folder, { recursive: true, force: true });
      await storage.removePrefix(prefix);
    }
  }

  async function checkQueue(): Promise<void> {
    const problem = findQueueProblem(await findQueueSilenceSeconds(db));
    if (problem) throw new Error(problem);
  }

  async function findDisk(): Promise<string | null> {
    const { freeBytes, totalBytes } = await readDisk();
    return findDiskProblem(freeBytes, totalBytes);
  }

  async function readDisk() {
    const { bavail, blocks, bsize } = await statfs(deps.dataDir);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  }

  async function findClock(): Promise<string | null> {
    const askedMs = Date.now();
    const databaseMs = await readDatabaseClock(db);
    // In the middle of the way there and back.
    return findClockProblem((askedMs + Date.now()) / 2 - databaseMs);
  }

  /** Finds the state of the transcoder of other processes; this one processes no videos. */
  async function findTranscoder(): Promise<string | null> {
    const processes = await listLiveProcesses(deps);
    return findTranscoderProblem(processes.map(({ role }) => role));
  }

  /** Without these no call can be answered. */
  const listNeeded = () => [
    timed('database', async () => {
      // Connections that are open say nothing about whether new ones are to be had.
      await deps.databaseWatch.check();
      await checkDatabase();
    }),
    timed('schema', checkSchema),
    timed('storage', checkStorage),
    ...(deps.askSeenProofs ? [timed('proofs', deps.askSeenProofs)] : []),
    timed('queue', checkQueue),
    ...(deps.findTools ? [timed('transcoder', deps.findTools)] : []),
  ];

  /** What people must see to before it becomes a failure. */
  const listWatched = () => [
    ...(deps.findTools ? [] : [watched('transcoder', findTranscoder)]),
    watched('disk', findDisk),
    watched('clock', findClock),
    watched('readers', async () => findReaderProblem(await findReaderDelays(db))),
  ];

  return {
    /**
     * @throws AppError 503 unless the database takes what is written and has this program's schema,
     * and while the process drains
     */
    async checkReadiness(): Promise<void> {
      if (deps.isDraining()) throw leaving();
      const checks = await Promise.all([
        timed('database', checkDatabase),
        timed('schema', checkSchema),
      ]);
      if (combineStatus(checks) === 'failed') throw serviceFailing();
    },

    /** @throws AppError 503 with the same checks in its details when one of them failed */
    async checkDeeply(): Promise<HealthCheck[]> {
      const checks = await Promise.all([...listNeeded(), ...listWatched()]);
      if (combineStatus(checks) === 'failed') throw serviceFailing(checks);
      return checks;
    },

    /** Describes every part for people, also while some fail. */
    async describeSystem(): Promise<SystemHealth> {
      const needed = await Promise.all(listNeeded());
      const watched = await Promise.all(listWatched());
      const components = [
        ...needed.map((check) => presentCheck(check, check.status)),
        // Without these the system still works, for a while or in part.
        ...watched.map((check) =>
          presentCheck(check, check.message === undefined ? check.status : 'degraded'),
        ),
      ];
      return {
        status: findWorstStatus(components),
        at: deps.clock.now().toISOString(),
        version: deps.version,
        uptimeSeconds: Math.floor(process.uptime()),
        // What is wrong with it, its own check says.
        diskFreeRatio: await readDisk().then(
          ({ freeBytes, totalBytes }) => freeBytes / totalBytes,
          () => null,
        ),
        components,
        // Unknown while the database is away, which its own check says.
        processes: await listLiveProcesses(deps).catch(() => []),
      };
    },
  };
}

export type Health = ReturnType<typeof createHealth>;

/** Checks a part that may have a problem and still work; the problem is its message. */
async function watched(
  name: ComponentName,
  findProblem: () => Promise<string | null>,
): Promise<NamedCheck> {
  let problem: string | null = null;
  const check = await timed(name, async () => {
    problem = await findProblem();
  });
  return problem === null ? check : { ...check, message: problem };
}

const presentCheck = (
  { name, durationMs, message }: NamedCheck,
  status: SystemHealth['status'],
): SystemHealth['components'][number] => ({ name, status, durationMs, message: message ?? null });

type NamedCheck = HealthCheck & { readonly name: ComponentName };

async function timed(name: ComponentName, run: () => Promise<unknown>): Promise<NamedCheck> {
  const startedMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const say = () => reject(new Error(`no answer within ${checkTimeoutMs} ms`));
    timer = setTimeout(say, checkTimeoutMs);
  });
  const message = await Promise.race([run(), tooLate]).then(
    () => undefined,
    (error: unknown) => describeFailure(error),
  );
  clearTimeout(timer);
  const durationMs = Math.round((performance.now() - startedMs) * 10) / 10;
  return message === undefined
    ? { name, status: 'ok', durationMs }
    : { name, status: 'failed', durationMs, message };
}
