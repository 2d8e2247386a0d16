import path from 'node:path';
import { type StartedProcess, startProcess } from './process.ts';

const startTimeoutMs = 30_000;

export interface Peer extends StartedProcess {
  readonly port: number;
}

/** Starts one of `peers/` in its own process, as our server is. */
export async function startPeer(name: string, env: NodeJS.ProcessEnv): Promise<Peer> {
  const started = await startProcess({
    file: process.execPath,
    args: [path.join(import.meta.dirname, '..', 'peers', `${name}.ts`)],
    env,
    ready: /listening (\d+)\n/,
    timeoutMs: startTimeoutMs,
  });
  return { ...started, port: Number(/listening (\d+)/.exec(started.output)?.[1]) };
}
