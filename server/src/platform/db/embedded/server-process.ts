import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterTools } from './cluster.ts';
import { EmbeddedPostgresError, explainFailure, findLastLine, isLockConflict } from './failure.ts';
import { buildCommand } from './identity.ts';
import { shutDown } from './leftovers.ts';
import { readPidFile } from './postmaster.ts';
import { formatSettingArguments } from './settings.ts';

const POLL_MS = 5;
const STOP_POLL_MS = 50;
/** Its last output may arrive after its end; a process left behind may keep the pipe open. */
const LAST_WORDS_MS = 500;
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
  /** Called when the server ends unexpectedly. */
  readonly onLost?: (() => void) | undefined;
};

/**
 * Starts `postgres` and waits until it accepts connections.
 * @returns `locked` when another process holds the folder.
 */
export async function launchServer(options: LaunchOptions): Promise<RunningServer | 'locked'> {
  const { clusterDir, timeoutMs } = options;
  const { child, lines, ended, closed } = await spawnServer(options);
  const deadlineMs = performance.now() + timeoutMs;
  let exited = false;
  void ended.then(() => {
    exited = true;
  });
  for (;;) {
    if (exited) {
      await Promise.race([closed, delay(LAST_WORDS_MS)]);
      if (isLockConflict(lines.join('\n'))) return 'locked';
      throw explainFailure(lines.join('\n'), clusterDir);
    }
    const file = await readPidFile(clusterDir);
    if (file?.status === 'ready' && file.pid === child.pid) {
      return { socketDir: file.socketDir, port: file.port, stop: stopper(child, ended, options) };
    }
    if (performance.now() > deadlineMs) {
      child.kill('SIGQUIT');
      throw new EmbeddedPostgresError(
        `The embedded PostgreSQL did not become ready in time; it last said: ${findLastLine(lines.join('\n'))}`,
      );
    }
    await Promise.race([delay(POLL_MS), ended]);
  }
}

type Spawned = {
  readonly child: ChildProcess;
  /** The last lines of its log. */
  readonly lines: string[];
  readonly ended: Promise<void>;
  /** Its log, which all its processes write, is also read to the end. */
  readonly closed: Promise<void>;
};

/** Leaves out the line about connections that were still open at a stop, which is harmless. */
function isWorthLogging(line: string): boolean {
  const isOfStop = line.includes('terminating connection due to administrator command');
  return /\b(FATAL|PANIC|WARNING):/.test(line) && !isOfStop;
}

async function spawnServer({ clusterDir, tools, settings, log }: LaunchOptions): Promise<Spawned> {
  const args = ['-D', clusterDir, ...formatSettingArguments(settings)];
  const command = await buildCommand(tools.identity, tools.binaries.postgres, args);
  const child = spawn(command.file, command.args, {
    cwd: '/',
    // In its own session, so that Ctrl+C reaches us alone and we stop it when it is no longer
    // needed.
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
    if (isWorthLogging(line)) log.warn(`postgres: ${line}`);
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  child.once('error', (error) => {
    lines.push(`FATAL: ${error.message}`);
    end();
    close();
  });
  child.once('exit', () => end());
  child.once('close', () => close());
  return { child, lines, ended, closed };
}

function stopper(
  child: ChildProcess,
  ended: Promise<void>,
  { clusterDir, log, onLost }: Pick<LaunchOptions, 'clusterDir' | 'log' | 'onLost'>,
): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  let isEnded = false;
  void ended.then(() => {
    isEnded = true;
    if (stopping === undefined) onLost?.();
  });
  const stop = async (): Promise<void> => {
    if (child.pid === undefined) return;
    const tell = (step: string) => log.warn(`the embedded PostgreSQL: ${step}`);
    const shutdown = shutDown({ pid: child.pid, clusterDir }, tell);
    while (!isEnded) {
      await shutdown.press(performance.now());
      await Promise.race([ended, delay(STOP_POLL_MS)]);
    }
  };
  return () => {
    stopping ??= stop();
    return stopping;
  };
}
