import { readdir, readlink } from 'node:fs/promises';
import { signalPostmaster } from './postmaster.ts';

/**
 * Ends every process of the server on `clusterDir`, in any state. Committed data is not lost by it:
 * the next start recovers. Only Linux tells which processes belong to the server.
 */
export async function killServerProcesses(clusterDir: string): Promise<void> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^[1-9]\d*$/.test(name));
  const homes = await Promise.all(
    // Each process of a server has its data folder as its working directory.
    pids.map(async (pid) => ({ pid, home: await readlink(`/proc/${pid}/cwd`).catch(() => '') })),
  );
  for (const { pid, home } of homes) {
    if (home === clusterDir) signalPostmaster(Number(pid), 'SIGKILL');
  }
}

/** How long a server may take for an orderly shutdown, and then for an immediate one. */
const FAST_LIMIT_MS = 10_000;
const IMMEDIATE_LIMIT_MS = 10_000;

export type Shutdown = {
  /** Takes the next due step, each once; call it repeatedly until the server has ended. */
  press(nowMs: number): Promise<void>;
};

/**
 * Stops a server in up to three steps: fast (SIGINT); after 10 s immediate (SIGQUIT), from which
 * the next start recovers; after 10 s more, SIGKILL to all its processes.
 */
export function shutDown(
  server: { readonly pid: number; readonly clusterDir: string },
  tell: (step: string) => void,
): Shutdown {
  const begunMs = performance.now();
  let step = 0;
  return {
    async press(nowMs) {
      const waitedMs = nowMs - begunMs;
      if (step === 0) {
        step = 1;
        signalPostmaster(server.pid, 'SIGINT');
      } else if (step === 1 && waitedMs > FAST_LIMIT_MS) {
        step = 2;
        tell('it takes long to stop: cutting it short');
        signalPostmaster(server.pid, 'SIGQUIT');
      } else if (step === 2 && waitedMs > FAST_LIMIT_MS + IMMEDIATE_LIMIT_MS) {
        step = 3;
        tell('it does not stop: killing it');
        signalPostmaster(server.pid, 'SIGKILL');
        await killServerProcesses(server.clusterDir);
      }
    },
  };
}
