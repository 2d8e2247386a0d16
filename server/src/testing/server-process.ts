import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { findBundled } from '@prahari/testkit';
import { freePort } from '../platform/testing/free-port.ts';

const main = findBundled(path.join(import.meta.dirname, '..', 'main.ts'));
const readyMark = 'Ctrl+C stops it.';

/** Where a process runs. */
export interface Place {
  /** On which it listens. */
  readonly address: string;
  /** What is written before its command. */
  readonly command: readonly string[];
}

export const thisMachine: Place = { address: '127.0.0.1', command: [] };

export interface ServerProcess {
  /** The same at every start. */
  readonly origin: string;
  pid(): number;
  /** Its output since its last start. */
  output(): string;
  /** How often it ended without being killed by the test. */
  deaths(): number;
  /** As `kill -9` does. */
  kill(): Promise<void>;
  /** Asks it to end, as services are stopped. @returns its exit code */
  terminate(): Promise<number | null>;
  start(): Promise<void>;
}

/** A server in a separate process, which can be killed and started repeatedly. */
export async function startServerProcess(
  environment: Record<string, string>,
  { address, command }: Place = thisMachine,
): Promise<ServerProcess> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  let output = '';
  let deaths = 0;
  let isKilling = false;

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    isKilling = true;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async function terminate(): Promise<number | null> {
    if (!child) return null;
    isKilling = true;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    return child.exitCode;
  }

  async function start(): Promise<void> {
    output = '';
    isKilling = false;
    const [program = '', ...args] = [...command, process.execPath, main];
    const started = spawn(program, args, {
      env: { ...process.env, PORT: `${port}`, HOST: address, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes(readyMark)) resolve();
      });
    }
    started.once('exit', () => {
      if (!isKilling) deaths += 1;
      reject(new Error(`the server ended:\n${output}`));
    });
    await ready;
  }

  await start();
  return {
    origin: `http://${address}:${port}`,
    pid: () => child?.pid ?? 0,
    output: () => output,
    deaths: () => deaths,
    kill,
    terminate,
    start,
  };
}
