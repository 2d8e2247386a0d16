import { access } from 'node:fs/promises';

/** Tells whether a file or a folder exists. */
export function isFileThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
