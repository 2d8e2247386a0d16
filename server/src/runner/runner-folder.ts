import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { StartError } from '../platform/errors/app-error.ts';

const identitySchema = z.object({ server: z.string(), runnerId: z.string(), secret: z.string() });
/** What a runner got when it was registered. */
export type RunnerIdentity = z.infer<typeof identitySchema>;

const fileName = 'runner.json';

/** Reads what this runner is; undefined before it was registered. @throws StartError */
export async function readIdentity(folder: string): Promise<RunnerIdentity | undefined> {
  const file = path.join(folder, fileName);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const parsed = z.safeParse(z.pipe(z.string(), z.transform(parseJson)), text);
  const identity = z.safeParse(identitySchema, parsed.data);
  if (!identity.success)
    throw new StartError(`${file} can't be read: remove it and register anew.`);
  return identity.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps what this runner is, readable by its account alone, so that it outlives a power cut. */
export async function writeIdentity(folder: string, identity: RunnerIdentity): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, fileName);
  const made = `${file}.new`;
  await rm(made, { force: true });
  {
    await using handle = await open(made, 'wx', 0o600);
    await handle.writeFile(`${JSON.stringify(identity)}\n`);
    await handle.sync();
  }
  await chmod(made, 0o600);
  await rename(made, file);
}
