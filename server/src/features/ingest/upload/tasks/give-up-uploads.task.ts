import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { UploadFolder } from '../../../../platform/uploads/upload-folder.ts';
import { resumableEnding } from '../resumable.usecases.ts';
import type { ResumableUploadsRepository } from '../resumable-uploads.repository.ts';

/** Longer than there is between a file and its row: a younger file may be one that begins. */
const leastAgeMs = 10 * 60_000;

/** Removes uploads that waited too long for their next byte, and files that no row knows any more. */
export function createGiveUpUploads(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly folder: UploadFolder;
  readonly resumables: ResumableUploadsRepository;
}) {
  const { db, clock, folder, resumables } = deps;
  return async function giveUpUploads(atMost: number): Promise<number> {
    const now = clock.now();
    const expired = await resumables.removeExpired(db, now, atMost);
    for (const id of expired) await folder.remove(`${id}${resumableEnding}`);
    const names = await folder.untouched(resumableEnding, new Date(now.getTime() - leastAgeMs));
    const idOf = (name: string) => name.slice(0, -resumableEnding.length);
    const needed = await resumables.needed(db, names.map(idOf), now);
    for (const name of names) if (!needed.has(idOf(name))) await folder.remove(name);
    return expired.length;
  };
}
