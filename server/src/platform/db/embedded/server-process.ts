import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterTools } from './cluster.ts';
import { EmbeddedPostgresError, explainFailure, isLockConflict, lastLine } from './failure.ts';
import { commandFor } from './identity.ts';
import { readPidFile, signalPostmaster } from './postmaster.ts';
import { settingArguments } from './settings.ts';

const POLL_MS = 5;
const STOP_TIMEOUT_MS = 30_000;
const KEPT_LINES = 50;

export type LauncherLog = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
};

export type RunningServer = {
  readonly socketDir: string;
  readonly port: number;
  stop(): Promise<void>;
};

export type LaunchOptions = {
  readonly clusterDir: string;
  readonly tools: ClusterTools;
  readonly settings: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly log: LauncherLog;
  /** Called when the server ends without having been asked to. */
  readonly onLost?: (() => void) | undefined;
};

/**
 * Starts `postgres` and waits until it takes connections.
 * @returns `locked` when another process holds the folder.
 */
export async function launchServer(options: LaunchOptions): Promise<RunningServer | 'locked'> {
  const { clusterDir, timeoutMs } = options;
  const { child, lines, closed } = await spawnServer(options);
  const deadlineMs = performance.now() + timeoutMs;
  let exited = false;
  void closed.then(() => {
    exited = true;
  });
  for (;;) {
    if (exited) {
      if (isLockConflict(lines.join('\n'))) return 'locked';
      throw explainFailure(lines.join('\n'), clusterDir);
    }
    const file = await readPidFile(clusterDir);
    if (file?.status === 'ready' && file.pid === child.pid) {
      return { socketDir: file.socketDir, port: file.port, stop: stopper(child, closed, options) };
    }
    if (performance.now() > deadlineMs) {
      child.kill('SIGQUIT');
      throw new EmbeddedPostgresError(
        `The embedded PostgreSQL did not become ready in time; it last said: ${lastLine(lines.join('\n'))}`,
      );
    }
    await Promise.race([delay(POLL_MS), closed]);
  }
}

type Spawned = {
  readonly child: ChildProcess;
  /** The last lines of its log. */
  readonly lines: string[];
  readonly closed: Promise<void>;
};

/** A stop may come before the last closed connection is noticed; that is nobody's trouble. */
function isWorthTelling(line: string): boolean {
  const isOfStop = line.includes('terminating connection due to administrator command');
  return /\b(FATAL|PANIC|WARNING):/.test(line) && !isOfStop;
}

async function spawnServer({ clusterDir, tools, settings, log }: LaunchOptions): Promise<Spawned> {
  const args = ['-D', clusterDir, ...settingArguments(settings)];
  const command = await commandFor(tools.identity, tools.binaries.postgres, args);
  const child = spawn(command.file, command.args, {
    cwd: '/',
    // In its own session, so that Ctrl+C reaches us alone and we stop it when we are done with it.
    detached: true,
    env: { ...tools.environment, PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(command.uid === undefined ? {} : { uid: command.uid }),
    ...(command.gid === undefined ? {} : { gid: command.gid }),
  });
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
    if (isWorthTelling(line)) log.warn(`postgres: ${line}`);
  });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  child.once('error', (error) => {
    lines.push(`FATAL: ${error.message}`);
    resolve();
  });
  child.once('close', () => resolve());
  return { child, lines, closed };
}

/** Fast shutdown, and after half a minute an immediate one, from which the next start recovers. */
function stopper(
  child: ChildProcess,
  closed: Promise<void>,
  { log, onLost }: Pick<LaunchOptions, 'log' | 'onLost'>,
): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  void closed.then(() => {
    if (stopping !== undefined) return;
    log.error('the embedded PostgreSQL ended unexpectedly');
    onLost?.();
  });
  const stop = async (): Promise<void> => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const { pid } = child;
    signalPostmaster(pid, 'SIGINT');
    const timer = setTimeout(() => {
      log.warn('the embedded PostgreSQL takes long to stop: cutting it short');
      signalPostmaster(pid, 'SIGQUIT');
    }, STOP_TIMEOUT_MS);
    await closed;
    clearTimeout(timer);
  };
  return () => {
    stopping ??= stop();
    return stopping;
  };
}
