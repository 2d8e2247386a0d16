import { type Db as BossDatabase, fromKysely, PgBoss } from 'pg-boss';
import type { Trx } from '../db/database.ts';
import { classifyFailure } from '../db/failures.ts';
import type { GuardedPool } from '../db/guarded-pool.ts';
import type { Notifications } from '../db/notifications.ts';
import type { Log } from '../log/log.ts';
import type { Tracing } from '../tracing/tracing.ts';

/** For jobs that count their own tries: the queue never ends them. */
export const unlimited = 1_000_000_000;

/** A kind of job. Its data is read back through `parse`, like any other input. */
export interface JobKind<Data extends object> {
  readonly name: string;
  parse(data: unknown): Data;
  readonly retryLimit: number;
  /** The wait between tries doubles from a second up to this; a minute when left out. */
  readonly retryDelayMaxSeconds?: number;
  /** The longest that one try may take. */
  readonly expireSeconds: number;
}

/** One try of a job. `signal` aborts when the process stops or the try has lapsed. */
export interface JobRun<Data> {
  readonly data: Data;
  readonly signal: AbortSignal;
  readonly attempt: number;
}

export interface JobQueue {
  /**
   * Adds a job in the caller's transaction: a rollback removes it.
   * @param afterSeconds seconds from now before which it is not started
   */
  enqueue<Data extends object>(
    trx: Trx,
    kind: JobKind<Data>,
    data: Data,
    afterSeconds?: number,
  ): Promise<void>;
  /** Adds many jobs of one kind, like `enqueue`. */
  enqueueAll<Data extends object>(
    trx: Trx,
    kind: JobKind<Data>,
    all: readonly Data[],
  ): Promise<void>;
  /** Takes jobs of one kind, `concurrency` at a time. */
  work<Data extends object>(
    kind: JobKind<Data>,
    concurrency: number,
    run: (job: JobRun<Data>) => Promise<void>,
  ): Promise<void>;
  /** Runs a loop beside the jobs. Its signal aborts when the process stops, which waits for its end. */
  runBeside(loop: (signal: AbortSignal) => Promise<void>): void;
  /** Creates a job without data at each time of a cron expression (UTC), once for all processes. */
  schedule(kind: JobKind<object>, cron: string): Promise<void>;
  /** Counts the jobs of each kind by state; a few seconds old. */
  depths(): Promise<readonly QueueDepth[]>;
  stop(): Promise<void>;
}

export interface QueueDepth {
  readonly kind: string;
  /** Ready to run; deferred to a later time; running. */
  readonly ready: number;
  readonly deferred: number;
  readonly active: number;
}

/** Seconds without a sign of life after which a try counts as dead; 10 is the least that pg-boss takes. */
const heartbeatSeconds = 10;
/**
 * How often the queue is polled besides notifications: the retry of a killed job is not announced.
 */
const pollSeconds = 2;
/** How often dead tries are looked for. */
const superviseSeconds = 3;
/** Jobs that wait for longer are dropped by pg-boss; people still see them as waiting. */
const retentionSeconds = 365 * 24 * 3600;

export interface JobQueueDeps {
  /**
   * The queue's own: a worker whose connections are all taken would count as dead. Closed with the
   * queue.
   */
  readonly pool: GuardedPool;
  readonly notifications: Pick<Notifications, 'on' | 'onConnect'>;
  readonly log: Log;
  /** Whether this process makes the jobs that are due by the clock. */
  readonly keepsTime: boolean;
  /** Undefined where traces are off. */
  readonly tracing: Tracing | undefined;
}

/**
 * Starts the durable queue in PostgreSQL. It pauses while the database is away, and resumes by
 * itself.
 */
export async function startJobQueue(
  kinds: readonly JobKind<never>[] | readonly JobKind<object>[],
  deps: JobQueueDeps,
): Promise<JobQueue> {
  const { pool, log } = deps;
  const boss = new PgBoss({
    db: createBossDatabase(deps),
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    schedule: deps.keepsTime,
  });
  boss.on('error', (error) => {
    // Logged once for everything, by the watch over the database.
    if (classifyFailure(error)) return;
    log.error({ err: error }, 'the job queue met an error');
  });
  // For a slow query the data includes its parameters, which are data of jobs.
  boss.on('warning', ({ message, data }) => {
    log.warn({ warning: message, data: { ...data, values: undefined } }, 'the job queue warns');
  });
  await boss.start();
  for (const kind of kinds) {
    const settings = {
      notify: true,
      heartbeatSeconds,
      retentionSeconds,
      retryLimit: kind.retryLimit,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: kind.retryDelayMaxSeconds ?? 60,
      expireInSeconds: kind.expireSeconds,
    };
    await boss.createQueue(kind.name, settings);
    await boss.updateQueue(kind.name, settings);
  }

  const stopping = new AbortController();
  const loops: Promise<void>[] = [];
  return {
    async enqueue(trx, kind, data, afterSeconds = 0) {
      await boss.send(kind.name, data, { db: fromKysely(trx), startAfter: afterSeconds });
    },
    async enqueueAll(trx, kind, all) {
      const jobs = all.map((data) => ({ data }));
      if (jobs.length > 0) await boss.insert(kind.name, jobs, { db: fromKysely(trx) });
    },
    async work(kind, concurrency, run) {
      for (let i = 0; i < concurrency; i += 1) {
        await boss.work(
          kind.name,
          {
            batchSize: 1,
            pollingIntervalSeconds: pollSeconds,
            notifyPollingIntervalSeconds: pollSeconds,
          },
          async ([job]) => {
            if (!job) return;
            const signal = AbortSignal.any([job.signal, stopping.signal]);
            const attempt = job.retryCount + 1;
            const work = () => run({ data: kind.parse(job.data), signal, attempt });
            await (deps.tracing ? deps.tracing.runJob({ kind: kind.name, attempt }, work) : work());
          },
        );
      }
    },
    runBeside(loop) {
      loops.push(
        loop(stopping.signal).catch((error: unknown) => {
          if (!stopping.signal.aborted) log.error({ err: error }, 'a loop beside the jobs ended');
        }),
      );
    },
    async schedule(kind, cron) {
      await boss.schedule(kind.name, cron, {}, { tz: 'UTC' });
    },
    async depths() {
      const queues = await boss.getQueues(kinds.map(({ name }) => name));
      return queues.map(({ name, readyCount, deferredCount, activeCount }) => {
        return { kind: name, ready: readyCount, deferred: deferredCount, active: activeCount };
      });
    },
    async stop() {
      stopping.abort(new Error('the process is stopping'));
      await boss.stop({ graceful: true, timeout: 5000 });
      await Promise.all(loops);
      await pool.end();
    },
  };
}

/**
 * Gives pg-boss what it asks of a database: our pool, which survives lost connections, and our one
 * listener.
 */
function createBossDatabase({ pool, notifications }: JobQueueDeps): BossDatabase {
  return {
    executeSql: (text, values) => pool.query(text, values),
    async listen(channel, hear, again) {
      let isOpen = true;
      notifications.on(channel, (payload) => {
        if (isOpen) hear(payload);
      });
      notifications.onConnect(() => {
        if (isOpen) again();
      });
      return {
        async close() {
          isOpen = false;
        },
      };
    },
  };
}
