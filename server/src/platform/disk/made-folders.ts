import path from 'node:path';

/**
 * Lists the folders that a recursive `mkdir` of `folder` made, the deepest first: the umask took
 * bits from the mode of each.
 * @param first what `mkdir` returned
 */
export function listMadeFolders(folder: string, first: string | undefined): string[] {
  if (first === undefined) return [];
  const above = path.dirname(folder);
  return folder === first || above === folder
    ? [folder]
    : [folder, ...listMadeFolders(above, first)];
}
