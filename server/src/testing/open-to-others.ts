import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Lists what other accounts than owner and group may read below a folder, by path and mode. */
export async function openToOthers(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    const full = path.join(folder, name);
    const stats = await lstat(full).catch(() => undefined);
    // A link has no mode of its own; entries removed during the walk do not matter.
    if (!stats || stats.isSymbolicLink() || stats.isSocket()) continue;
    if ((stats.mode & 0o007) !== 0) found.push(`${full} ${(stats.mode & 0o777).toString(8)}`);
    if (stats.isDirectory()) found.push(...(await openToOthers(full)));
  }
  return found;
}
