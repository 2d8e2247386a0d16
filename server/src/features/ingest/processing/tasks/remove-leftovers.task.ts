import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { validate } from 'uuid';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { AttemptsRepository } from '../attempts.repository.ts';

/** Longer than an upload may be silent: a file untouched for so long is no upload under way. */
const leastAgeMs = 10 * 60_000;

/** Removes uploads and work folders that a killed process left and that belong to no open job. */
export function createRemoveLeftovers(deps: {
  db: Db;
  clock: Clock;
  attempts: AttemptsRepository;
  uploadDir: string;
  workDir: string;
}) {
  return async function removeLeftovers(): Promise<void> {
    for (const folder of [deps.uploadDir, deps.workDir]) {
      const names = await readdir(folder).catch(nothingWhenMissing);
      const ids = names.map(jobIdOf).filter((id) => id !== null);
      const unfinished = await deps.attempts.unfinished(deps.db, ids, deps.clock.now());
      for (const name of names) {
        const id = jobIdOf(name);
        if (id !== null && !unfinished.has(id)) await removeOld(path.join(folder, name));
      }
    }
  };

  async function removeOld(full: string): Promise<void> {
    const info = await stat(full).catch(nothingWhenMissing);
    if (!('mtimeMs' in info)) return;
    if (deps.clock.now().getTime() - info.mtimeMs < leastAgeMs) return;
    await rm(full, { recursive: true, force: true });
  }
}

function jobIdOf(name: string): string | null {
  const id = name.replace(/\.source$/, '');
  return validate(id) ? id : null;
}

function nothingWhenMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
