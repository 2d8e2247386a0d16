import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const stopTimeoutMs = 20_000;

const started = new Set<ChildProcess>();

export interface StartedProcess {
  readonly pid: number;
  /** Its output until it was ready. */
  readonly output: string;
  /** From the spawn to the line that was waited for. */
  readonly readyMs: number;
  /** Asks it to end, and kills it when it does not. */
  stop(): Promise<void>;
}

export interface ProcessPlan {
  readonly file: string;
  readonly args: readonly string[];
  /** Besides our own; `undefined` takes a variable away. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Matches the output as soon as it may be used. */
  readonly ready: RegExp;
  readonly timeoutMs: number;
}

/**
 * Starts a program and waits until it says that it is ready.
 * @throws Error with its output when it ends or hangs before
 */
export async function startProcess(plan: ProcessPlan): Promise<StartedProcess> {
  const begun = performance.now();
  const child = spawn(plan.file, plan.args, {
    cwd: plan.cwd,
    env: { ...process.env, ...plan.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  track(child);
  let output = '';
  const ready = new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => fail('was not ready in time'), plan.timeoutMs);
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`${plan.file} ${plan.args.join(' ')} ${why}\n${output}`));
    };
    const read = (chunk: string) => {
      output += chunk;
      if (!plan.ready.test(output)) return;
      clearTimeout(timer);
      for (const stream of [child.stdout, child.stderr]) stream.off('data', read).resume();
      resolve(performance.now() - begun);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read);
    child.once('error', (error) => fail(`did not start: ${error.message}`));
    child.once('close', (code, signal) => fail(`ended (${code ?? signal})`));
  });
  const stop = () => stopChild(child);
  try {
    const readyMs = await ready;
    const { pid } = child;
    if (pid === undefined) throw new Error(`${plan.file} did not start`);
    return { pid, output, readyMs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Runs a program to its end, at the low priority that the server gives its tools too: other work on
 * the machine then slows both alike.
 * @throws Error with what it printed when it fails
 */
export async function runInBackground(
  file: string,
  args: readonly string[],
  cwd: string,
): Promise<void> {
  const child = spawn(file, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  track(child);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    complaints += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${file} failed\n${complaints}`);
}

/** Keeps a child on the list of those that `stopAllStarted` ends. */
export function track(child: ChildProcess): void {
  started.add(child);
  child.once('close', () => started.delete(child));
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (!started.has(child)) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  const patience = new AbortController();
  const late = delay(stopTimeoutMs, undefined, { signal: patience.signal }).then(
    () => child.kill('SIGKILL'),
    () => undefined,
  );
  await closed;
  patience.abort();
  await late;
}

/** Ends all that still runs; embedded databases end with their starter. */
export async function stopAllStarted(): Promise<void> {
  await Promise.all([...started].map(stopChild));
}

/** Finds a TCP port on which no program listens at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
