import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { shutDown } from './leftovers.ts';

let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

/** A process that ends only by the signals that it does not ignore. */
async function startStubborn(ignored: readonly NodeJS.Signals[]): Promise<ChildProcess> {
  const script = `
    for (const signal of ${JSON.stringify(ignored)}) process.on(signal, () => {});
    setInterval(() => {}, 1000);
    console.log('ready');
  `;
  const started = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  child = started;
  await once(started.stdout, 'data');
  return started;
}

it.each([
  { ignored: [], end: 'SIGINT', told: 0 },
  { ignored: ['SIGINT'], end: 'SIGQUIT', told: 1 },
  { ignored: ['SIGINT', 'SIGQUIT'], end: 'SIGKILL', told: 2 },
] as const)('ends by $end what ignores $ignored', async ({ ignored, end, told }) => {
  const started = await startStubborn(ignored);
  const ended = once(started, 'exit');
  const steps: string[] = [];
  const server = { pid: started.pid ?? Number.NaN, clusterDir: '/nowhere' };
  const shutdown = shutDown(server, (step) => steps.push(step));
  const nowMs = performance.now();
  for (let step = 0; step <= told; step += 1) {
    // Sooner than its time nothing more is done.
    await shutdown.press(nowMs + step * 10_000 - 2000);
    await shutdown.press(nowMs + step * 10_000 + 1000);
  }
  expect(await ended).toEqual([null, end]);
  expect(steps).toHaveLength(told);
});
