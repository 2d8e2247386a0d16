import path from 'node:path';

/**
 * Returns what a test should start in place of a program of the server: the program's bundle, which
 * loads faster, where `npm test` made one, else the program itself.
 * @param source path of the program, one of `tools/testing/server-bundle.config.mjs`
 */
export function findBundled(source: string): string {
  const folder = process.env['SERVER_BUNDLES'];
  return folder ? path.join(folder, `${path.basename(source, '.ts')}.mjs`) : source;
}
