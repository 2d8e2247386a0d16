import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

/** What below a folder accounts that are neither its owner nor of its group may read, by path and mode. */
export async function openToOthers(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    const full = path.join(folder, name);
    const stats = await lstat(full).catch(() => undefined);
    // A link has no rights of its own; what goes while we look is of no interest.
    if (!stats || stats.isSymbolicLink() || stats.isSocket()) continue;
    if ((stats.mode & 0o007) !== 0) found.push(`${full} ${(stats.mode & 0o777).toString(8)}`);
    if (stats.isDirectory()) found.push(...(await openToOthers(full)));
  }
  return found;
}
