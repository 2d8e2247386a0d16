import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Chore } from '../../../platform/retention/chore.ts';
import type { ObjectStorage } from '../../../platform/storage/storage.ts';
import { pastCheckFolders } from '../retention/retention.rules.ts';

/** The name of a check's work folder begins so. */
export const checkWorkPrefix = 'health-';
/** A check takes seconds. */
const leastAgeMs = 10 * 60_000;

/** Removes what deep health checks left when their process was killed. */
export function createCheckLeftovers(deps: {
  readonly clock: Clock;
  readonly storage: Pick<ObjectStorage, 'removePrefix'>;
  readonly workDir: string;
}): Chore {
  async function removeIfOld(folder: string): Promise<number> {
    const info = await stat(folder).catch(() => undefined);
    if (!info || deps.clock.now().getTime() - info.mtimeMs < leastAgeMs) return 0;
    await rm(folder, { recursive: true, force: true });
    return 1;
  }

  return {
    name: 'leftovers of health checks',
    async removeSome(atMost) {
      for (const prefix of pastCheckFolders(deps.clock.now())) {
        await deps.storage.removePrefix(prefix);
      }
      const names = await readdir(deps.workDir).catch((): string[] => []);
      let removed = 0;
      for (const name of names.filter((each) => each.startsWith(checkWorkPrefix))) {
        if (removed < atMost) removed += await removeIfOld(path.join(deps.workDir, name));
      }
      return removed;
    },
  };
}
