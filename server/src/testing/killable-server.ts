import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort } from '../platform/testing/free-port.ts';
import type { TestServer } from './start-test-server.ts';

const main = path.join(import.meta.dirname, '..', 'main.ts');
const readyMark = 'Ctrl+C stops it.';

export interface KillableServer {
  /** The same at every start. */
  readonly origin: string;
  pid(): number;
  /** As `kill -9` does. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/**
 * One more process of that server's instance, which takes no jobs and may be killed and started
 * again and again. Kill it before the server is stopped.
 */
export async function startKillableServer(beside: TestServer): Promise<KillableServer> {
  const { connectionString, dataDir } = beside.instance.foundation;
  const port = await freePort();
  let child: ChildProcess | undefined;

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [main], {
      env: {
        ...process.env,
        ...{ PORT: `${port}`, HOST: '127.0.0.1', DATA_DIR: dataDir, ROLE: 'web' },
        ...{ DATABASE_URL: connectionString, PASSWORD_HASH_MEMORY_MIB: '19' },
        ...{ PASSWORD_HASH_PASSES: '2', SIGN_INS_PER_ADDRESS: '100000' },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    let output = '';
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes(readyMark)) resolve();
      });
    }
    started.once('exit', () => reject(new Error(`the server ended:\n${output}`)));
    await ready;
  }

  await start();
  return { origin: `http://127.0.0.1:${port}`, pid: () => child?.pid ?? 0, kill, start };
}
