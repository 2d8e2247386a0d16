import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { freePort, type StartedProcess, startProcess } from './process.ts';

const repository = path.resolve(import.meta.dirname, '..', '..');
const readyLine = /Prahari is (?:ready at|processing jobs)[\s\S]*Ctrl\+C stops it/;
const startTimeoutMs = 240_000;
const manifest = z.object({ scripts: z.object({ start: z.string() }) });

export interface PrahariProcess extends StartedProcess {
  readonly origin: string;
  readonly port: number;
}

export interface PrahariPlan {
  readonly dataDir: string;
  /** As people start it (`npm start`), or the server alone. */
  readonly by: 'npm' | 'node';
  readonly nodeArgs?: readonly string[];
  /** Settings of this process alone. */
  readonly env?: NodeJS.ProcessEnv;
  /** Left out, a free one. */
  readonly port?: number;
  /** Of another version of the product. */
  readonly root?: string;
}

/** Starts the product and waits for the line that says it is ready. */
export async function startPrahari(plan: PrahariPlan): Promise<PrahariProcess> {
  const port = plan.port ?? (await freePort());
  const program =
    plan.by === 'npm'
      ? { file: 'npm', args: ['start', '--silent'] }
      : {
          file: process.execPath,
          args: [...(await nodeFlags()), ...(plan.nodeArgs ?? []), 'server/src/main.ts'],
        };
  const started = await startProcess({
    ...program,
    cwd: plan.root ?? repository,
    env: {
      PORT: String(port),
      DATA_DIR: plan.dataDir,
      // This measures the server, not its rate limits for one user.
      STREAMS_PER_MINUTE: '1000000',
      USER_TOKENS_PER_MINUTE: '1000000',
      LICENCES_PER_MINUTE: '1000000',
      SIGN_INS_PER_ADDRESS: '100000',
      // Nor what it refuses while other work holds it up.
      MAX_LAG_MS: '0',
      // The simulated service of a licence vendor is on this machine.
      PRIVATE_LICENCE_SERVICES: 'on',
      DATABASE_URL: undefined,
      PUBLIC_URL: undefined,
      MASTER_KEY_FILE: undefined,
      ROLE: undefined,
      // The measurements use one learner from a program and from a browser.
      DEVICES_PER_LEARNER: '0',
      // The same cache of compiled code as `npm start` uses.
      NODE_COMPILE_CACHE: path.join(plan.root ?? repository, '.cache', 'node'),
      ...plan.env,
    },
    ready: readyLine,
    timeoutMs: startTimeoutMs,
  });
  return { ...started, port, origin: `http://localhost:${port}` };
}

/** Those that `npm start` gives to Node. */
async function nodeFlags(): Promise<string[]> {
  const { scripts } = manifest.parse(
    JSON.parse(await readFile(path.join(repository, 'package.json'), 'utf8')),
  );
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

/** A value of the table that the first start prints. */
export function readPrinted({ output }: PrahariProcess, label: string): string {
  const value = new RegExp(`${label}\\s+(\\S+)`).exec(output)?.[1];
  if (value === undefined) throw new Error(`the server did not print '${label}'`);
  return value;
}
