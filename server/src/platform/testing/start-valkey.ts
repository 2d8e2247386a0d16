import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.ts';

const names = ['valkey-server', 'redis-server'];

export interface TestValkey {
  readonly url: string;
  pid(): number;
  /** As `kill -9` does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A Valkey or Redis of the test's own. It writes each key to its disk, so that a restart finds most of
 * what it had: the hard case for who relies on what it remembers.
 */
export async function startValkey(options: readonly string[] = []): Promise<TestValkey> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-valkey-'));
  const port = await freePort();
  let child: ChildProcess | undefined;

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async function start(): Promise<void> {
    const place = ['--bind', '127.0.0.1', '--port', `${port}`, '--dir', folder];
    const started = spawn(findServer(), [...place, '--appendonly', 'yes', ...options], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child = started;
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    let output = '';
    started.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('eady to accept connections')) resolve();
    });
    started.once('exit', () => reject(new Error(`Valkey ended:\n${output}`)));
    await ready;
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: () => child?.pid ?? 0,
    kill,
    start,
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function findServer(): string {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const places = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const found = [process.env['VALKEY_SERVER_PATH'] ?? '', ...places].find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  return found ?? 'redis-server';
}
